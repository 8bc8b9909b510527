import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Problem } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { loadGlossary } from './glossary-loader.ts'

const { content } = loadContent(join(import.meta.dirname, '../..'))

/** What is wrong with a glossary of this text, held against the library as shipped. */
function problemsOf(text: string): string[] {
  const problems: Problem[] = []
  loadGlossary({ path: 'content/glossary.yaml', text }, content.templates, problems)
  return problems.map(({ message }) => message)
}

it('holds at least 80 words of the templates, each with its meaning', () => {
  expect(content.glossary.length).toBeGreaterThanOrEqual(80)
  for (const { meaning } of content.glossary) expect(meaning).toMatch(/^[A-Z].+\.$/)
})

it.each([
  ['- term: crown\n  meaning: A cap on a tooth.', []],
  ['- term: zeppelin\n  meaning: A large balloon.', ['"zeppelin" stands in no template of the library']],
  ['- term: rown\n  meaning: Inside another word.', ['"rown" stands in no template of the library']],
  [
    '- term: crown\n  also: [bridge]\n  meaning: One.\n- term: Bridge\n  meaning: Two.',
    ['"bridge" is there twice'],
  ],
])('finds what is wrong: %s', (text, wrong) => expect(problemsOf(text)).toEqual(wrong))

it('asks for a meaning that is short and made of sentences', () => {
  expect(problemsOf('- term: crown')).toHaveLength(1)
  expect(problemsOf('- term: crown\n  meaning: A cap on a tooth')).toHaveLength(1)
  expect(problemsOf(`- term: crown\n  meaning: ${'A cap. '.repeat(30)}`)).toHaveLength(1)
})
