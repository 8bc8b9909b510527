import { expect, test } from 'vitest'
import { parseAccessReason } from './access-reason-parsing.ts'

const typed = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(`access-${name}`, value)
  return form
}
const words = 'They asked why the PDF looks empty.'

test('a reason with words is taken, trimmed', () => {
  expect(parseAccessReason(typed({ reason: 'support', words: ` ${words} `, ticket: ' T-1 ' }))).toEqual({
    ...{ reason: 'support', words, ticket: 'T-1' },
  })
})

test.each([
  [{ words }, ['access-reason']],
  [{ reason: 'curious', words }, ['access-reason']],
  [{ reason: 'safety', words: 'Because I want to.' }, ['access-words']],
  [{}, ['access-reason', 'access-words']],
])('%o is not enough', (fields, wrong) => {
  const errors = parseAccessReason(typed(fields))
  expect(Array.isArray(errors) && errors.map(({ id }) => id)).toEqual(wrong)
})
