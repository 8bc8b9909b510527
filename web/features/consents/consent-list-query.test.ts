import { expect, test } from 'vitest'
import { consentListQuery } from './consent-list-query.ts'

const clinicianId = '0199f7c2-4e1a-7b6e-9d63-0f1f3c0a7e11'
const read = (query: string) => consentListQuery(new URLSearchParams(query))

test('the address holds every filter', () => {
  expect(read(`view=awaiting&q=%20whit%20&clinician=${clinicianId}&page=3`)).toEqual({
    view: 'awaiting',
    search: 'whit',
    clinicianId,
    page: 3,
  })
})

test('the address opens what waits for somebody', () => {
  for (const view of ['not-opened', 'undelivered', 'expiring', 'reconfirm'])
    expect(read(`view=${view}`).view).toBe(view)
})

test.each(['', 'view=elsewhere&page=0', 'page=-1', 'page=1.5', 'page=x&clinician=me', 'page=1000000'])(
  'what is absent or malformed falls back: %s',
  (query) => {
    expect(read(query)).toEqual({ view: 'all', search: '', page: 1 })
  },
)
