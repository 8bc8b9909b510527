import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partsByHeading, listItems, plainText } from '../../wording/plain-text.ts'
import { loadContent } from './content-loader.ts'

const { content } = loadContent(join(import.meta.dirname, '../..'))
const templates = content.templates.map(({ shipped }) => shipped)
const sectionsWith = (wrong: (html: string) => string[]) =>
  templates.flatMap(({ id, sections }) =>
    sections.flatMap(({ title, html }) => wrong(html).map((what) => `${id}, ${title}: ${what}`)),
  )

describe('lists of every template', () => {
  it('count out of the same number of people under one heading', () => {
    const counted = (html: string) => [
      ...new Set([...plainText(html).matchAll(/\bin every ([\d,]*\d)/g)].map((match) => match[1]!)),
    ]
    const parts = (html: string) => [
      html.split('<h3>')[0] ?? '',
      ...partsByHeading(html).map((part) => part.html),
    ]
    expect(
      sectionsWith((html) =>
        parts(html)
          .map(counted)
          .filter((numbers) => numbers.length > 1)
          .map((numbers) => numbers.join(' and ')),
      ),
    ).toEqual([])
  })

  it('say nothing twice, and have no point without words', () => {
    const points = (html: string) => listItems(html).map(plainText)
    expect(
      sectionsWith((html) =>
        points(html).filter((point, at, all) => point.trim() === '' || all.indexOf(point) !== at),
      ),
    ).toEqual([])
  })
})

it.each([
  ['single-tooth-implant', 'The operation harms a nerve', '13 in every 100'],
  ['full-arch-implants', 'The operation harms a nerve', '3 in every 100'],
  ['reimplantation-of-a-knocked-out-tooth', 'The tooth joins to the bone', '51 in every 100'],
  ['removal-of-a-decayed-first-adult-molar-planned', 'The space does not close', '48 in every 100'],
  ['silver-diamine-fluoride-sdf', 'The decay is not stopped', '34 to 48 in every 100'],
  ['coronectomy-of-a-lower-wisdom-tooth', 'The roots move later', '2 to 85 in every 100'],
])('%s tells of "%s" as very common, with what studies found', (id, words, figure) => {
  const risks = templates.find((template) => template.id === id)!.sections[1]!.html
  const part = partsByHeading(risks).find(({ html }) => plainText(html).includes(words))!
  expect(part.heading).toMatch(/^Very common/)
  expect(
    listItems(part.html)
      .map(plainText)
      .find((point) => point.includes(words)),
  ).toContain(figure)
})
