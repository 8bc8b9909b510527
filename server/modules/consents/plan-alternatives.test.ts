import { expect, it } from 'vitest'
import { TreatmentOption } from '../../../contract/consent-plan.ts'
import { removeUnsuitableOptions } from './plan-alternatives.ts'

const points = [
  '<li><strong>A filling or a crown.</strong> You keep the tooth.</li>',
  '<li><strong>Root canal treatment</strong> (in the root). You keep the tooth.</li>',
  '<li><strong>Have no treatment.</strong> You wait.</li>',
  '<li>Something else.</li>',
]
const listOf = (places: number[]) => `<ul>\n${places.map((place) => points[place]).join('\n')}\n</ul>`
const section = { title: 'Alternatives', content: `<p>Your choices:</p>\n${listOf([0, 1, 2, 3])}` }
const option = (title: string, notSuitable = 'Too little of it is left') =>
  TreatmentOption.parse({ title, kind: 'treatment', notSuitable })

it.each([
  ['nothing is unsuitable', [option('Filling', '')], [0, 1, 2, 3]],
  ['one of two ways is', [option('Filling')], [0, 1, 2, 3]],
  ['both ways are', [option('Filling'), option('A crown')], [1, 2, 3]],
  ['it is called the same', [option('a filling or a crown')], [1, 2, 3]],
  ['another is', [option('Root canal treatment'), option('Bridge')], [0, 2, 3]],
])('leaves out what is not offered to this patient: %s', (_when, options, kept) => {
  expect(removeUnsuitableOptions(section, options).content).toBe(`<p>Your choices:</p>\n${listOf(kept)}`)
})

it('leaves the same point out of the text beside the English, and none of another part', () => {
  const beside = { content: '<ul><li>Plomba</li><li>Kanał</li></ul>' }
  const options = [option('Filling or crown')]
  expect(removeUnsuitableOptions({ ...section, beside }, options).beside?.content).toBe(
    '<ul>\n<li>Kanał</li>\n</ul>',
  )
  const risks = { ...section, title: 'Benefits' }
  expect(removeUnsuitableOptions(risks, options)).toBe(risks)
})
