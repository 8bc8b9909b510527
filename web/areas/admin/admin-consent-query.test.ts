import { expect, test } from 'vitest'
import { adminConsentHref, adminConsentQuery } from './admin-consent-query.ts'

const clinicId = '8f14e45f-ceea-467f-a0e6-1f0b1c2d3e4f'
const read = (search: string) => adminConsentQuery(new URLSearchParams(search))

test('reads the filters of the address', () => {
  expect(read(`page=3&clinic=${clinicId}&status=sent`)).toEqual({ page: 3, clinicId, status: 'sent' })
})

test.each([
  '',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'status=unknown',
  'status=',
  "clinic=' or 1=1",
  'clinic=',
])('ignores %j', (search) => expect(read(search)).toEqual({ page: 1 }))

test('a changed filter begins at the first page and keeps the others', () => {
  const query = read(`page=3&clinic=${clinicId}&status=sent`)
  expect(adminConsentHref(query, { status: 'signed' })).toBe(
    `/admin/consents?clinic=${clinicId}&status=signed`,
  )
  expect(adminConsentHref(query, { clinicId: undefined, status: undefined })).toBe('/admin/consents')
})

test('another page keeps the filters', () => {
  expect(adminConsentHref(read('status=sent'), { page: 2 })).toBe('/admin/consents?status=sent&page=2')
})
