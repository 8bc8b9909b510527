import { expect, test } from 'vitest'
import { queryWith } from '../../ui/query-string.ts'
import { parseConsentListQuery, hasFilters, toSearchParams } from './consent-list-query.ts'

const clinicianId = '0199f7c2-4e1a-7b6e-9d63-0f1f3c0a7e11'
const templateId = '0199f7c2-4e1a-7b6e-9d63-0f1f3c0a7e12'
const read = (query: string) => parseConsentListQuery(new URLSearchParams(query))

test('the address holds every filter', () => {
  const query = `view=not-opened&q=%20whit%20&clinician=${clinicianId}&template=${templateId}&from=2026-03-01&to=2026-03-31&sort=-sent&page=3`
  expect(read(query)).toEqual({
    view: 'not-opened',
    search: 'whit',
    clinicianId,
    templateId,
    from: '2026-03-01',
    to: '2026-03-31',
    sort: '-sent',
    page: 3,
  })
})

test('the address opens what waits for somebody', () => {
  for (const view of ['not-opened', 'questions', 'undelivered', 'expiring', 'reconfirm'])
    expect(read(`view=${view}`).view).toBe(view)
})

test.each([
  '',
  'view=elsewhere&page=0',
  'page=-1',
  'page=1.5',
  'page=x&clinician=me',
  'page=1000000',
  'from=2026-02-30&to=yesterday',
  'from=2026-13-01&template=1',
  'sort=price',
  'sort=toString',
  'sort=-changed',
])('what is absent or malformed falls back: %s', (query) => {
  expect(read(query)).toEqual({ view: 'all', search: '', page: 1 })
})

test('a saved filter leads to an address that asks for it, and takes the filters of before away', () => {
  const before = new URLSearchParams(`view=drafts&q=x&to=2026-01-01&page=4`)
  const narrowing = { view: 'expiring', search: 'crown', clinicianId, from: '2026-03-01' } as const
  const filter = { ...narrowing, sort: 'patient' } as const
  const query = queryWith(before, toSearchParams(filter))
  expect(read(query)).toEqual({ ...filter, page: 1 })
})

test.each([
  ['view=drafts', false],
  ['q=whit', true],
  ['to=2026-03-01', true],
])('%s narrows the list besides its view: %s', (query, narrowed) => {
  expect(hasFilters(read(query))).toBe(narrowed)
})
