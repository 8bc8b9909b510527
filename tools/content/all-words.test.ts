import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { languageTags } from '../../contract/languages.ts'
import { nameOf, type Problem, readFolder } from './content-file.ts'
import type { Json } from './json-type.ts'
import { loadWords } from './words-loader.ts'

const root = join(import.meta.dirname, '../..')
const files = readFolder(root, 'content/words', '.json')
const problems: Problem[] = []
const words = loadWords(files, problems)

function texts(value: Json | undefined, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, path ? `${path}.${key}` : key))
}

test('there is a file for each language, with the keys, the placeholders and the forms it must have', () => {
  expect(files.map(nameOf).sort()).toEqual(['en', ...languageTags].sort())
  expect(problems).toEqual([])
})

/** Letters that no language changes: units and the names of things. */
const untranslated = /\{\w+\}|PDF|kB/g

describe.each(languageTags)('the words in %s', (language) => {
  const english = new Map(texts(words.get('en')))
  const own = new Map(texts(words.get(language)))

  it('are nowhere left in English', () => {
    const same = [...own].filter(
      ([path, text]) => text === english.get(path) && /\p{L}/u.test(text.replaceAll(untranslated, '')),
    )
    expect(same.filter(([path]) => path !== 'dir')).toEqual([])
  })

  it.each([
    ['sign.drawHint', 'sign.type'],
    ['sign.noDrawing', 'sign.type'],
    ['cosigning.markHint', 'sign.type'],
    ['sign.meaning', 'sign.send'],
    ['home.list.finishBody', 'home.list.finish'],
  ])('call a control in %s as it is called in %s', (sentence, control) => {
    expect(own.get(sentence)).toContain(own.get(control))
  })

  it('keep the numbers of the English', () => {
    const numbers = (said: string | undefined) => said?.match(/\d+/g)?.join(' ')
    // A lone one may be written as a word, or be in the form of the noun.
    const told = [...english].filter(([, text]) => numbers(text) !== '1')
    expect(told.map(([path]) => [path, numbers(own.get(path))])).toEqual(
      told.map(([path, text]) => [path, numbers(text)]),
    )
  })
})

describe.each(['en', ...languageTags])('the survey in %s', (language) => {
  const mails =
    language === 'en'
      ? readFolder(root, 'content/messages/en', '.md').map((file) => [nameOf(file), file.text] as const)
      : Object.entries(
          JSON.parse(
            readFolder(root, 'content/messages', '.json').find((file) => nameOf(file) === language)!.text,
          ) as Record<string, { text: string }>,
        ).map(([name, { text }]) => [name, text] as const)

  it.each(['survey', 'survey-sms'])('has as many questions in the message %s as on its page', (name) => {
    const [asked] = new Map(texts(words.get(language))).get('aftercare.survey.lead')!.split(/[.。।۔]/u)
    expect(new Map(mails).get(name)!.toLowerCase()).toContain(asked!.toLowerCase())
  })
})

/** Titles of the browser's window, of which the first word has the direction of the whole; and what is one number, or set apart by its page. */
const plainlyFilled = /^page\.(window|problem)Title$|\{(email|count|number|total|size)\}/

test.each(['ar', 'ur'])('what is filled into writing in %s does not disturb its order', (language) => {
  const filled = texts(words.get(language)).filter(
    ([path, text]) => /\{/.test(text) && !plainlyFilled.test(path),
  )
  const names = filled.flatMap(([path, text]) =>
    (text.match(/.?\{\w+\}.?/gu) ?? []).map((name) => `${path} ${name}`),
  )
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !/\u2068\{\w+\}\u2069$/.test(name) && !plainlyFilled.test(name))).toEqual([])
})
