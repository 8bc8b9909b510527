import { expect, test } from 'vitest'
import { extractionPrompt } from './extraction-prompt.ts'

const ask = (teeth: string[], treatmentType = 'Tooth Extraction') =>
  extractionPrompt('Yusuf Rahman', [{ treatmentType, teeth }])

test('tooth, side and patient are named before an extraction', () => {
  const question = ask(['38'])
  expect(question?.text).toContain(
    'Yusuf Rahman: lower left third molar (wisdom) (38), on the patient’s LEFT side.',
  )
  expect(question?.confirm).toBe('Yes, 38 on the patient’s left')
})

test('teeth on both sides are said to be so', () => {
  const question = ask(['38', '48'])
  expect(question?.title).toBe('Are these the teeth to extract?')
  expect(question?.text).toContain('BOTH sides')
  expect(question?.confirm).toBe('Yes, on both sides')
})

test('other treatments and an empty choice ask nothing', () => {
  expect(ask(['46'], 'Root Canal Treatment')).toBeNull()
  expect(ask([])).toBeNull()
})

test('of several treatments, only the teeth that are taken out are asked about', () => {
  const question = extractionPrompt('Yusuf Rahman', [
    { treatmentType: 'Crown', teeth: ['16'] },
    { treatmentType: 'Tooth Extraction', teeth: ['38'] },
  ])
  expect(question?.confirm).toBe('Yes, 38 on the patient’s left')
})

test('a practice that names teeth by their Palmer codes reads them first', () => {
  const planned = [{ treatmentType: 'Tooth Extraction', teeth: ['38'] }]
  const question = extractionPrompt('Yusuf Rahman', planned, 'palmer')
  expect(question?.text).toContain('LL8 (38), on the patient’s LEFT side.')
  expect(question?.confirm).toBe('Yes, LL8 on the patient’s left')
})
