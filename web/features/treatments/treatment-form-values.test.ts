import { expect, test } from 'vitest'
import { parseTreatmentForm } from './treatment-form-values.ts'

function read(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return parseTreatmentForm(form)
}

test('takes blanks and empty lines away', () => {
  expect(read({ name: ' Veneers ', description: ' Thin ', subtypes: ' One \r\n\n  Two\n' })).toEqual({
    entry: { name: 'Veneers', description: 'Thin', subtypes: ['One', 'Two'] },
    errors: [],
  })
})

const lines = (count: number) => Array.from({ length: count }, (_, line) => `Subtype ${line}`).join('\n')

test.each<[string, Record<string, string>, string]>([
  ['no name', { name: ' ' }, 'Enter a name'],
  ['a long name', { name: 'x'.repeat(121) }, 'The name must be 120 characters or fewer'],
  ['a subtype twice', { name: 'A', subtypes: 'One\nTwo\none' }, '‘one’ is entered twice'],
  ['too many subtypes', { name: 'A', subtypes: lines(201) }, 'Enter 200 subtypes or fewer'],
  [
    'a long subtype',
    { name: 'A', subtypes: 'y'.repeat(121) },
    `‘${'y'.repeat(30)}…’ must be 120 characters or fewer`,
  ],
])('refuses %s', (_, fields, text) => expect(read(fields).errors.map((error) => error.text)).toEqual([text]))

test('takes as much as there may be', () =>
  expect(read({ name: 'x'.repeat(120), subtypes: lines(200) }).errors).toEqual([]))
