import { expect, it } from 'vitest'
import { parseFeeForm } from './fee-form-parsing.ts'

const typed = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ 'fee-from': '2026-11-29', ...fields })) form.set(name, value)
  return form
}

it('reads a row as it is sent', () => {
  const fields = { 'fee-price': ' £1,450.50 ', 'fee-unit': 'tooth', 'fee-band': 'band-2' }
  expect(parseFeeForm(typed(fields))).toEqual({
    ...{ pricePence: 145_050, unit: 'tooth', band: 'band-2', effectiveFrom: '2026-11-29' },
  })
  expect(parseFeeForm(typed({ 'fee-price': '', 'fee-band': 'band-1' }))).toMatchObject({ pricePence: null })
})

it.each([
  [{ 'fee-price': 'a lot' }, ['fee-price']],
  [{ 'fee-price': '' }, ['fee-price']],
  [{ 'fee-price': '450', 'fee-from': '' }, ['fee-from']],
  [{ 'fee-price': '-1', 'fee-band': 'band-1', 'fee-from': '' }, ['fee-price', 'fee-from']],
])('says what is wrong with %o', (fields, ids) => {
  const problems = parseFeeForm(typed(fields))
  expect(Array.isArray(problems) && problems.map(({ id }) => id)).toEqual(ids)
})
