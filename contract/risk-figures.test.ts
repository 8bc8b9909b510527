import { describe, expect, test } from 'vitest'
import {
  illustrationsOfSection,
  riskFigureOf,
  withCommonDenominator,
  generalKnowledgeSource,
  parseStatedFigure,
} from './risk-figures.ts'

const figure = (from: number, to: number, of: number) => ({ from, to, of })

test.each([
  ['Treatment does not fully heal (about 16 to 22 in 100 by study criteria)', figure(16, 22, 100)],
  ['Has to be removed (about 6 in 100 over 10 years in one practice study)', figure(6, 6, 100)],
  ['Altered feeling (studies about 5 to 20 in 1,000)', figure(5, 20, 1000)],
  ['Dry socket (studies range from about 1 in 100 to about 1 in 5)', figure(1, 20, 100)],
  ['Tingling (studies range about 2 in 100 to 20 in 100)', figure(2, 20, 100)],
  ['Own practice: 3 in 120', figure(3, 3, 120)],
  ['3 out of 120 implants', figure(3, 3, 120)],
  ['Infection in 2%', figure(2, 2, 100)],
  ['Infection in 2 to 5 per cent', figure(2, 5, 100)],
  ['Infection in 2–5%', figure(2, 5, 100)],
  ['Infection in 2% to 5%', figure(2, 5, 100)],
  ['Infection in 0.5% of patients', figure(5, 5, 1000)],
  ['7 per 1,000 people', figure(7, 7, 1000)],
  ['4 in every 100 people', figure(4, 4, 100)],
  ['1 in 8', figure(125, 125, 1000)],
  ['1 in 3', figure(1, 1, 3)],
  ['half of 1 in 1', figure(100, 100, 100)],
])('%s', (label, stated) => {
  expect(parseStatedFigure(label)).toEqual(stated)
})

describe('no figure', () => {
  test.each([
    ['words alone', 'Pain and swelling'],
    ['days', 'Pain, often worst at day 2 to 3'],
    ['hours', 'Bleeding for up to 24 hours'],
    ['a span of time', 'The crown is replaced 1 in 10 years'],
    ['more people than can be drawn', 'Lasting numbness (about 1 in 14,000)'],
    ['two numbers of different things', 'About 1 in 140 temporary, 1 in 560 permanent'],
    ['two spans', 'From about 2 in 100 within 5 years to about 15 in 100 over 10 years'],
    ['more than all', '5 in 2'],
    ['a range that runs backwards', '22 to 16 in 100'],
    ['nobody', '0 in 100'],
    ['parts of a person in 1,000', '0.25 in 1,000'],
    ['three statements', '1 in 100 to 2 in 100 to 3 in 100'],
  ])('%s', (_what, label) => {
    expect(parseStatedFigure(label)).toBeNull()
  })

  test.each([['', generalKnowledgeSource, ` ${generalKnowledgeSource} `]].flat())(
    'without a source: “%s”',
    (source) => {
      const label = 'About 3 in 100'
      expect(riskFigureOf({ label, source })).toBeNull()
      expect(riskFigureOf({ label, source: 'A trial' })).toEqual(figure(3, 3, 100))
    },
  )
})

test.each([
  ['the same stay', [figure(3, 3, 120), figure(5, 6, 120)], [figure(3, 3, 120), figure(5, 6, 120)]],
  [
    'out of 100 where that goes',
    [figure(1, 1, 5), figure(16, 22, 100)],
    [figure(20, 20, 100), figure(16, 22, 100)],
  ],
  [
    'else out of 1,000',
    [figure(1, 20, 100), figure(5, 20, 1000)],
    [figure(10, 200, 1000), figure(5, 20, 1000)],
  ],
  ['else as they are', [figure(1, 1, 3), figure(1, 1, 100)], [figure(1, 1, 3), figure(1, 1, 100)]],
  ['none', [], []],
])('%s', (_what, figures, alike) => {
  expect(withCommonDenominator(figures)).toEqual(alike)
})

const risks = [
  { label: 'Pain', figure: null },
  { label: 'Numb lip', figure: figure(2, 20, 100) },
  { label: 'Frozen before there were figures' },
  { label: 'Lasting', figure: figure(5, 20, 1000) },
]
const titled = (...titles: string[]) => titles.map((title) => ({ title }))

test.each([
  [['Benefits', 'Risks and Complications', 'Risks of waiting'], 1],
  [['Risks of waiting', 'Risks and Complications'], 1],
  [['About you', ' The risk for you ', 'Aftercare'], 1],
  [['Brisk walking', 'Aftercare'], 1],
  [['Everything'], 0],
])('of %j, number %i alone has the figures, all out of as many people', (titles, place) => {
  const drawn = titles.map(
    (_title, at) => illustrationsOfSection({ sections: titled(...titles), risks }, at).risks,
  )
  expect(drawn.map(({ length }) => length > 0)).toEqual(titles.map((_title, at) => at === place))
  expect(drawn[place]).toEqual([
    { label: 'Numb lip', figure: figure(20, 200, 1000) },
    { label: 'Lasting', figure: figure(5, 20, 1000) },
  ])
})

test('the section about risks alone has those that are serious', () => {
  const [pain, numb] = [risks[0]!, { ...risks[1]!, serious: true }]
  const sections = titled('Benefits', 'Risks and Complications', 'Aftercare')
  const serious = sections.map(
    (_title, at) =>
      illustrationsOfSection({ sections, risks: [{ ...pain, serious: false }, numb] }, at).serious,
  )
  expect(serious).toEqual([[], [numb], []])
})

test('a picture stands in the first section of its title', () => {
  const sections = titled('Aftercare', 'Benefits', 'Benefits')
  const picture = { id: 'crown', sectionTitle: 'Benefits' }
  const at = (place: number) =>
    illustrationsOfSection({ sections, risks, pictures: [picture] }, place).pictures
  expect([at(0), at(1), at(2), at(3)]).toEqual([[], [picture], [], []])
})
