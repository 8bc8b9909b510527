import { describe, expect, it } from 'vitest'
import { hasLetter, visibleLine, visibleText } from './visible-text.ts'

/** What stands between two letters and is not seen: UAX #44 Default_Ignorable_Code_Point, and what UTR #36 warns of. */
const invisibleExamples: [name: string, character: string][] = [
  ['soft hyphen', '\u00AD'],
  ['combining grapheme joiner', '\u034F'],
  ['Arabic letter mark', '\u061C'],
  ['Hangul choseong filler', '\u115F'],
  ['Hangul jungseong filler', '\u1160'],
  ['Khmer vowel inherent AQ', '\u17B4'],
  ['Mongolian variation selector', '\u180B'],
  ['Mongolian vowel separator', '\u180E'],
  ['zero width space', '\u200B'],
  ['zero width non-joiner', '\u200C'],
  ['zero width joiner', '\u200D'],
  ['left-to-right mark', '\u200E'],
  ['right-to-left mark', '\u200F'],
  ['left-to-right embedding', '\u202A'],
  ['right-to-left embedding', '\u202B'],
  ['pop directional formatting', '\u202C'],
  ['left-to-right override', '\u202D'],
  ['right-to-left override', '\u202E'],
  ['word joiner', '\u2060'],
  ['invisible times', '\u2062'],
  ['invisible separator', '\u2063'],
  ['left-to-right isolate', '\u2066'],
  ['right-to-left isolate', '\u2067'],
  ['first strong isolate', '\u2068'],
  ['pop directional isolate', '\u2069'],
  ['inhibit symmetric swapping', '\u206A'],
  ['Hangul filler', '\u3164'],
  ['variation selector 1', '\uFE00'],
  ['variation selector 16', '\uFE0F'],
  ['byte order mark', '\uFEFF'],
  ['halfwidth Hangul filler', '\uFFA0'],
  ['unassigned ignorable', '\uFFF0'],
  ['shorthand format letter overlap', '\u{1BCA0}'],
  ['musical symbol begin beam', '\u{1D173}'],
  ['language tag', '\u{E0001}'],
  ['tag small letter a', '\u{E0061}'],
  ['variation selector 17', '\u{E0100}'],
]

describe('characters that nothing is drawn for', () => {
  it.each(invisibleExamples)('%s is taken out between letters', (_name, character) => {
    expect(visibleText(`a${character}b`)).toBe('ab')
  })

  it.each(invisibleExamples)('%s alone is nothing', (_name, character) => {
    expect(visibleText(character)).toBe('')
  })
})

it.each([
  ['variants behind each other', '\u180B\u180B'],
  ['a variant behind a Mongolian separator', '\u180E\u180B'],
  ['a non-joiner between Arabic marks of direction', '\u061C\u200C\u061C'],
  ['a joiner between Arabic marks of direction', '\u061C\u200D\u061C'],
])('%s are nothing, though of one script', (_name, typed) => {
  expect(visibleText(typed)).toBe('')
  expect(visibleText(`Ada${typed}`)).toBe('Ada')
})

it.each([
  ['Persian non-joiner', 'می\u200Cخواهم'],
  ['Urdu non-joiner', 'خوب\u200Cصورت'],
  ['Devanagari joiner after a virama', '\u0915\u094D\u200D\u0937'],
  ['Bengali joiner before a virama', '\u09B0\u200D\u09CD\u09AF'],
  ['Tamil non-joiner', '\u0B95\u0BCD\u200C\u0BB7'],
  ['Malayalam joiner', '\u0D28\u0D4D\u200D\u0D28'],
  ['Sinhala joiner', '\u0DC1\u0DCA\u200D\u0DBB'],
  ['a variant of a Japanese name', '\u845B\u{E0100}'],
  ['a variant in Mongolian', '\u1820\u180B'],
])('%s is part of the spelling', (_name, text) => {
  expect(visibleText(text)).toBe(text)
})

it.each([
  ['a joiner before an Arabic letter', '\u200Dم', 'م'],
  ['a joiner behind an Indic letter', '\u0915\u200D', '\u0915'],
  ['a joiner between an Arabic and a Latin letter', 'م\u200Ca', 'مa'],
  ['a non-joiner before an Arabic digit', 'م\u200C٣', 'م٣'],
  ['a non-joiner behind an Arabic digit', '٣\u200Cم', '٣م'],
  ['a non-joiner before an Arabic comma', 'م\u200C،', 'م،'],
  ['a non-joiner behind an Arabic question mark', '؟\u200Cم', '؟م'],
  ['a joiner before a Devanagari digit', '\u0915\u200D\u0967', '\u0915\u0967'],
  ['a joiner before a danda', '\u0915\u200D\u0964', '\u0915\u0964'],
  ['a joiner behind a danda', '\u0964\u200D\u0915', '\u0964\u0915'],
  ['a joiner beside Bengali currency', '\u0995\u200D\u09F3', '\u0995\u09F3'],
  ['direction marks around a number', '\u202A+44 7700 900123\u202C', '+44 7700 900123'],
  ['an accent written apart', 'Jose\u0301', 'José'],
  ['a ring written apart', 'A\u030Angstro\u0308m', 'Ångström'],
  ['the Angstrom sign', '\u212B', 'Å'],
  ['what Unicode composes no more', '\u0958', '\u0915\u093C'],
  ['Hangul syllables', '\u1112\u1161\u11AB', '한'],
  ['accents in another order', 'q\u0307\u0323', 'q\u0323\u0307'],
  ['a blank of Braille', 'a\u2800b', 'a b'],
  ['smart quotes', 'O’Connor', 'O’Connor'],
  ['line breaks and tabs', 'a\n\tb', 'a\n\tb'],
  ['an emoji', '🦷', '🦷'],
])('%s', (_name, typed, seen) => {
  expect(visibleText(typed)).toBe(seen)
  // What has been looked at once does not change any more.
  expect(visibleText(seen)).toBe(seen)
})

it.each([
  ['line breaks', 'Ada\nQuill', 'Ada Quill'],
  ['a Windows line break', 'Ada\r\nQuill', 'Ada Quill'],
  ['tabs', 'Ada\t\tQuill', 'Ada Quill'],
  ['non-breaking blanks', 'Ada\u00A0Quill', 'Ada Quill'],
  ['an ideographic blank', 'Ada\u3000Quill', 'Ada Quill'],
  ['a line separator', 'Ada\u2028Quill', 'Ada Quill'],
  ['blanks around it', '\u2003Ada \u200B', 'Ada'],
  ['nothing but blanks', ' \u2800\t\u200B', ''],
])('a line without %s', (_name, typed, line) => {
  expect(visibleLine(typed)).toBe(line)
})

it.each(['Ada', "O'Connor", 'Ø', '李', 'محمد', 'ਸਿੰਘ', 'অ', 'Ğ', 'x1'])('%s has a letter', (name) => {
  expect(hasLetter(name)).toBe(true)
})

it.each(['', '1', '-', '🦷', '?', '.', '\u0301', '12 34'])('‘%s’ has none', (name) => {
  expect(hasLetter(name)).toBe(false)
})
