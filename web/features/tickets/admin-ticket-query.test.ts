import { expect, test } from 'vitest'
import { adminTicketListHref, parseAdminTicketQuery } from './admin-ticket-query.ts'

test('an address says what the list shows, and nothing else does', () => {
  const clinicId = '01990000-0000-7000-8000-000000000001'
  const params = new URLSearchParams(
    `q=logo&status=solved&priority=high&assignee=me&clinic=${clinicId}&page=2&overdue=yes`,
  )
  const query = parseAdminTicketQuery(params)
  expect(query).toEqual({
    ...{ page: 2, search: 'logo', status: 'solved', priority: 'high', assignee: 'me' },
    ...{ clinicId, overdue: 'yes' },
  })
  expect(new URL(adminTicketListHref(query, { page: 2 }), 'http://x').searchParams.size).toBe(7)
})

test('what is malformed counts as absent', () => {
  const params = new URLSearchParams('status=lost&priority=9&assignee=a b&clinic=x&page=-1&overdue=no')
  expect(parseAdminTicketQuery(params)).toEqual({ page: 1, search: '', status: 'active' })
  expect(adminTicketListHref(parseAdminTicketQuery(params))).toBe('/admin/support')
})

test('another filter begins at the first page', () => {
  expect(adminTicketListHref({ page: 3, status: 'all' }, { priority: 'low' })).toBe(
    '/admin/support?status=all&priority=low',
  )
})
