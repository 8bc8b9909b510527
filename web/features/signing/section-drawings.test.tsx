import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import words from '../../../build/content/words.en.json' with { type: 'json' }
import type { PatientConsent } from '../../../contract/signing.ts'
import { PartBody } from './part-body.tsx'
import { WordsProvider, type WordSource } from './words-context.tsx'

const alt = 'A cap over a tooth. 1 is the cap.'
const drawing = { id: 'crown', title: 'A crown', alt, svg: '<svg/>', sectionTitle: 'What it is' }
const urdu = { language: 'ur' as const, title: 'کراؤن', alt: 'دانت پر خول۔ 1 خول ہے۔' }
const translated = { ...urdu, format: 'standard' as const, content: '<p>تاج</p>', status: 'checked' as const }

async function drawn(picture: object, beside: object | undefined): Promise<string> {
  const section = { id: 1, title: 'What it is', content: '<p>A cap.</p>', ...(beside && { beside }) }
  const consent = {
    id: 'c',
    content: { title: 'Crown', sections: [section], risks: [], pictures: [picture] },
  }
  const all = Promise.resolve(words)
  const source: WordSource = { language: 'en', entry: words, all: () => all }
  const { prelude } = await prerender(
    <WordsProvider words={{ english: source, load: async () => source }}>
      <Suspense>
        <PartBody consent={consent as unknown as PatientConsent} sectionIndex={0} level={2} />
      </Suspense>
    </WordsProvider>,
  )
  return new Response(prelude).text()
}

test('a drawing stands among the words of its patient, in their language, the English with it as English', async () => {
  const html = await drawn({ ...drawing, beside: urdu }, translated)
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(html).toMatch(new RegExp(`<img lang="ur" dir="rtl"[^>]*alt="${urdu.alt}"`))
  expect(html).toMatch(new RegExp(`<figcaption lang="ur" dir="rtl"[^>]*>${urdu.title}<`))
  expect(html).toContain(words.readingAids.drafted)
  expect(html).toMatch(
    /<div lang="en" dir="ltr" data-unspoken="[^"]*"[^>]*><p[^>]*>A crown<\/p><p>A cap over/,
  )
  expect(html.indexOf('<img')).toBeLessThan(html.indexOf(words.readingAids.english))
})

test('that nobody has checked its words is said once, with those around it', async () => {
  const drafted = await drawn({ ...drawing, beside: urdu }, { ...translated, status: 'machine' })
  expect(drafted.split(words.readingAids.drafted)).toHaveLength(2)
  expect(drafted.indexOf(words.readingAids.drafted)).toBeLessThan(drafted.indexOf('<img'))
})

test('without words in their language it stands with the English, marked as English', async () => {
  const html = await drawn(drawing, translated)
  expect(html).toMatch(new RegExp(`<img lang="en" dir="ltr"[^>]*alt="${alt}"`))
  expect(html).toMatch(/<figcaption lang="en" dir="ltr"[^>]*>A crown</)
  expect(html.indexOf('<img')).toBeGreaterThan(html.indexOf(words.readingAids.english))
})

test('beside English text alone it keeps its own words, and the voice of the English does not read them', async () => {
  const html = await drawn({ ...drawing, beside: urdu }, undefined)
  expect(html).toMatch(/<div data-unspoken="[^"]*"><figure/)
  expect(html).toMatch(new RegExp(`<img lang="ur" dir="rtl"[^>]*alt="${urdu.alt}"`))
})
