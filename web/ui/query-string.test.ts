import { expect, test } from 'vitest'
import { queryWith } from './query-string.ts'

const params = new URLSearchParams('view=awaiting&q=whit&page=3')

test.each([
  [{ q: 'rahman', page: undefined }, '?view=awaiting&q=rahman'],
  [{ page: 4 }, '?view=awaiting&q=whit&page=4'],
  [{ q: '' }, '?view=awaiting&page=3'],
  [{ view: undefined, q: undefined, page: undefined }, '?'],
])('%o changes only what it names', (changes, expected) => {
  expect(queryWith(params, changes)).toBe(expected)
  expect(params.get('q')).toBe('whit')
})
