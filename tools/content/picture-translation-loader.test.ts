import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { languageTags } from '../../contract/languages.ts'
import type { Problem } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { loadPictureTranslations, pictureWordsHash } from './picture-translation-loader.ts'

const section = 'Treatment Description'
const crown = { id: 'crown', title: 'A crown', alt: '1 is the cap. 2 is the gum.', section, svg: '<svg/>' }
const tablet = { id: 'tablet', title: 'A tablet', alt: 'One aspirin tablet.', section, svg: '<svg/>' }
const aspirin = { cy: 'aspirin' }
const good = {
  id: 'crown',
  from: pictureWordsHash(crown),
  title: 'Coron',
  alt: '1 yw’r cap. 2 yw’r deintgig.',
}

function load(
  entries: object[],
  { path = 'content/translations/cy/pictures.yaml', head = {} }: { path?: string; head?: object } = {},
) {
  const problems: Problem[] = []
  const text = JSON.stringify({
    ...{ language: 'cy', status: 'machine', draftedOn: '2026-11-29', pictures: entries },
    ...head,
  })
  const pictures = [crown, tablet]
  const loaded = loadPictureTranslations([{ path, text }], { pictures, medicines: { aspirin } }, problems)
  const gaps = loaded.gaps.filter(({ language }) => language === 'cy')
  return { ...loaded, gaps, messages: problems.map(({ message }) => message) }
}

test('words of a drawing are given by language and drawing, and what is missing is listed', () => {
  const { translations, gaps, messages } = load([good])
  expect(messages).toEqual([])
  expect(translations).toEqual({ cy: { crown: { title: good.title, alt: good.alt } } })
  expect(gaps).toEqual([{ language: 'cy', picture: 'tablet', isStale: false }])
})

test('what says the English of before is not given, but listed, and not held against the new', () => {
  const stale = { ...good, from: pictureWordsHash({ ...crown, title: 'A cap' }), alt: '9 yw’r cap.' }
  const { translations, gaps, messages } = load([stale])
  expect(messages).toEqual([])
  expect(translations).toEqual({ cy: {} })
  expect(gaps).toContainEqual({ language: 'cy', picture: 'crown', isStale: true })
})

describe('refused:', () => {
  const ofTablet = { id: 'tablet', from: pictureWordsHash(tablet), title: 'Tabled' }
  test.each<[string, object[], RegExp, Parameters<typeof load>[1]?]>([
    ['a number left out', [{ ...good, alt: '1 yw’r cap. Dyma’r deintgig.' }], /numbers of alt: 1, but in/],
    [
      'two numbers exchanged for one',
      [{ ...good, alt: '1 yw’r cap. 1 yw’r deintgig.' }],
      /numbers of alt: 1 1/,
    ],
    ['a number in the title', [{ ...good, title: 'Coron 3' }], /numbers of title: 3, but in English: none/],
    ['other digits', [{ ...good, alt: '1 yw’r cap. 2 yw’r deintgig ۲.' }], /must be in the digits/],
    ['a drawing that is not there', [{ ...good, id: 'bridge' }], /there is no drawing "bridge"/],
    ['a drawing twice', [good, good], /"crown" is there twice/],
    ['a medicine left out', [{ ...ofTablet, alt: 'Un dabled.' }], /aspirin is not named/],
    ['no text', [{ ...good, alt: ' ' }], /alt/],
    ['that a person has checked it', [good], /status/, { head: { status: 'checked' } }],
    ['another language', [good], /path must name/, { path: 'content/translations/pl/pictures.yaml' }],
  ])('%s', (_what, entries, problem, given) => {
    expect(load(entries, given).messages.join('\n')).toMatch(problem)
  })
})

describe('the shipped words', () => {
  let content: ReturnType<typeof loadContent>['content']
  beforeAll(() => {
    content = loadContent(join(import.meta.dirname, '../..')).content
  })

  test('every drawing of the treatments that are translated has its words in all nine languages', () => {
    const translated = new Set(content.translations.map(({ template }) => template))
    // The sixty treatments done most often.
    expect(translated.size).toBe(60)
    const templates = content.templates.filter(({ shipped }) => translated.has(shipped.id))
    const drawings = new Set(templates.flatMap(({ shipped }) => shipped.pictures))
    expect(drawings.size).toBeGreaterThan(5)
    for (const language of languageTags)
      for (const drawing of drawings)
        expect(content.pictureTranslations[language], `${language}: ${drawing}`).toHaveProperty(drawing)
  })

  test('no two languages have the same words, nor English', () => {
    for (const { id, alt } of content.pictures) {
      const said = languageTags.flatMap((language) => content.pictureTranslations[language]?.[id]?.alt ?? [])
      expect(new Set([alt, ...said]).size, id).toBe(said.length + 1)
    }
  })
})
