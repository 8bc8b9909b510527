import { expect, it } from 'vitest'
import { measureSameness, templatesThatShare_min } from './sameness-report.ts'

const titles = ['Treatment Description', 'Risks and Complications', 'Benefits', 'Alternatives']

/** Templates of which the first says something of its own, in the sections about the treatment and in the care after it. */
const library = (count: number, title = 'Benefits') =>
  Array.from({ length: count }, (_, at) => ({
    id: `template-${at}`,
    sections: [
      { title, html: `<p>You can eat again.${at === 0 ? ' It is gold.' : ''}</p>` },
      { title: 'Aftercare Instructions', html: '<p>Brush twice a day.</p>' },
      { title: 'No Treatment', html: '<p>You can say no.</p>' },
    ],
  }))

it('counts what stands in ten templates or more, most generic first', () => {
  const { templates, shared_percent, sharedOfWhole_percent } = measureSameness(
    library(templatesThatShare_min),
  )
  expect(templates[0]).toEqual({ template: 'template-1', sentences: 1, shared: 1, shared_percent: 100 })
  expect(templates.at(-1)).toEqual({ template: 'template-0', sentences: 2, shared: 1, shared_percent: 50 })
  expect(shared_percent).toBe(90.9)
  expect(sharedOfWhole_percent).toBe(96.8)
})

it('lets nine say the same', () => {
  const { templates, sharedOfWhole_percent } = measureSameness(library(templatesThatShare_min - 1))
  expect(templates.map(({ shared_percent }) => shared_percent)).toEqual(Array(9).fill(0))
  expect(sharedOfWhole_percent).toBe(0)
})

it.each(titles)('reads %s', (title) => {
  expect(measureSameness(library(templatesThatShare_min, title)).shared_percent).toBe(90.9)
})

it('counts a sentence twice in one template as one template', () => {
  const twice = { title: 'Benefits', html: '<p>You can eat again. You can eat again.</p>' }
  const texts = library(templatesThatShare_min - 2).concat({ id: 'twice', sections: [twice] })
  expect(measureSameness(texts).shared_percent).toBe(0)
})

it('reads no heading, and no gap that is filled for one patient', () => {
  const html = '<h3>Common (between 1 in 10 and 1 in 100 people)</h3><p>We found: {{diagnosis}}.</p>'
  const texts = Array.from({ length: templatesThatShare_min }, (_, at) => ({
    id: `template-${at}`,
    sections: [{ title: 'Benefits', html }],
  }))
  expect(measureSameness(texts).templates[0]).toMatchObject({ sentences: 1, shared: 1 })
})
