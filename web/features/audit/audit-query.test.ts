import { expect, test } from 'vitest'
import { toApiQuery, auditHref, parseAuditQuery, exportHref, hasFilters } from './audit-query.ts'

const read = (search: string) => parseAuditQuery(new URLSearchParams(search))
const clinic = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c312'

test('an address is read back as it was written', () => {
  const query = {
    ...{ who: 'Tom Hughes', action: 'consent.sent', ip: '203.0.113.7', session: 's1', clinic },
    ...{ from: '2026-03-01', to: '2026-03-02', after: '2026-03-02T09:00:00.000Z_17' },
    sort: 'at' as const,
  }
  expect(read(auditHref(query))).toEqual(query)
})

test('what is malformed counts as absent', () => {
  expect(read('?who=%20&clinic=x&from=soon&after=1&sort=-at')).toEqual({})
  expect(auditHref({})).toBe('?')
})

test('a session goes by its own name, and days by their moments', () => {
  const { sessionId, from, until } = toApiQuery({ session: 's1', from: '2026-03-01', to: '2026-03-01' })
  expect(sessionId).toBe('s1')
  expect(Date.parse(until!)).toBeGreaterThan(Date.parse(from!))
})

test('a file holds all that matches, whatever page is shown', () => {
  expect(exportHref('/x.csv', { after: '2026-03-02T09:00:00.000Z_17', sort: 'at' })).toBe('/x.csv')
  expect(exportHref('/x.csv', { clinic: 'platform' })).toBe('/x.csv?clinicId=platform')
})

test('a page of everything is not narrowed', () => {
  expect(hasFilters({ after: '2026-03-02T09:00:00.000Z_17', sort: 'at' })).toBe(false)
  expect(hasFilters({ ip: '203.0.113.7' })).toBe(true)
})
