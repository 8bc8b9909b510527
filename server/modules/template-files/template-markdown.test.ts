import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import library from '../../../build/content/templates.json' with { type: 'json' }
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { normaliseRichText } from '../../platform/rich-text-tree.ts'
import { buildMarkdownFile, readMarkdownFile, type NamedTemplate } from './template-markdown.ts'

const normaliseHtml = (html: string) => normaliseRichText(sanitiseRichText(html))
/** The build parts long lists, which somebody who writes them would not. */
const joinLists = (html: string) => html.replaceAll('</ul>\n<ul>\n', '')
const content = (path: string) => readFileSync(new URL(`../../../content/${path}`, import.meta.url), 'utf8')

const fileOf = ({ sections, risks, questions, ...entry }: (typeof library)[number]): NamedTemplate => ({
  ...entry,
  sections: sections.map(({ html, ...section }) => ({ ...section, content: html, media: null })),
  // A figure is read off the label, and what a risk rests on is the library's: neither stands in a file.
  risks: risks.map(({ figure: _figure, basis: _basis, ...risk }) => risk as NamedTemplate['risks'][number]),
  questions,
  metadata: {
    requiresTooth: entry.requiresTooth,
    requiresDiagnosis: entry.requiresDiagnosis,
    isGlobal: true,
  },
  clinicalOwner: null,
  translations: [],
})

test('every template of the shipped library is written and read as it was, without any HTML', () => {
  expect(library.length).toBeGreaterThanOrEqual(5)
  for (const entry of library) {
    const written = buildMarkdownFile(fileOf(entry))
    expect(written).not.toMatch(/<\w|```/)
    const { template, remarks, faults } = readMarkdownFile(written)
    expect([remarks, faults]).toEqual([[], []])
    const { name, description, treatmentType, treatmentSubtype, cautions, questions, reviewDue } = entry
    const facts = {
      name,
      description,
      treatmentType,
      treatmentSubtype,
      cautions,
      risks: fileOf(entry).risks,
      questions,
      reviewDue,
    }
    expect(template).toMatchObject({
      ...facts,
      sections: entry.sections.map(({ id, title, html }) => ({ id, title, content: normaliseHtml(html) })),
    })
  }
})

test('the library’s own files read as the build reads them, once their blocks are put in', () => {
  for (const { id, name, sections } of library) {
    const source = content(`templates/${id}.md`)
    const blocks = readMarkdownFile(source).faults
    expect(blocks.length).toBeGreaterThan(0)
    expect(blocks[0]).toContain(
      'stands for wording of the shipped library. Put the wording itself in its place.',
    )
    const whole = source.replaceAll(/\{% block: ([\w-]+) %\}/g, (_whole, block: string) =>
      content(`blocks/${block}.md`).trim(),
    )
    const { template, faults } = readMarkdownFile(whole)
    expect(faults).toEqual([])
    expect(template.name).toBe(name)
    expect(template.sections).toMatchObject(
      sections.map(({ title, html }) => ({ title, content: joinLists(normaliseHtml(html)) })),
    )
  }
})

test('titles and facts of every kind come back as they were', () => {
  const [entry] = library
  const odd = [
    '# One',
    '## Two ##',
    'a*b_c`d[e]<f>&amp;~|\\',
    'line\nbreak\ttab',
    '{{tooth}}',
    '123',
    '- a',
    'é 🦷',
  ]
  const template = {
    ...fileOf(entry!),
    name: 'yes',
    description: '2026-11-21',
    cautions: ['null', ': #', '"quoted"', '- dash', 'a\nb'],
    sections: odd.map((title, index) => ({ id: index + 1, title, content: '<p>## a</p>', media: null })),
  }
  const { template: read, faults } = readMarkdownFile(buildMarkdownFile(template))
  expect(faults).toEqual([])
  const { name, description, cautions, sections } = template
  expect(read).toMatchObject({ name, description, cautions, sections })
})
