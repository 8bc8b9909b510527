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

  it.each([
    [
      'that is not known',
      { tlh: '{"a":"x"}' },
      'tlh.json: is in none of the languages of contract/languages.ts',
    ],
    ['with a placeholder too few', { cy: '{"a":"x"}' }, 'cy.json: "a" lacks {phone}'],
    ['with one too many', { cy: '{"a":"{phone} {name}"}' }, 'cy.json: "a" has {name}, which English has not'],
    ['written the wrong way', { ur: '{"a":"{phone}","dir":"ltr"}' }, 'ur.json: "dir" is not rtl'],
    ['under the name of another', { ur: '{"a":"{phone}","locale":"pl"}' }, 'ur.json: "locale" is none of ur'],
  ])('are refused for a language %s', (_what, language, message) => {
    const english = '{"a":"Call {phone}","dir":"ltr","locale":"en-GB"}'
    expect(load({ en: english, ...language }).problems).toContain(`content/words/${message}`)
  })

  describe('that depend on a number', () => {
    const en = '{"tries":{"one":"1 try","other":"{count} tries"}}'
    const polish = (tries: object) => load({ en, pl: JSON.stringify({ tries }) }).problems
    const all = { one: '1 próba', few: '{count} próby', many: '{count} prób', other: '{count} próby' }

    it('have the forms of their language, of which only that for one number may leave the number out', () => {
      expect(polish(all)).toEqual([])
      expect(polish({ ...all, one: '{count} próba' })).toEqual([])
      expect(polish({ ...all, many: 'prób' })).toEqual(['content/words/pl.json: "tries.many" lacks {count}'])
    })

    it('are refused without a form, or with one that the language has not', () => {
      const { few: _few, ...rest } = all
      expect(polish(rest)).toEqual(['content/words/pl.json: "tries.few" is missing'])
      expect(polish({ ...all, two: '2' })).toEqual(['content/words/pl.json: "tries.two" is not in en.json'])
    })
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
