import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nations } from '../../contract/retention-rules.ts'
import type { Problem } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { lawListing } from './law-listing.ts'
import { loadLaws } from './law-loader.ts'

const root = join(import.meta.dirname, '../..')
const laws = loadContent(root).content.laws!

const law = {
  ...{ id: 'a-law', nations: ['wales'], title: 'An Act', says: 'It says so.', from: '2026-01-01' },
  ...{ restsOn: ['README.md'], sources: [{ title: 'The Act', url: 'https://www.legislation.gov.uk/' }] },
}
/** What is wrong with a register of these laws. */
function problemsOf(...written: object[]): string[] {
  const problems: Problem[] = []
  const text = JSON.stringify({ ...laws, laws: written })
  loadLaws({ path: 'content/laws.yaml', text }, problems)
  return problems.map(({ message }) => message)
}

it('docs/law.md says what the register says', () => {
  expect(readFileSync(join(root, 'docs/law.md'), 'utf8')).toBe(lawListing(laws))
})

it('covers every nation, and what rests on a law is there', () => {
  expect(new Set(laws.laws.flatMap((each) => each.nations))).toEqual(new Set(nations))
  const missing = laws.laws.flatMap(({ restsOn }) => restsOn).filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
})

it.each<[string, object[], RegExp]>([
  ['ends before it begins', [{ ...law, until: '2025-12-31' }], /ends before it begins/],
  ['has no first day and says nothing of it', [{ ...law, from: null }], /no first day/],
  ['is there twice', [law, law], /"a-law" is there twice/],
  ['has no source', [{ ...law, sources: [] }], /sources/],
  ['is told in no sentence', [{ ...law, says: 'So' }], /must be sentences/],
])('a law that %s is reported', (_, written, message) => {
  expect(problemsOf(...written).join('\n')).toMatch(message)
})

it('a law that is whole is taken', () => {
  expect(problemsOf(law, { ...law, id: 'another', until: '2034-12-31' })).toEqual([])
})
