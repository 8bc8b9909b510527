import { expect, test } from 'vitest'
import { defaultClinician } from './clinician-choice.ts'

const amara = { id: 'a', name: 'Amara Okafor', role: 'Dentist', gdcNumber: '123456', isMe: false }
const tom = { id: 't', name: 'Tom Hughes', role: 'Dentist', gdcNumber: '654321', isMe: false }
const me = { ...tom, isMe: true }

test.each([
  ['the signed-in person comes first', [amara, me], 'a', 't'],
  ['then the last one chosen', [amara, tom], 'a', 'a'],
  ['who may have left since', [amara, tom], 'gone', ''],
  ['a single clinician needs no choice', [amara], null, 'a'],
  ['nobody is guessed', [amara, tom], null, ''],
])('%s', (_, clinicians, last, expected) => {
  expect(defaultClinician(clinicians, last)).toBe(expected)
})
