import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readFamilyCoverage } from '../../platform/pdf/font-coverage.ts'
import { shippedFonts } from '../../platform/pdf/font-set.ts'
import { createTypesetter } from '../../platform/pdf/typesetter.ts'
import { documentWorkspace, renderConsentDocument } from './document-rendering.ts'
import type { ConsentDocument } from './document-rendering.ts'

const folder = mkdtempSync(join(tmpdir(), 'document-scripts-'))
const typesetter = createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })
afterAll(async () => {
  await typesetter.stop()
  rmSync(folder, { recursive: true })
})

const at = new Date('2026-06-21T13:05:33Z')
const hash = 'a3f1'.repeat(16)

/** A record whose wording is this, and nothing else of it. */
function draw(title: string, ...html: string[]): Promise<Uint8Array> {
  const record: ConsentDocument = {
    ...{ consentId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311', title, treatment: 'Root canal', diagnosis: '' },
    clinic: { name: 'Bryn Awel Dental Practice', address: 'Aberystwyth', phone: '01970 555 014' },
    patient: { name: 'Mair Evans', born: '1987-03-04' },
    clinician: { name: 'Dr Amara Okafor', role: 'Dentist' },
    ...{ teeth: [], risks: [], statements: ['I agree.'], declined: [], discussions: [], questions: [] },
    ...{ attestations: [], capacity: [], reading: null },
    sections: html.map((part) => ({ title, html: part })),
    signature: { kind: 'typed', typed: 'Mair Evans', name: 'Mair Evans', role: 'Patient', at },
    events: [{ what: 'Signed', who: 'Mair Evans', at, ip: '203.0.113.7', hash }],
    hashes: { content: hash, signature: hash, record: hash },
    ...{ template: { name: title, version: '1' }, verification: 'A link.', drawnAt: at },
  }
  return renderConsentDocument(typesetter, record)
}

function read(pdf: Uint8Array, tool: string, ...options: string[]): string {
  const path = join(folder, 'read.pdf')
  writeFileSync(path, pdf)
  const after = tool === 'pdftotext' ? ['-'] : []
  return execFileSync(tool, [...options, path, ...after], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** The words as they are copied, without the marks by which a reader says which way they run. */
const words = (pdf: Uint8Array) =>
  read(pdf, 'pdftotext')
    .replace(/[\u200E\u200F\u202A-\u202E]/g, '')
    .replace(/\s+/g, ' ')

/** Which languages the parts of the tagged text say they are in. */
const languages = (pdf: Uint8Array) =>
  new Set(Array.from(read(pdf, 'qpdf', '--json=2').matchAll(/"\/Lang": "u:([^"]*)"/g), ([, tag]) => tag))

/** Where a word begins and ends on its line, in points from the left of a page that is 595 wide. */
function place(pdf: Uint8Array, word: string): { left: number; right: number } {
  // Letters that run from right to left are given as they lie on the page.
  const spelt = [word, [...word].reverse().join('')]
  const found = Array.from(
    read(pdf, 'pdftotext', '-bbox').matchAll(/xMin="([-\d.]+)".*xMax="([-\d.]+)".*>(.*)<\/word>/g),
  ).find(([, , , text]) => spelt.includes(text ?? ''))
  if (!found) throw new Error(`no word ${word}`)
  return { left: Number(found[1]), right: Number(found[2]) }
}

describe.each([
  {
    ...{ language: 'Urdu', tag: 'ur', font: 'NotoSansArabic' },
    title: 'ڈاڑھ کی روٹ کینال کے لیے رضامندی',
    text: 'دانت کے اندر نرم حصہ ہوتا ہے جسے پلپ کہتے ہیں۔ گہری سڑن سے اسے نقصان پہنچ سکتا ہے۔',
  },
  {
    ...{ language: 'Arabic', tag: 'ar', font: 'NotoSansArabic' },
    title: 'موافقة المريض',
    text: 'قد تشعر بوجع خفيف بعد ذلك',
  },
  {
    ...{ language: 'Chinese', tag: 'zh-CN', font: 'NotoSansSC' },
    title: '磨牙根管治疗同意书',
    text: '根管治疗是清除牙齿内部感染的牙髓，把根管清洗干净。',
  },
  {
    ...{ language: 'Bengali', tag: 'bn', font: 'NotoSansBengali' },
    title: 'রুট ক্যানাল চিকিৎসায় সম্মতি',
    text: 'দাঁতের ভেতরের সংক্রমিত মজ্জা সরিয়ে ফেলা হয়। শ্বাস নিতে কষ্ট হলে বলুন।',
  },
  {
    ...{ language: 'Punjabi', tag: 'pa', font: 'NotoSansGurmukhi' },
    title: 'ਰੂਟ ਕੈਨਾਲ ਇਲਾਜ ਲਈ ਸਹਿਮਤੀ',
    text: 'ਰੂਟ ਕੈਨਾਲ ਇਲਾਜ ਵਿੱਚ ਦੰਦ ਦੇ ਅੰਦਰੋਂ ਲਾਗ ਵਾਲਾ ਗੁੱਦਾ ਕੱਢਿਆ ਜਾਂਦਾ ਹੈ। ਸਾਫ਼।',
  },
])('a record in $language', ({ tag, font, title, text }) => {
  test('gives its words back, in fonts that it carries, and says their language', async () => {
    const pdf = await draw(title, `<p>${text}</p><ul><li><strong>${title}</strong></li></ul>`)
    expect(words(pdf)).toContain(text.normalize('NFC'))
    expect(words(pdf)).toContain(title.normalize('NFC'))
    expect(words(pdf)).not.toContain('\uFFFD')
    const fonts = read(pdf, 'pdffonts').split('\n').slice(2).filter(Boolean)
    // Embedded, as a subset, with the characters that its glyphs stand for.
    expect(fonts.filter((line) => !/ yes yes yes +\d+ +0$/.test(line))).toEqual([])
    for (const style of ['Regular', '(?:SemiBold|Bold)'])
      expect(fonts.some((line) => new RegExp(`^[A-Z]{6}\\+${font}-${style}`).test(line))).toBe(true)
    expect(languages(pdf)).toEqual(new Set(['en-GB', tag]))
    expect(read(pdf, 'pdfinfo', '-meta')).toMatch(/<pdfaid:conformance>A<[^]*<pdfuaid:part>1</)
  })
})

describe('wording from right to left', () => {
  test('begins on the right: headings, paragraphs and the marks of lists', async () => {
    const pdf = await draw('رضامندی', '<h4>تفصیل</h4><p>ڈاکٹر</p><ol><li>پہلا</li></ol><p>Evansford</p>')
    expect(place(pdf, 'تفصیل').right).toBeGreaterThan(520)
    expect(place(pdf, 'ڈاکٹر').right).toBeGreaterThan(520)
    expect(place(pdf, 'پہلا').right).toBeGreaterThan(500)
    expect(place(pdf, 'پہلا').right).toBeLessThan(525)
    // An English paragraph within it begins on the left.
    expect(place(pdf, 'Evansford').left).toBeLessThan(70)
  })

  test('has English names where they are said, and numbers in groups in their order', async () => {
    const pdf = await draw(
      'رضامندی',
      '<p>Warfarin لینے والے ڈاکٹر کو 02920 777 088 پر یا 999 پر فون کریں</p>',
    )
    expect(place(pdf, 'Warfarin').right).toBeGreaterThan(520)
    const [first, second, third] = ['02920', '777', '088'].map((group) => place(pdf, group).left)
    expect(first).toBeLessThan(second!)
    expect(second).toBeLessThan(third!)
    // 999 is said after the telephone number, which is further to the left here.
    expect(place(pdf, '999').right).toBeLessThan(first!)
  })
})

test('one record may hold them all, each paragraph in its own language', async () => {
  const pdf = await draw(
    'Consent',
    '<p>Read to the patient in ڈاڑھ and 中文.</p><p>根管治疗</p><p>ڈاکٹر کو بتائیں</p><p>ব্যথা কমে</p><p>ਦਰਦ ਘਟਦਾ ਹੈ</p>',
  )
  expect(languages(pdf)).toEqual(new Set(['en-GB', 'zh-CN', 'ur', 'bn', 'pa']))
})

test('a record draws what any of the shipped fonts has', async () => {
  const families = shippedFonts.map((family) => readFamilyCoverage(family))
  const letters = families.map((covered, at) => {
    const own = [...covered].find(
      (code) =>
        code > 0x40 &&
        /[\p{L}\p{So}]/u.test(String.fromCodePoint(code)) &&
        !families.slice(0, at).some((earlier) => earlier.has(code)),
    )
    return String.fromCodePoint(own!)
  })
  const pdf = await draw('Consent', `<p>${letters.join(' ')}</p>`)
  const found = words(pdf)
  expect(letters.filter((letter) => !found.includes(letter))).toEqual([])
  const carried = read(pdf, 'pdffonts')
  expect(
    shippedFonts.map(({ name }) => name.replaceAll(' ', '')).filter((name) => !carried.includes(`+${name}-`)),
  ).toEqual([])
})

test('Chinese breaks where Chinese breaks: no line begins with a full stop, and none runs into the margin', async () => {
  const pdf = await draw('同意书', `<p>${'治疗后请勿进食。'.repeat(60)}</p><p>${'牙'.repeat(300)}</p>`)
  const lines = read(pdf, 'pdftotext').split('\n')
  expect(lines.filter((line) => line.startsWith('治疗') || line.includes('请勿')).length).toBeGreaterThan(5)
  expect(lines.filter((line) => /^[。，]/.test(line))).toEqual([])
  expect(lines.join('')).not.toContain('\u200B')
  const boxes = Array.from(read(pdf, 'pdftotext', '-bbox').matchAll(/xMax="([-\d.]+)"/g))
  expect(boxes.every(([, right]) => Number(right) < 540)).toBe(true)
})
