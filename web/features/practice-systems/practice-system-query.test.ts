import { expect, it } from 'vitest'
import { parsePracticeSystemQuery } from './practice-system-query.ts'
import { connectionBadge, type Connection } from './practice-system-words.ts'

it.each([
  ['', { tab: 'overview', status: undefined, decision: undefined, page: 1 }],
  ['tab=held&page=3', { tab: 'held', page: 3 }],
  ['tab=deliveries&status=failed', { tab: 'deliveries', status: 'failed' }],
  ['tab=treatments&decision=open', { tab: 'treatments', decision: 'open' }],
  ['tab=nothing&status=lost&decision=no', { tab: 'overview', status: undefined, decision: undefined }],
])('reads what the address %s asks for', (query, expected) => {
  expect(parsePracticeSystemQuery(new URLSearchParams(query))).toMatchObject(expected)
})

it.each([
  [{ status: 'active', problem: null, isRunning: false }, 'Connected'],
  [{ status: 'active', problem: null, isRunning: true }, 'Synchronising'],
  [{ status: 'active', problem: 'rate-limited', isRunning: false }, 'Waiting'],
  [{ status: 'checking', problem: 'key-rejected', isRunning: false }, 'Not working'],
  [{ status: 'checking', problem: null, isRunning: false }, 'Testing connection'],
  [{ status: 'paused', problem: 'unavailable', isRunning: false }, 'Paused'],
] as [Connection, string][])('says how a connection stands: %o', (connection, label) => {
  expect(connectionBadge(connection).label).toBe(label)
})
