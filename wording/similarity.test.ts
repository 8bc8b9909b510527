import { expect, it } from 'vitest'
import { findNearCopies } from './similarity.ts'

const words = 'one two three four five six seven eight nine ten'

function wording(id: string, html: string) {
  return { id, ownSections: [{ title: 'Benefits', html }] }
}

it('warns of a section that repeats another template', () => {
  const found = findNearCopies([wording('a', `<p>${words}</p>`), wording('b', `<p>Zero ${words}</p>`)])
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
  expect(findNearCopies([twice, other])).toEqual([])
})

it('measures the shorter text, and nothing in a text under five words', () => {
  const longer = wording(
    'b',
    `${words} eleven twelve, and so much more of another kind that it is not half the same`,
  )
  expect(findNearCopies([wording('a', words), longer])).toHaveLength(1)
  expect(findNearCopies([wording('a', 'one two'), wording('b', 'one two')])).toEqual([])
})
