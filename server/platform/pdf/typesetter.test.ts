import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { shippedFonts } from './font-set.ts'
import { createTypesetter, TypesettingError } from './typesetter.ts'
import type { Typesetter, TypesetterLimits } from './typesetter.ts'

const workspace = mkdtempSync(join(tmpdir(), 'typesetter-'))
const createdAt = new Date('2026-11-21T10:00:00Z')
const started: Typesetter[] = []

const opening = `#let data = json("/data.json")
#set document(title: data.title, date: auto)
#set text(font: (${shippedFonts.map(({ name }) => `"${name}"`).join(', ')}), fallback: false, lang: "en", region: "GB")
= #data.title
`

function typesetter(limits?: Partial<TypesetterLimits>): Typesetter {
  const made = createTypesetter({ workspace, fonts: shippedFonts, ...(limits && { limits }) })
  started.push(made)
  return made
}

function template(name: string, body: string): string {
  const path = join(workspace, `${name}.typ`)
  writeFileSync(path, opening + body)
  return path
}

function read(tool: string, pdf: Uint8Array, ...options: string[]): string {
  const path = join(workspace, 'read.pdf')
  writeFileSync(path, pdf)
  const after = tool === 'pdftotext' ? ['-'] : []
  return execFileSync(tool, [...options, path, ...after], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const childProcesses = () => {
  try {
    return execFileSync('pgrep', ['-P', String(process.pid), '-f', `typesetter-child.ts ${workspace}`], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

const plain = template('plain', '#data.words')
// Long enough for any machine: a hundred million turns.
const endless = template('endless', '#for a in range(9999) { for b in range(9999) { let c = a + b } }')

afterEach(() => Promise.all(started.splice(0).map((made) => made.stop())))
afterAll(() => rmSync(workspace, { recursive: true }))

describe('a drawn document', () => {
  test('may be titled with words that PDF itself is written in', async () => {
    const title = 'Tj ET endstream endobj'
    const pdf = await typesetter().render({ main: plain, data: { title, words: 'x' }, createdAt })
    expect(read('pdfinfo', pdf)).toContain(title)
    expect(read('pdfinfo', pdf, '-meta')).toContain('PDF/UA identification schema')
    read('qpdf', pdf, '--check')
  })

  test('is tagged, claims PDF/A-2a and PDF/UA-1, shows its title and is sound', async () => {
    const pdf = await typesetter().render({ main: plain, data: { title: 'Tŷ', words: 'hello' }, createdAt })
    expect(read('pdfinfo', pdf)).toMatch(/Title:\s+Tŷ\n[^]*Tagged:\s+yes/)
    const metadata = read('pdfinfo', pdf, '-meta')
    expect(metadata).toMatch(/<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>A</)
    expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(metadata).toContain('PDF/UA identification schema')
    expect(read('qpdf', pdf, '--check')).toContain('No syntax or stream encoding errors')
    const { qpdf } = JSON.parse(read('qpdf', pdf, '--json=2', '--json-key=qpdf'))
    const objects = Object.values(qpdf[1]) as { value?: Record<string, unknown> }[]
    expect(objects.find(({ value }) => value?.['/Type'] === '/Catalog')?.value).toMatchObject({
      '/Lang': 'u:en-GB',
      '/ViewerPreferences': { '/DisplayDocTitle': true },
    })
  })

  test('is the same bytes for the same drawing, in another process too, and others for another time', async () => {
    const drawing = { main: plain, data: { title: 'T', words: 'x' }, createdAt }
    const one = typesetter()
    const first = await one.render(drawing)
    expect(Buffer.compare(first, await one.render(drawing))).toBe(0)
    expect(Buffer.compare(first, await typesetter().render(drawing))).toBe(0)
    expect(Buffer.compare(first, await one.render({ ...drawing, createdAt: new Date(0) }))).not.toBe(0)
  })

  test('shows what no font covers as the replacement, instead of refusing', async () => {
    const pdf = await typesetter().render({ main: plain, data: { title: 'T', words: 'yes Ꮳ no' }, createdAt })
    expect(read('pdftotext', pdf)).toContain('yes � no')
  })

  test('is drawn whatever the marks are that stand on its letters', async () => {
    const letters = [...'aŵЖΩकبکকਕગகกשខ한根1🙂 �']
    const marks = [...'\u0301\u0323\u0308\u064E\u0651\u09BF\u0A3F\u093E\u094D\u200D\u200C\u20DD\uFE0F']
    const words = letters.flatMap((letter) => marks.map((mark) => letter + mark + mark)).join(' ')
    const pdf = await typesetter().render({ main: plain, data: { title: 'T', words }, createdAt })
    expect(read('pdfinfo', pdf)).toMatch(/Tagged:\s+yes/)
  })

  test('prints markup as words', async () => {
    const words = '#import "@preview/x:1.0.0" #read("/plain.typ") $x^2$ *a* _b_ @ref <lab> \\ // c [d] `e`'
    const pdf = await typesetter().render({ main: plain, data: { title: 'T', words }, createdAt })
    expect(read('pdftotext', pdf, '-layout').replace(/\s+/g, ' ')).toContain(words)
  })

  test('has its own pictures, which are gone for the next', async () => {
    const main = template('picture', '#image("/dot.svg", alt: data.words)')
    const dot = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg>',
    )
    const one = typesetter()
    const data = { title: 'T', words: 'A dot' }
    const pdf = await one.render({ main, data, createdAt, assets: { 'dot.svg': dot } })
    expect(read('qpdf', pdf, '--json=2')).toContain('"/Alt": "u:A dot"')
    await expect(one.render({ main, data, createdAt })).rejects.toThrow('not found')
  })
})

describe('a document in any script', () => {
  const scribe = createTypesetter({ workspace, fonts: shippedFonts })
  afterAll(() => scribe.stop())

  test.each([
    ['Gujarati', 'NotoSansGujarati', 'પ્રિયા શાહ, મૂળ નહેરની સારવાર'],
    ['Odia', 'NotoSansOriya', 'ପ୍ରିୟା ଶର୍ମା'],
    ['Tamil', 'NotoSansTamil', 'ஸ்ரீ கிருஷ்ணன் பல் சிகிச்சை'],
    ['Telugu', 'NotoSansTelugu', 'శ్రీనివాస్ దంత చికిత్స'],
    ['Kannada', 'NotoSansKannada', 'ಶ್ರೀನಿವಾಸ ಹಲ್ಲಿನ ಚಿಕಿತ್ಸೆ'],
    ['Malayalam', 'NotoSansMalayalam', 'ശ്രീകുമാർ പല്ല് ചികിത്സ'],
    ['Sinhala', 'NotoSansSinhala', 'ශ්‍රී ප්‍රියංකා දත් ප්‍රතිකාර'],
    ['Dhivehi', 'NotoSansThaana', 'އަހުމަދު'],
    ['Hebrew', 'NotoSansHebrew', 'מרים כהן'],
    ['Armenian', 'NotoSansArmenian', 'Անահիտ Սարգսյան'],
    ['Georgian', 'NotoSansGeorgian', 'ნინო ბერიძე'],
    ['Amharic', 'NotoSansEthiopic', 'ትዕግስት ኃይለ'],
    ['Thai', 'NotoSansThai', 'สมชาย ใจดี'],
    ['Lao', 'NotoSansLao', 'ສົມໄຊ ນ້ຳ'],
    ['Khmer', 'NotoSansKhmer', 'សុខា ស្រី'],
    ['Burmese', 'NotoSansMyanmar', 'အောင်ဆန်း မြန်မာ'],
    ['Tibetan', 'NotoSerifTibetan', 'བསྟན་འཛིན།'],
    ['Korean', 'NotoSansKR', '김민준 치과 치료'],
    ['Cantonese', 'NotoSansSC', '陳大文 喺 嘅 根管治療'],
    ['signs', 'NotoSansSymbols2', '☐ ✔ ✗ ☒'],
    ['emoji', 'NotoEmoji', '🙂 👍🏽 🦷 🇬🇧 😭'],
  ])('%s is in a font that it carries', async (_script, font, words) => {
    const pdf = await scribe.render({ main: plain, data: { title: 'T', words }, createdAt })
    expect(read('pdffonts', pdf)).toMatch(new RegExp(`^[A-Z]{6}\\+${font}-.* yes yes yes`, 'm'))
    // Readers place blanks and marks as they see them; which letters there are is not theirs to say.
    const letters = new Set(read('pdftotext', pdf).replaceAll(/\s/g, ''))
    expect([...words.replaceAll(' ', '')].filter((letter) => !letters.has(letter))).toEqual([])
    expect(letters).not.toContain('\uFFFD')
  })
})

describe('a document that cannot be drawn', () => {
  test.each([
    ['a skipped heading', '=== deep', /skipped from heading level 1 to 3/],
    ['a picture without words', '#image(bytes("<svg xmlns=\\"http://www.w3.org/2000/svg\\"/>"))', /alt/],
    ['a file outside the workspace', '#read("../../../../../etc/passwd")', /./],
  ])('%s is refused', async (name, body, reason) => {
    const main = template(name.replaceAll(' ', '-'), body)
    await expect(typesetter().render({ main, data: { title: 'T' }, createdAt })).rejects.toThrow(reason)
  })

  test('says why without quoting the document', async () => {
    const main = template('panic', '#panic(data.words)')
    const drawn = typesetter().render({ main, data: { title: 'T', words: 'Mair Evans' }, createdAt })
    await expect(drawn).rejects.toThrow(TypesettingError)
    await expect(drawn).rejects.toThrow(/^(?!.*Mair Evans)/)
  })

  test('fails alone when it takes too long; the next is drawn by a new process', async () => {
    const one = typesetter({ documentMs: 4_000 })
    const data = { title: 'T', words: 'after' }
    const late = one.render({ main: endless, data, createdAt })
    const next = one.render({ main: plain, data, createdAt })
    await expect(late).rejects.toThrow('longer than 4000 ms')
    expect(read('pdftotext', await next)).toContain('after')
    expect(childProcesses()).toHaveLength(1)
  })

  test('fails alone when its process is killed', async () => {
    const one = typesetter()
    const data = { title: 'T', words: 'after' }
    await one.render({ main: plain, data, createdAt })
    const [before = 0] = childProcesses()
    const cut = one.render({ main: endless, data, createdAt })
    const next = one.render({ main: plain, data, createdAt })
    await Promise.resolve()
    process.kill(before, 'SIGKILL')
    await expect(cut).rejects.toThrow('the process that draws documents')
    expect(read('pdftotext', await next)).toContain('after')
    expect(childProcesses()).not.toContain(before)
  })
})

describe('the process that draws', () => {
  test('is replaced after its share of documents, and when it holds too much memory', async () => {
    const data = { title: 'T', words: 'x' }
    const one = typesetter({ documentsPerProcess: 2 })
    await one.render({ main: plain, data, createdAt })
    expect(childProcesses()).toHaveLength(1)
    await one.render({ main: plain, data, createdAt })
    expect(childProcesses()).toHaveLength(0)
    const small = typesetter({ processBytes: 1 })
    await small.render({ main: plain, data, createdAt })
    expect(childProcesses()).toHaveLength(0)
  })

  test('ends when stopped, after the documents asked for; later ones are refused', async () => {
    const one = typesetter()
    const drawing = { main: plain, data: { title: 'T', words: 'x' }, createdAt }
    const drawn = one.render(drawing)
    await one.stop()
    expect((await drawn).length).toBeGreaterThan(1000)
    expect(childProcesses()).toHaveLength(0)
    await expect(one.render(drawing)).rejects.toThrow('stopped')
  })
})
