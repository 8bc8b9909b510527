import { expect, test } from 'vitest'
import { languages } from '../../../contract/languages.ts'
import { matchLanguage, nativeLanguageNames } from './page-language.ts'

test('the pages name each language as the contract does, and English first', () => {
  const named = Object.entries(languages).map(([language, { ownName }]) => [language, ownName])
  expect(Object.entries(nativeLanguageNames)).toEqual([['en', 'English'], ...named])
})

test.each([
  ['pl', ['ur', 'en'], 'pl'],
  ['en', ['pl'], 'en'],
  [null, ['pl-PL', 'en'], 'pl'],
  [null, ['fr-FR', 'ro', 'en-GB'], 'ro'],
  [null, ['en-GB', 'cy'], 'en'],
  [null, ['pt-BR'], 'pt'],
  [null, ['zh-CN'], 'zh-Hans'],
  [null, ['zh'], 'zh-Hans'],
  [null, ['zh-Hans-HK'], 'zh-Hans'],
  [null, ['zh-TW', 'ar'], 'ar'],
  [null, ['zh-Hant', 'en'], 'en'],
  [null, ['pa-IN'], 'pa'],
  [null, ['pa-Arab-PK', 'ur-PK'], 'ur'],
  [null, ['ur-PK'], 'ur'],
  [null, ['de', 'fr'], 'en'],
  [null, [], 'en'],
  ['tlh', ['pl'], 'pl'],
])('kept %s and the browser’s %j give %s', (kept, wanted, language) => {
  expect(matchLanguage(kept, wanted)).toBe(language)
})
