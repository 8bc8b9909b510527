import { expect, it } from 'vitest'
import { parseConnectionQuery } from './connection-query.ts'

it.each([
  ['', { tab: 'keys', webhookId: undefined, status: undefined, page: 1 }],
  [
    'tab=documents&status=failed&page=3',
    { tab: 'documents', webhookId: undefined, status: 'failed', page: 3 },
  ],
  ['tab=embedding', { tab: 'embedding', webhookId: undefined, status: undefined, page: 1 }],
  [
    'tab=nonsense&status=lost&page=-1&webhook=x',
    { tab: 'keys', webhookId: undefined, status: undefined, page: 1 },
  ],
])('reads %j', (query, read) => expect(parseConnectionQuery(new URLSearchParams(query))).toEqual(read))
