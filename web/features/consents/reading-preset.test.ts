import { expect, test } from 'vitest'
import { needsInterpreter, readingPreset } from './reading-preset.ts'

test.each([
  ['en', [], 'en', 'standard'],
  ['cy', ['large-print'], 'cy', 'large-print'],
  ['zh', ['interpreter'], 'zh-Hans', 'standard'],
  ['fr', ['large-print', 'easy-read'], 'en', 'easy-read'],
] as const)('a record of %s with %s reads in %s, %s', (language, accessNeeds, inLanguage, format) => {
  expect(readingPreset({ language, accessNeeds: [...accessNeeds] })).toEqual({
    language: inLanguage,
    format,
  })
})

test('a language that the pages do not speak is said', () => {
  expect(needsInterpreter({ language: 'fr' })).toBe(true)
  expect(needsInterpreter({ language: 'zh' })).toBe(false)
  expect(needsInterpreter(null)).toBe(false)
})
