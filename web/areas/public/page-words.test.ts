import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import library from '../../../build/content/templates.json'
import site from '../../../build/content/page.site.json'
import { plans, planNames } from '../../../contract/plans.ts'
import { templateGroups } from '../../library-groups.ts'
import { fillCounts } from './library-counts.ts'
import { catalogue, templatesOfGroup } from './library-texts.ts'

const folder = join(import.meta.dirname, '../../../content/pages')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const solutions = readdirSync(folder).filter((name) => /^(dental|digital)-.*\.json$/.test(name))
const names = ['home.json', ...solutions]

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* texts(part)
}

const wordsOf = (name: string): string[] =>
  [...texts(read(name))]
    .join(' \n ')
    .toLowerCase()
    .match(/[\p{L}\p{N}’]+/gu) ?? []

function fiveGrams(name: string): Set<string> {
  const words = wordsOf(name)
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' ')))
}

test('there are the home page and the eight solution pages, each with enough to say', () => {
  expect(solutions).toHaveLength(8)
  for (const name of names) expect(wordsOf(name).length, name).toBeGreaterThan(250)
})

test('no two of them say the same: fewer than 15 % of the runs of five words are shared (rulings 61)', () => {
  const grams = new Map(names.map((name) => [name, fiveGrams(name)]))
  for (const [one, ofOne] of grams)
    for (const [other, ofOther] of grams) {
      if (one >= other) continue
      const both = [...ofOne].filter((gram) => ofOther.has(gram)).length / Math.min(ofOne.size, ofOther.size)
      expect(both, `${one} and ${other}`).toBeLessThan(0.15)
    }
})

test('the manual says nothing that its page does not show', () => {
  const shown = new Set(['id', 'heading', 'text', 'table', 'steps', 'alternatives', 'notes', 'pictures'])
  const { chapters } = read('consent-manual.json') as { chapters: object[] }
  expect(chapters.flatMap((chapter) => Object.keys(chapter)).filter((key) => !shown.has(key))).toEqual([])
})

test('titles and descriptions are their own and fit a result of a search', () => {
  const heads = [site, ...solutions.map((name) => read(name) as typeof site)]
  expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
  expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length)
  for (const { title, description } of heads) {
    expect(title.length, title).toBeLessThan(75)
    expect(description.length, description).toBeGreaterThan(60)
    expect(description.length, description).toBeLessThan(170)
  }
})

test('what is counted is what the library holds: more than 200 templates', () => {
  expect(library.length).toBeGreaterThan(200)
  expect(fillCounts('{templates}')).toBe(String(library.length))
  expect(fillCounts('{types}')).toBe(String(new Set(library.map(({ treatmentType }) => treatmentType)).size))
  expect(fillCounts('{rules} of {nothing}')).toMatch(/^\d+ of \{nothing\}$/)
})

test('the catalogue has every template once, under its treatment type', async () => {
  const groups = await catalogue()
  const listed = groups.flatMap(({ name, templates }) => templates.map(({ id }) => `${name}: ${id}`))
  expect(listed.toSorted()).toEqual(
    library.map(({ id, treatmentType }) => `${treatmentType}: ${id}`).toSorted(),
  )
})

test('each treatment type has a page with all its texts, as they are shipped', async () => {
  for (const [group, type] of Object.entries(templateGroups)) {
    const page = await templatesOfGroup(`/dental-templates/${group}/`)
    expect(page.type).toBe(type)
    expect(page.templates.length).toBe(library.filter(({ treatmentType }) => treatmentType === type).length)
    for (const { sections } of page.templates) expect(sections).toHaveLength(6)
  }
})

test('a page is known by the address of its data too, and no other address is taken for one', async () => {
  expect((await templatesOfGroup('/dental-templates/dentures.data')).type).toBe('Dentures')
  await expect(templatesOfGroup('/dental-templates/nothing')).rejects.toThrow('/dental-templates/nothing')
})

test('claims that no page may make', () => {
  for (const name of [...names, 'our-evidence.json']) {
    const said = [...texts(read(name))].join('\n')
    expect(said, name).not.toMatch(
      /\b(?:CQC|GDC)[- ](?:approved|certified|accredited)|guarantees? compliance|fully compliant/i,
    )
    expect(said, name).not.toMatch(/\d+ ?% (?:faster|less|fewer|more)/i)
  }
})

test('plans grow from the first to the last', () => {
  const rooms = planNames.map((name) => plans[name].video_storage_bytes)
  expect(rooms).toEqual(rooms.toSorted((one, other) => one - other))
  const counts = planNames.map((name) => plans[name].consents_a_month ?? Infinity)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
})
