import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nations } from '../../contract/retention-rules.ts'
import type { Problem } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { loadNhsCharges } from './nhs-charge-loader.ts'

const { content } = loadContent(join(import.meta.dirname, '../..'))

const source = 'sources: [{ title: A page, url: https://example.org }]'
const entry = (nation: string, more = '') =>
  `  - { nation: ${nation}, rule: By item., checkedOn: 2026-11-29, ${source}${more} }\n`

/** What is wrong with a file that has these entries besides one of each other nation. */
function problemsOf(english: string): string[] {
  const problems: Problem[] = []
  const others = nations.filter((nation) => nation !== 'england').map((nation) => entry(nation))
  const text = `charges:\n${english}${others.join('')}`
  loadNhsCharges({ path: 'content/nhs-charges.yaml', text }, problems)
  return problems.map(({ message }) => message)
}

it('holds every nation, with a source of each', () => {
  expect(new Set(content.nhsCharges.map(({ nation }) => nation))).toEqual(new Set(nations))
  for (const { sources } of content.nhsCharges) expect(sources.length).toBeGreaterThan(0)
})

it.each([
  ['one entry', entry('england'), []],
  ['an entry for each year', entry('england') + entry('england', ', from: 2026-04-01'), []],
  ['no entry', '', ['"england" is missing']],
  ['two for one day', entry('england').repeat(2), ['"england" is there twice for one day']],
  ['an amount in pence', entry('england', ', from: 2026-04-01, bands: { band-1: 27.9p }'), [/is no price/]],
  ['an amount without a day', entry('england', ', bands: { band-1: £27.90 }'), [/amounts need the day/]],
  ['no source', entry('england').replace(source, 'sources: []'), [/sources/]],
])('%s', (_name, english, wrong) => {
  const found = problemsOf(english)
  expect(found).toHaveLength(wrong.length)
  for (const [index, message] of wrong.entries()) expect(found[index]).toMatch(message)
})
