import { expect, it } from 'vitest'
import { nearCopies, repeatedShare, wordRuns } from './similarity.ts'

const words = 'one two three four five six seven eight nine ten'

function wording(id: string, html: string) {
  return { id, ownSections: [{ title: 'Benefits', html }] }
}

it('warns of a section that repeats another template', () => {
  const found = nearCopies([wording('a', `<p>${words}</p>`), wording('b', `<p>Zero ${words}</p>`)])
  expect(found).toEqual([
    expect.objectContaining({ id: 'b', check: 19, level: 'warning', section: 'Benefits' }),
  ])
})

it('does not compare a template with itself, nor mind shared phrases', () => {
  const twice = {
    id: 'a',
    ownSections: [wording('a', words), wording('a', words)].flatMap((one) => one.ownSections),
  }
  const other = wording('b', 'one two three four five and then quite another story about teeth')
  expect(nearCopies([twice, other])).toEqual([])
})

it('measures the shorter text, and nothing in a text under five words', () => {
  expect(repeatedShare(wordRuns(words), wordRuns(`${words} eleven twelve`))).toBe(1)
  expect(repeatedShare(wordRuns('one two'), wordRuns(words))).toBe(0)
})
