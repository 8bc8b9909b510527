import { describe, expect, it } from 'vitest'
import { allowUnchangedText, optionalText, personName, searchText, text } from './kit.ts'
import { fieldsWithNewUnprintableText, unprintableCharacters, unprintableMessage } from './printable-text.ts'
import { z } from 'zod'

it.each([
  ['Welsh', 'Tŷ Ŵyr'],
  ['Vietnamese', 'Nguyễn Thị Hằng'],
  ['Yoruba', 'Ọládélé ẹ́'],
  ['Hawaiian', 'ʻOkina'],
  ['Greek', 'Ωμέγα'],
  ['Ukrainian', 'Ґалаґан'],
  ['Urdu', 'چوہدری'],
  ['Persian with its non-joiner', 'می\u200Cخواهم'],
  ['Hindi', 'ज्ञानेन्द्र'],
  ['Bengali', 'প্রিয়া'],
  ['Punjabi', 'ਪ੍ਰੀਤ'],
  ['Gujarati', 'પ્રિયા શાહ'],
  ['Odia', 'ପ୍ରିୟା'],
  ['Tamil', 'ஸ்ரீ கிருஷ்ணன்'],
  ['Telugu', 'శ్రీనివాస్'],
  ['Kannada', 'ಶ್ರೀನಿವಾಸ'],
  ['Malayalam', 'ശ്രീകുമാർ'],
  ['Sinhala with its joiner', 'ශ්\u200Dරී'],
  ['Dhivehi', 'އަހުމަދު'],
  ['Hebrew with points', 'שָׁלוֹם'],
  ['Armenian', 'Անահիտ'],
  ['Georgian', 'ნინო'],
  ['Amharic', 'ትዕግስት'],
  ['Thai', 'น้ำ'],
  ['Lao', 'ນ້ຳ'],
  ['Khmer', 'ខ្ញុំ'],
  ['Burmese', 'မြန်မာ'],
  ['Tibetan', 'བསྟན'],
  ['Korean', '김민준'],
  ['Korean letters written apart', '\u1112\u1161\u11AB'],
  ['Japanese', '渡邊さくら カナ'],
  ['a variant of a Japanese name', '\u845B\u{E0100}'],
  ['Cantonese', '陳大文 喺 嘅'],
  ['accents written apart', 'e\u0301 q\u0307\u0323'],
  ['an accent that has no letter of its own', 'x\u0302'],
  ['a smile', 'Does it hurt? 🙂'],
  ['an emoji with a tone of skin', '👍🏽'],
  ['a flag', '🇬🇧'],
  ['a key', '1\u20E3'],
  ['parts of a joined emoji', '👩⚕ 👨👩👧'],
  ['ticks and boxes', '✓ ✔ ✗ ☐ ☑ ☒'],
  ['signs', '≤ ≥ → ½ ① ㎎ ™ ₿ ℞'],
  ['line breaks and tabs', 'a\r\n\tb\u2028c'],
  ['nothing', ''],
])('%s can be printed', (_name, typed) => {
  expect(unprintableCharacters(typed)).toEqual([])
})

it.each([
  ['Cherokee', 'Wado ᏣᎳᎩ Ꮳ', ['Ꮳ', 'Ꮃ', 'Ꭹ']],
  ['N’Ko', 'ߒߞߏ', ['ߒ', 'ߞ', 'ߏ']],
  ['Mongolian', 'ᠮᠣ', ['ᠮ', 'ᠣ']],
  ['Gothic, of a higher plane', '𐌰', ['𐌰']],
  ['letters of mathematics', '𝒜da', ['𝒜']],
  ['an unprinted script with its vowel', 'ꠍꠤ', ['ꠍꠤ']],
  ['a mark of another script, with the letter under it', 'क\u064E and क', ['क\u064E']],
  ['a vowel of another script', 'কਿ', ['কਿ']],
  ['a bullet of Word', '\uF0B7 one', ['\uF0B7']],
  ['private use of a higher plane', '\u{10FFFD}', ['\u{10FFFD}']],
  ['what is not assigned', 'a\u0378', ['\u0378']],
  ['a control', 'a\u0007', ['\u0007']],
])('%s cannot', (_name, typed, found) => {
  expect(unprintableCharacters(typed)).toEqual(found)
})

it('judges a long text at once', () => {
  expect(unprintableCharacters('Mixed – with a tick ✔ and Ꮳ. '.repeat(9_000))).toEqual(['Ꮳ'])
})

it.each([
  [['Ꮳ'], 'The character “Ꮳ” cannot be printed in the record. Remove it or write it another way'],
  [['\uF0B7'], 'The character U+F0B7 cannot be printed in the record. Remove it or write it another way'],
  [
    ['Ꮳ', '\u{10FFFD}'],
    'The characters “Ꮳ”, U+10FFFD cannot be printed in the record. Remove them or write them another way',
  ],
  [
    [...'ᏣᎳᎩᎠᎡᎢ'],
    'The characters “Ꮳ”, “Ꮃ”, “Ꭹ”, “Ꭰ”, “Ꭱ” and others cannot be printed in the record. Remove them or write them another way',
  ],
])('names %j', (found, message) => {
  expect(unprintableMessage(found)).toBe(message)
})

describe('a field', () => {
  const messagesOf = (schema: z.ZodType, typed: unknown) =>
    schema.safeParse(typed).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

  it('of a text or a name names what it refuses; one that is searched by does not care', () => {
    expect(messagesOf(text(80), 'Ꮳ!')).toEqual([expect.stringContaining('“Ꮳ”')])
    expect(messagesOf(personName(80), 'Ada \uE000')).toEqual([expect.stringContaining('U+E000')])
    expect(searchText(80).parse('Ꮳ')).toBe('Ꮳ')
  })

  it('judges what is seen: marks of direction, joiners and variants that are taken out are no fault', () => {
    expect(text(80).parse('☃\uFE0E \u202E👩\u200D⚕\uFE0F')).toBe('☃ 👩⚕')
  })

  const record = z.object({ name: personName(80), notes: z.array(z.object({ words: optionalText(80) })) })
  const written = { name: 'ᏣᎳᎩ', notes: [{ words: 'Ꮳ' }, { words: 'plain' }] }

  it('of a record that is sent whole is judged where it was changed', () => {
    expect(messagesOf(record, written)).toHaveLength(2)
    expect(allowUnchangedText(record).parse(written)).toEqual(written)
    expect(fieldsWithNewUnprintableText(written, written)).toEqual([])
    expect(fieldsWithNewUnprintableText(written, { ...written, notes: [] })).toEqual([
      { field: 'notes.0.words', message: expect.stringContaining('“Ꮳ”') },
    ])
  })

  it('of such a record keeps its other rules', () => {
    expect(messagesOf(allowUnchangedText(record), { ...written, name: 'Ꮳ'.repeat(81) })).toEqual([
      expect.stringMatching(/^name: Enter at most 80 characters/),
    ])
    expect(messagesOf(allowUnchangedText(record), { ...written, name: 'a\u0007' })).toEqual([
      'name: Remove characters that cannot be printed',
    ])
  })
})
