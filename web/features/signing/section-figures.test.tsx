import { readFileSync } from 'node:fs'
import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import words from '../../../build/content/words.en.json' with { type: 'json' }
import { languageTags } from '../../../contract/languages.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { SectionFigures } from './section-figures.tsx'
import { WordsProvider, type WordSource } from './words-context.tsx'

const content = {
  title: 'Implant',
  sections: [{ id: 1, title: 'Risks and Complications', content: '<p>Risks.</p>' }],
  risks: [
    {
      label: 'Numb lip',
      band: 'uncommon',
      serious: true,
      source: 'A study',
      figure: { from: 5, to: 20, of: 1000 },
    },
    { label: 'Loss', band: 'common', serious: true, source: '' },
  ],
  ownFigures: [
    {
      ...{ treatment: 0, title: 'Implant', from: '2023-11-29', until: '2026-10-30' },
      ...{ treated: 1240, followed: 1100, followUpDays: 92 },
      risks: [
        { label: 'Numb lip', occurred: 7, known: 1100, range: { from: 3, to: 14, of: 1000 } },
        { label: 'Loss', occurred: 0, known: 1100, range: { from: 0, to: 4, of: 1000 } },
      ],
    },
  ],
} as unknown as PatientConsent['content']

async function drawn(said: typeof words, shown = content): Promise<string> {
  const all = Promise.resolve(said)
  const source: WordSource = { language: 'en', entry: said, all: () => all }
  const { prelude } = await prerender(
    <WordsProvider words={{ english: source, load: async () => source }}>
      <Suspense>
        <SectionFigures content={shown} sectionIndex={0} level={2} />
      </Suspense>
    </WordsProvider>,
  )
  return (await new Response(prelude).text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('what came of a treatment at the practice stands beside what studies say, with what chance leaves open', async () => {
  const text = await drawn(words)
  expect(text).toContain('From 29 November 2023 to 30 October 2026 we treated 1,240 people.')
  expect(text).toContain(
    'Numb lip Published studies About 5 to 20 in every 1,000 people At this practice 7 of 1,100 people whose result we know By chance alone, it could be 3 to 14 in every 1,000 people',
  )
  // No study is told of where none gave a number.
  expect(text).toContain('Loss At this practice 0 of 1,100 people whose result we know')
  const { ownFigures: _none, ...without } = content
  expect(await drawn(words, without as typeof content)).not.toContain(words.pictures.ownTitle)
})

test.each(languageTags)('it is told in %s, with every number', async (language) => {
  const path = new URL(`../../../content/words/${language}.json`, import.meta.url)
  const own = JSON.parse(readFileSync(path, 'utf8')) as typeof words
  const text = await drawn(own)
  const number = new Intl.NumberFormat(own.locale)
  expect(text).not.toMatch(/\{\w+\}/)
  for (const said of [
    own.pictures.ownTitle,
    own.pictures.ownLead,
    own.pictures.published,
    own.pictures.ownPractice,
  ])
    expect(text).toContain(said)
  for (const count of [1240, 1100, 92, 7, 3, 14, 1000]) expect(text).toContain(number.format(count))
})
