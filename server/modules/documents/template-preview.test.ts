import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hostileHtml } from '../../../tests/hostile-html.ts'
import { shippedFonts } from '../../platform/pdf/font-set.ts'
import { createTypesetter, TypesettingError } from '../../platform/pdf/typesetter.ts'
import { documentWorkspace } from './document-rendering.ts'
import { previewHandlers } from './template-preview.ts'

const folder = mkdtempSync(join(tmpdir(), 'template-preview-'))
const typesetter = createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })
afterAll(async () => {
  await typesetter.stop()
  rmSync(folder, { recursive: true })
})

const clock = { now: () => new Date('2026-06-21T13:05:33Z') }
type Handler = (scope: never, template: object, answering: never) => Promise<Record<string, unknown>>

const previewHandler = (drawer: typeof typesetter) => {
  const { handler } = previewHandlers({ typesetter: drawer, clock }).previewTemplate
  return (template: object) =>
    (handler as unknown as Handler)(undefined as never, template, undefined as never)
}
const preview = previewHandler(typesetter)

/** What a tool prints of the PDF that was answered. */
function read(done: Record<string, unknown>, tool: string, ...options: string[]): string {
  const path = join(folder, 'preview.pdf')
  const { pdf } = done['answer'] as { pdf: string }
  writeFileSync(path, Buffer.from(pdf, 'base64'))
  const after = tool === 'pdftotext' ? ['-'] : []
  return execFileSync(tool, [...options, path, ...after], { encoding: 'utf8', maxBuffer: 1e9 })
}

test('shows the wording as the record would, and says on every page that it is a preview', async () => {
  const sections = Array.from({ length: 30 }, (_, index) => ({
    title: `Part ${index + 1}`,
    content: `<p>It is for [Tooth].</p><ul><li>First</li><li><strong>Second</strong></li></ul><p>${'Words. '.repeat(60)}</p>`,
  }))
  const done = await preview({ name: 'Snoring splint', treatmentType: 'Other', sections })
  const text = read(done, 'pdftotext').replace(/\s+/g, ' ')
  expect(text).toContain('Preview of a consent Snoring splint Treatment Other')
  expect(text).toContain('Part 30 It is for [Tooth]. • First • Second')
  const pages = Number(/Pages: +(\d+)/.exec(read(done, 'pdfinfo'))?.[1])
  expect(pages).toBeGreaterThan(3)
  expect(text.match(/Nobody has read or signed this\./g)).toHaveLength(pages)
})

test('shows the pictures that are chosen, and numbers as marks', async () => {
  const done = await preview({
    name: 'Crown',
    sections: [{ title: 'What it is', content: '<p>A cap.</p>' }],
    pictures: ['crown', 'nothing-of-ours'],
    risks: [
      { label: 'It comes loose in 3 in 120', source: 'Our own audit' },
      { label: 'It looks odd in 5 in 120', source: '' },
    ],
  })
  const objects = read(done, 'qpdf', '--json=2')
  expect(objects).toMatch(/"\/Alt": "u:Three drawings of a back tooth/)
  expect(objects).toContain('"/Alt": "u:About 3 in every 120 people: It comes loose in 3 in 120"')
  expect(objects).not.toContain('looks odd')
})

test('as many numbers as can be sent are drawn in time', async () => {
  const risks = Array.from({ length: 100 }, (_, nth) => ({ label: `${nth + 1} in 1,000`, source: 'Audit' }))
  const done = await preview({ sections: [{ title: 'Risks', content: '<p>Some.</p>' }], risks })
  expect(read(done, 'qpdf', '--json=2').match(/"\/Alt": "u:About/g)).toHaveLength(100)
})

test('an unfinished template is drawn as far as it goes', async () => {
  const text = read(await preview({ sections: [{ title: '', content: '' }] }), 'pdftotext')
  expect(text.replace(/\s+/g, ' ')).toContain('Untitled template Treatment Not chosen yet')
})

describe('hostile input', () => {
  const acting = /\/(?:JavaScript|JS|Launch|SubmitForm|ImportData|GoToR|GoToE|RichMedia|EmbeddedFile|AA)\b/g

  test('does nothing in the file, wherever it stands', async () => {
    const sections = hostileHtml.map((typed) => ({ title: typed, content: typed }))
    for (let from = 0; from < sections.length; from += 300) {
      const part = sections.slice(from, from + 300)
      const done = await preview({ name: part[0]!.title, treatmentSubtype: part[1]!.title, sections: part })
      const objects = read(done, 'qpdf', '--json=2')
      expect(objects.match(acting)).toBeNull()
      const addresses = [...objects.matchAll(/"\/URI": "u?:?([^"]*)"/g)].map(([, address]) => address!)
      expect(addresses.filter((address) => !/^(?:URI|https?:|mailto:|tel:)/i.test(address))).toEqual([])
    }
  })

  test('links that may stand do stand, so that the test above looks in the right place', async () => {
    const content = '<p><a href="https://example.org/a">a</a></p>'
    const done = await preview({ sections: [{ title: 'Links', content }] })
    expect(read(done, 'qpdf', '--json=2')).toContain('https://example.org/a')
  })
})

describe('under load', () => {
  test('whoever asks while many wait is told to try again, and then is served', async () => {
    const finish: (() => void)[] = []
    const drawing = () => new Promise<Uint8Array>((resolve) => finish.push(() => resolve(new Uint8Array(1))))
    const ask = previewHandler({ render: drawing, stop: async () => {} })
    const asked = Array.from({ length: 9 }, () => ask({ sections: [] }))
    expect(await ask({ sections: [] })).toMatchObject({ reason: 'cannot-draw' })
    for (const end of finish) end()
    expect(await Promise.all(asked)).toHaveLength(9)
    const last = ask({ sections: [] })
    finish.at(-1)!()
    expect(await last).toHaveProperty('answer')
  })

  test('what cannot be drawn is refused in words, and anything else is a fault', async () => {
    const failing = (error: Error) =>
      previewHandler({ render: () => Promise.reject(error), stop: async () => {} })({ sections: [] })
    expect(await failing(new TypesettingError('too long'))).toMatchObject({ reason: 'cannot-draw' })
    await expect(failing(new Error('broken'))).rejects.toThrow('broken')
  })
})
