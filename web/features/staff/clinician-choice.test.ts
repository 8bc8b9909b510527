import { expect, test } from 'vitest'
import { firstClinician } from './clinician-choice.ts'

const amara = { id: 'a', name: 'Amara Okafor', role: 'Dentist', gdcNumber: '123456' }
const tom = { id: 't', name: 'Tom Hughes', role: 'Dentist', gdcNumber: '654321' }

test.each([
  ['the signed-in person comes first', [amara, tom], 'Tom Hughes', 'a', 't'],
  ['then the last one chosen', [amara, tom], 'Ruth Bell', 'a', 'a'],
  ['who may have left since', [amara, tom], 'Ruth Bell', 'gone', ''],
  ['a single clinician needs no choice', [amara], 'Ruth Bell', null, 'a'],
  ['nobody is guessed', [amara, tom], 'Ruth Bell', null, ''],
])('%s', (_, clinicians, name, last, expected) => {
  expect(firstClinician(clinicians, name, last)).toBe(expected)
})
