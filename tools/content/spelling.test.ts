import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import nspell from 'nspell'
import { expect, test } from 'vitest'
import { plainText, withoutPlaceholders } from '../../wording/plain-text.ts'
import { readFolder } from './content-file.ts'
import { loadContent } from './content-loader.ts'

const root = join(import.meta.dirname, '../..')
const { content } = loadContent(root)
const dictionary = (file: string) => readFileSync(join(root, 'node_modules/dictionary-en-gb', file))
const speller = nspell(dictionary('index.aff'), dictionary('index.dic'))
/** Words of dentistry, medicine and the law that a dictionary of everyday British English lacks; lower case. */
const dentalVocabulary = new Set(
  readFileSync(join(root, 'content/dental-words.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
)

/** Everything English that patients or clinicians read, with where it stands. */
function* texts(): Generator<{ place: string; text: string }> {
  for (const { shipped, suggestions } of content.templates) {
    const { id: place, name, description, cautions, risks, questions, sections } = shipped
    const asked = questions.flatMap(({ question, answers, explanation }) => [
      ...[question, explanation],
      ...answers.map(({ text }) => text),
    ])
    const written = sections.map(({ title, html }) => `${title}\n${withoutPlaceholders(plainText(html))}`)
    const labels = risks.map(({ label }) => label)
    const phrases = Object.values(suggestions).flat()
    yield {
      place,
      text: [name, description, ...cautions, ...labels, ...asked, ...written, ...phrases].join('\n'),
    }
  }
  for (const { id: place, label, ask, help } of content.factors!.factors)
    yield { place, text: `${label} ${ask} ${help}` }
  for (const { id: place, statement, forStaff } of content.factors!.rules)
    yield { place, text: `${withoutPlaceholders(statement)} ${forStaff}` }
  for (const { path, text } of readFolder(root, 'content/words', 'en.json'))
    yield {
      place: path,
      text: [...text.matchAll(/(?<!"dir"|"locale"): "([^"]*)"/g)]
        .map(([, words]) => words!.replaceAll(/\{\w+\}/g, ''))
        .join('\n'),
    }
}

const wordsIn = (text: string): string[] =>
  (text.replaceAll('’', "'").match(/\p{L}[\p{L}']*/gu) ?? []).map((word) => word.replace(/'s?$/, ''))

const firstUseByWord = new Map<string, string>()
for (const { place, text } of texts())
  for (const word of wordsIn(text)) if (!firstUseByWord.has(word)) firstUseByWord.set(word, place)

const isKnown = (word: string) =>
  speller.correct(word) || speller.correct(word.toLowerCase()) || dentalVocabulary.has(word.toLowerCase())

test('every word is spelt as British English spells it', () => {
  expect(firstUseByWord.size).toBeGreaterThan(3000)
  const unknown = [...firstUseByWord].filter(([word]) => word.length > 1 && !isKnown(word))
  expect(unknown.map(([word, place]) => `${word} (${place})`)).toEqual([])
})

test('the list of words of the trade is sorted, and holds nothing that the dictionary knows or no text uses', () => {
  const listed = [...dentalVocabulary]
  expect(listed).toEqual(listed.toSorted())
  const used = new Set([...firstUseByWord.keys()].map((word) => word.toLowerCase()))
  expect(listed.filter((word) => !used.has(word) || speller.correct(word))).toEqual([])
})

test('another country’s spelling and a slip are found', () => {
  for (const wrong of ['color', 'anesthetic', 'teh', 'toothe']) expect(isKnown(wrong)).toBe(false)
  for (const right of ['colour', 'anaesthetic', 'Mucositis']) expect(isKnown(right)).toBe(true)
})
