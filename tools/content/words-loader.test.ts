import { describe, expect, it } from 'vitest'
import { type Problem, problemLine } from './content-file.ts'
import { jsonType } from './json-type.ts'
import { loadWords } from './words-loader.ts'

function load(languages: Record<string, string>) {
  const problems: Problem[] = []
  const files = Object.entries(languages).map(([name, text]) => ({
    path: `content/words/${name}.json`,
    text,
  }))
  return { words: loadWords(files, problems), problems: problems.map(problemLine) }
}

describe('words', () => {
  it('may be absent', () => {
    expect(load({})).toEqual({ words: new Map(), problems: [] })
  })

  it('are the same in every language', () => {
    const { words, problems } = load({ cy: '{"sign":{"next":"Nesaf"}}', en: '{"sign":{"next":"Next"}}' })
    expect(problems).toEqual([])
    expect(words.get('cy')).toEqual({ sign: { next: 'Nesaf' } })
  })

  it.each([
    ['a missing key', '{"a":"x"}', '"b.c" is missing'],
    ['an extra key', '{"a":"x","b":{"c":"y","d":"z"}}', '"b.d" is not in en.json'],
    ['an empty text', '{"a":" ","b":{"c":"y"}}', '"a" is empty'],
  ])('are refused for %s', (_what, cy, message) => {
    expect(load({ cy, en: '{"a":"1","b":{"c":"2"}}' }).problems).toContain(
      `content/words/cy.json: ${message}`,
    )
  })

  it('need English, and valid JSON', () => {
    expect(load({ cy: '{"a":"x"}' }).problems).toEqual(['content/words/en.json: is missing'])
    expect(load({ en: '{"a":' }).problems).toEqual([expect.stringMatching(/^content\/words\/en\.json: /)])
  })
})

describe('the type of a JSON value', () => {
  it('has the keys and kinds of the value', () => {
    expect(jsonType({ a: 'x', 'b-c': { d: 1, e: [true, null] } })).toBe(
      '{\n  "a": string\n  "b-c": {\n    "d": number\n    "e": (boolean | null)[]\n  }\n}',
    )
  })

  it('joins the objects of a list, with optional keys', () => {
    expect(
      jsonType([
        { a: 'x', b: [] },
        { a: 'y', c: ['z'] },
      ]),
    ).toBe('{\n  "a": string\n  "b"?: never[]\n  "c"?: string[]\n}[]')
  })
})
