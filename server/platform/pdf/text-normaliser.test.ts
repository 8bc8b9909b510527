import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCoverage, readFamilyCoverage, REPLACEMENT } from './font-coverage.ts'
import { shippedFonts } from './font-set.ts'
import { createTextNormaliser, normaliseStrings } from './text-normaliser.ts'

const normalise = createTextNormaliser(shippedFonts)

describe('the shipped fonts', () => {
  test.each([
    ['Welsh', 'Tŷ Ŵyr âêîôûŵŷ'],
    ['Polish', 'Zażółć gęślą jaźń'],
    ['Vietnamese', 'Nguyễn Thị Hằng'],
    ['Greek and Cyrillic', 'Ωμέγα Дмитрий'],
    ['Devanagari', 'प्रिया शर्मा'],
    ['Arabic', 'فاطمة الزهراء، ١٢٣'],
    ['Urdu', 'ڈاکٹر عائشہ چوہدری'],
    ['Bengali', 'রুট ক্যানাল চিকিৎসায় র‍্যাশ হয়। ৯৯৯'],
    ['Punjabi', 'ਰੂਟ ਕੈਨਾਲ ਇਲਾਜ ਸਾਫ਼। ੯੯੯'],
    ['Chinese', '根管治疗，“无痛”（约 1%）：张喆、朱镕、㐂。'],
    ['Cantonese', '陳大文：喺、嘅、咗'],
    ['Japanese', '渡邊さくら ルートカナル'],
    ['Korean', '김민준 치과 치료'],
    ['Gujarati', 'પ્રિયા શાહ ૧૨૩'],
    ['Odia', 'ପ୍ରିୟା ଶର୍ମା'],
    ['Tamil', 'ஸ்ரீ கிருஷ்ணன்'],
    ['Telugu', 'శ్రీనివాస్'],
    ['Kannada', 'ಶ್ರೀನಿವಾಸ'],
    ['Malayalam', 'ശ്രീകുമാർ'],
    ['Sinhala', 'ශ්‍රී ප්‍රියංකා'],
    ['Dhivehi', 'އަހުމަދު'],
    ['Hebrew and Yiddish', 'שָׁלוֹם ייִדיש'],
    ['Armenian', 'Անահիտ Սարգսյան'],
    ['Georgian', 'ნინო ბერიძე'],
    ['Amharic and Tigrinya', 'ትዕግስት ኃይለ'],
    ['Thai', 'สมชาย น้ำ'],
    ['Lao', 'ສົມໄຊ ນ້ຳ'],
    ['Khmer', 'សុខា ស្រី'],
    ['Burmese', 'အောင်ဆန်း'],
    ['Tibetan', 'བསྟན་འཛིན།'],
    ['Yoruba and Hausa', 'Ọládélé Ṣọlá ẹ́ Ɓala Ƙ'],
    ['signs', '≤ ≥ → ✓ ✔ ✗ ☐ ☑ ☒ ✉ ☎ ★ ① ㎎'],
    ['emoji', '🙂 👍🏽 🦷 ❤ 🇬🇧 1⃣ ☃ 😭'],
    ['typography', '‘a’ “b” – — … • £ € ½ ° ×'],
  ])('cover %s', (_, words) => {
    expect(normalise(words)).toBe(words.normalize('NFC'))
  })

  test('cover the replacement itself in every style, or it could not be drawn', () => {
    const [latin] = shippedFonts
    expect(latin && readFamilyCoverage(latin).has(REPLACEMENT.codePointAt(0) ?? 0)).toBe(true)
  })

  test('have every letter and sign that is passed on without a look', () => {
    const [latin] = shippedFonts
    const covered = readFamilyCoverage(latin!)
    const codes = [0x20, 0x7e, 0xa0, 0xff].flatMap((end, at, ends) =>
      at % 2 === 0 ? Array.from({ length: ends[at + 1]! - end + 1 }, (_none, step) => end + step) : [],
    )
    const missing = [...codes, ...Array.from('–—‘’“”•…€', (sign) => sign.codePointAt(0)!)].filter(
      (code) => code !== 0xad && !covered.has(code),
    )
    expect(missing).toEqual([])
  })

  test('are read from their tables, not guessed', () => {
    const [file = ''] = shippedFonts[0]?.files ?? []
    const covered = readCoverage(readFileSync(file))
    expect([0x41, 0x175, 0x416].every((code) => covered.has(code))).toBe(true)
    expect([0x6f22, 0x1f600, 0xe000, 0xffff].some((code) => covered.has(code))).toBe(false)
  })

  test('keep a letter with its marks only where one font has both', () => {
    expect(normalise('কি ਕਿ की')).toBe('কি ਕਿ की')
    expect(normalise('কਿ')).toBe('ক�')
  })

  test('are read when a text needs them, not before: the largest is of no use to most', () => {
    const missing = { name: 'Large', files: ['/nowhere/large.ttf'] }
    const lazy = createTextNormaliser([...shippedFonts, missing])
    expect(lazy('Ŵyr فاطمة 根')).toBe('Ŵyr فاطمة 根')
    expect(() => lazy('ᏣᎳᎩ')).toThrow('/nowhere/large.ttf')
  })
})

describe('what cannot be drawn', () => {
  test.each([
    ['a script no font has', 'ᏣᎳᎩ ok', '��� ok'],
    ['what chooses between two looks of an emoji', 'ok ❤️ ☃︎', 'ok ❤ ☃'],
    ['controls and private use', 'a\u0007b\u0000c\uE000d', 'abcd'],
    ['half a surrogate pair', 'a\uD800b', 'ab'],
    ['overrides that reorder what is read', 'pay \u202E001\u202C now', 'pay 001 now'],
    ['a mark of another script on a letter', 'क\u064E', 'क�'],
    ['line breaks', 'a\r\n\tb', 'a b'],
  ])('%s', (_, words, drawn) => {
    expect(normalise(words)).toBe(drawn)
  })

  test('is found in every string of the data, keys left alone', () => {
    expect(normaliseStrings({ ᏣᎳᎩ: ['Ꮳ', { a: 1, b: null, c: true }] }, normalise)).toEqual({
      ᏣᎳᎩ: ['�', { a: 1, b: null, c: true }],
    })
  })
})
