import { expect, test } from 'vitest'
import { deliveryDefaults, languageTags } from '../../../contract/languages.ts'
import { needsInterpreter, readingLanguages } from './delivery-defaults.ts'

test.each([
  ['en', [], 'en', 'standard'],
  ['cy', ['large-print'], 'cy', 'large-print'],
  ['zh', ['interpreter'], 'zh-Hans', 'standard'],
  ['fr', ['large-print', 'easy-read'], 'en', 'easy-read'],
] as const)('a record of %s with %s reads in %s, %s', (language, accessNeeds, inLanguage, format) => {
  expect(deliveryDefaults({ language, accessNeeds: [...accessNeeds] }, languageTags)).toEqual({
    language: inLanguage,
    format,
  })
})

test('a language that the pages do not speak is said', () => {
  expect(needsInterpreter({ language: 'fr' }, languageTags)).toBe(true)
  expect(needsInterpreter({ language: 'zh' }, languageTags)).toBe(false)
  expect(needsInterpreter(null, languageTags)).toBe(false)
})

test('what a practice does not offer is neither preset nor listed, and an interpreter is thought of', () => {
  const polish = { language: 'pl', accessNeeds: [] }
  expect(deliveryDefaults(polish, ['cy']).language).toBe('en')
  expect(needsInterpreter(polish, ['cy'])).toBe(true)
  expect(readingLanguages(['ur', 'cy']).map(({ value }) => value)).toEqual(['en', 'cy', 'ur'])
})
