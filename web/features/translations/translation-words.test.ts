import { expect, test } from 'vitest'
import type { Translation } from '../../../contract/translations.ts'
import { checkedWords, missingWords, renderingName, renderingOf } from './translation-words.ts'

test.each([
  ['cy', 'standard', 'Welsh'],
  ['ur', 'easy-read', 'Urdu Easy Read'],
  ['en', 'large-print', 'English large print'],
  ['zh-Hans', 'standard', 'Simplified Chinese'],
])('an address names a rendering: %s, %s', (language, format, name) =>
  expect(renderingName(renderingOf(language, format)!)).toBe(name),
)

test.each([
  ['English itself', 'en', 'standard'],
  ['a language we have not', 'fr', 'standard'],
  ['a form there is not', 'cy', 'audio'],
  ['what every object has', 'constructor', 'toString'],
])('%s is no rendering', (_, language, format) => expect(renderingOf(language, format)).toBeNull())

const by = (...names: (string | null)[]) =>
  names.map((checkedByName) => ({ checkedByName })) as Translation['sections']

test('whoever checked a translation is named once each', () => {
  expect(checkedWords({ status: 'checked', sections: by('Ana Lima') })).toBe('Checked by Ana Lima')
  expect(checkedWords({ status: 'checked', sections: by('Ana Lima', 'Bo Hughes', 'Ana Lima') })).toBe(
    'Checked by Ana Lima and Bo Hughes',
  )
  expect(checkedWords({ status: 'machine', sections: by('Ana Lima', null) })).toBe(
    'Machine drafted, not yet checked by a person',
  )
})

test('what is missing is counted', () => {
  expect([[], [1], [1, 2]].map((missing) => missingWords({ missing }))).toEqual([
    ...[null, '1 part is missing', '2 parts are missing'],
  ])
})
