import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { nations, type Nation } from '../../contract/retention-rules.ts'
import { teethOfSite } from '../../contract/teeth.ts'
import { renderWordingFor } from '../../contract/conditional-wording.ts'
import { plainText, splitSentences } from '../../wording/plain-text.ts'
import { loadContent } from './content-loader.ts'

const root = join(import.meta.dirname, '../..')
const { content, problems } = loadContent(root)
const { minutes } = parse(readFileSync(join(root, 'content/aftercare/worries.yaml'), 'utf8')) as {
  minutes: { press: number; firstBite: [number, number] }
}
const allowed = [String(minutes.press), minutes.firstBite.join(' to ')]

/** What patients read of each template, its questions among it. */
const texts = content.templates.map(({ shipped: { id, sections, questions } }) => ({
  id,
  sentences: [
    ...sections.map(({ html }) => plainText(html)),
    ...questions.flatMap(({ question, answers, explanation }) => [
      question,
      ...answers.filter(({ right }) => right).map(({ text }) => text),
      explanation,
    ]),
  ].flatMap(splitSentences),
}))
const sentencesMatching = (is: (sentence: string) => boolean) =>
  texts.flatMap(({ id, sentences }) => sentences.filter(is).map((sentence) => `${id}: ${sentence}`))

const isAboutBleeding = (sentence: string) =>
  /bleed|gauze|firm pressure/i.test(sentence) && !/nose/i.test(sentence)

describe('bleeding', () => {
  it('is pressed for the same time in every text', () => {
    const times = (sentence: string) =>
      [...sentence.matchAll(/(\d+(?: to \d+)?) minutes/g)].map((match) => match[1]!)
    const timed = sentencesMatching((sentence) => isAboutBleeding(sentence) && times(sentence).length > 0)
    expect(timed.length).toBeGreaterThan(20)
    expect(timed.filter((sentence) => times(sentence).some((time) => !allowed.includes(time)))).toEqual([])
  })

  it('that goes on is for 999 or A&E, never first for the practice', () => {
    const going = /bleed\w*[^.]*(?:goes on after|does not stop|will not stop)/i
    const first = sentencesMatching((sentence) => going.test(sentence) && /\bphone us\b/i.test(sentence))
    expect(first).toEqual([])
    expect(
      sentencesMatching((sentence) => going.test(sentence) && /999/.test(sentence)).length,
    ).toBeGreaterThan(20)
  })

  it.each([...content.words])('is asked for with the same minutes in %s', (_language, words) => {
    const { bleeding } = (words as unknown as { aftercare: { worries: Worries } }).aftercare.worries
    const numbers = (text: string) => text.match(/\d+/g)
    expect(numbers(bleeding.asks.pressed)).toEqual([String(minutes.press)])
    expect(numbers(bleeding.help)).toEqual([String(minutes.press)])
  })
})
type Worries = { bleeding: { asks: { pressed: string }; help: string } }

describe('111', () => {
  const all = [...content.templates.map(({ shipped }) => shipped), ...content.translations]
  const saidIn = (nation: Nation) =>
    all.filter(({ sections }) =>
      sections.some(({ html }) =>
        /\b111\b/.test(
          renderWordingFor(html, { teeth: teethOfSite({ teeth: [], area: null }), age: 40, nation }),
        ),
      ),
    ).length

  it.each(nations)('is named in %s where it answers', (nation) => {
    expect(problems).toEqual([])
    if (nation === 'northern-ireland') expect(saidIn(nation)).toBe(0)
    else expect(saidIn(nation)).toBeGreaterThan(content.translations.length)
  })

  it('stands in the words of a page only where the page asks whether it answers', () => {
    const keys = [...content.words].flatMap(([language, words]) =>
      Object.entries(flattenValues(words)).flatMap(([key, text]) =>
        /111/.test(text) ? [`${language}: ${key}`] : [],
      ),
    )
    expect(keys.filter((key) => !/: aftercare\.(?:nhs|call111)$/.test(key))).toEqual([])
    expect(keys).toHaveLength(content.words.size * 2)
  })

  it('is in no message, and no more is 999', () => {
    expect(JSON.stringify(content.messages)).not.toMatch(/\b(?:111|999)\b/)
  })
})

/** Texts by their path: 'aftercare.nhs'. */
const flattenValues = (value: unknown, path = ''): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.assign(
        {},
        ...Object.entries(value).map(([key, part]) => flattenValues(part, path ? `${path}.${key}` : key)),
      )
    : { [path]: String(value) }
