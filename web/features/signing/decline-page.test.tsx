import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import words from '../../../build/content/words.en.json' with { type: 'json' }
import type { PatientConsent } from '../../../contract/signing.ts'
import { DeclinePage } from './decline-page.tsx'
import { WordsProvider, type WordSource } from './words-context.tsx'

const all = Promise.resolve(words)
const english: WordSource = { language: 'en', entry: words, all: () => all }

/** What the page of the side door says to somebody whose consent is in this state. */
async function renderDeclinePage(status: PatientConsent['status']): Promise<string> {
  const done = () => {}
  const { prelude } = await prerender(
    <WordsProvider words={{ english, load: async () => english }}>
      <Suspense>
        <DeclinePage
          consent={
            {
              id: 'c',
              status,
              content: { sections: [] as unknown[] },
              signature: null,
              withdrawals: [] as unknown[],
            } as PatientConsent
          }
          onAnswered={done}
          onLapsed={done}
          onBack={done}
        />
      </Suspense>
    </WordsProvider>,
  )
  return new Response(prelude).text()
}

test('who has not answered yet may say no, with a reason', async () => {
  const html = await renderDeclinePage('viewed')
  expect(html).toContain(words.decline.title)
  expect(html).toContain(words.decline.send)
})

test('who has agreed by word of mouth takes it back, or calls: a plain no would be refused', async () => {
  const html = await renderDeclinePage('verbal')
  for (const said of [words.decline.agreedTitle, words.decline.agreedBody, words.withdraw.send])
    expect(html).toContain(said)
  expect(html).not.toContain(words.decline.send)
  // Nothing is signed, so nothing that was signed stays on record.
  for (const [place, meaning] of words.withdraw.meaning.entries()) {
    if (place < 3) expect(html).toContain(meaning)
    else expect(html).not.toContain(meaning)
  }
})
