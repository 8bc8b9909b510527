import { describe, expect, it } from 'vitest'
import {
  siteName,
  teethOutsidePlan,
  teethNames,
  formatToothCode,
  toothCodes,
  toothLabel,
  findTooth,
  toothRows,
  type TreatmentSite,
  type ToothNotation,
} from './teeth.ts'

const teeth = Object.values(toothRows).flat()

it('knows 32 adult and 20 baby teeth, each once', () => {
  expect(teeth.filter(({ baby }) => !baby)).toHaveLength(32)
  expect(teeth.filter(({ baby }) => baby)).toHaveLength(20)
  expect(toothCodes.toSorted()).toEqual([...new Set(teeth.map(({ fdi }) => fdi))].toSorted())
  expect(new Set(teeth.map(({ name, baby }) => `${baby} ${name}`)).size).toBe(52)
})

it.each([
  ['46', 'lower right first molar'],
  ['11', 'upper right central incisor'],
  ['23', 'upper left canine'],
  ['38', 'lower left wisdom tooth'],
])('names %s as patients would read it', (fdi, name) => {
  expect(findTooth(fdi)?.name).toContain(name.split(' ').slice(0, 2).join(' '))
})

it.each(['49', '19', '56', '99', '', '4', '466'])('knows no tooth %s', (fdi) => {
  expect(findTooth(fdi)).toBeUndefined()
})

it('stands in rows as one looks at the patient: the right of the patient first', () => {
  expect(toothRows.upper.map(({ fdi }) => fdi).join(' ')).toBe(
    '18 17 16 15 14 13 12 11 21 22 23 24 25 26 27 28',
  )
  expect(toothRows.lower.map(({ fdi }) => fdi).join(' ')).toBe(
    '48 47 46 45 44 43 42 41 31 32 33 34 35 36 37 38',
  )
  expect(toothRows.upperBaby.map(({ fdi }) => fdi).join(' ')).toBe('55 54 53 52 51 61 62 63 64 65')
  expect(toothRows.lowerBaby.map(({ fdi }) => fdi).join(' ')).toBe('85 84 83 82 81 71 72 73 74 75')
})

it('joins several in words', () => {
  expect(teethNames([])).toBe('')
  expect(teethNames(['46'])).toBe('lower right first molar (46)')
  expect(teethNames(['46', '23'])).toBe('lower right first molar (46) and upper left canine (23)')
  expect(teethNames(['46', '47', '23'])).toMatch(
    /^lower right first molar \(46\), .* \(47\) and upper left canine \(23\)$/,
  )
})

it('leads from every FDI code to one Palmer sign and back, for all 52', () => {
  const byPalmer = new Map(teeth.map((tooth) => [tooth.palmer, tooth.fdi]))
  expect(byPalmer.size).toBe(52)
  for (const fdi of toothCodes) {
    const { palmer, side, arch, baby } = findTooth(fdi)!
    expect(byPalmer.get(palmer)).toBe(fdi)
    const corner = arch[0]!.toUpperCase() + side[0]!.toUpperCase()
    const place = Number(fdi[1])
    expect(palmer).toBe(corner + (baby ? 'ABCDE'[place - 1] : place))
  }
})

it('labels a tooth in both notations and in words', () => {
  expect(toothLabel(findTooth('26')!)).toBe('UL6 · 26 · upper left first molar')
  expect(toothLabel(findTooth('85')!)).toBe('LRE · 85 · lower right baby second molar')
})

describe('teeth that are not where treatment is planned', () => {
  const at = (teeth: string[], area: TreatmentSite['area'] = null): TreatmentSite => ({ teeth, area })
  it.each<[string, string[], TreatmentSite[], string[], string[]]>([
    ['the planned tooth', ['36'], [at(['36'])], [], []],
    ['its neighbour', ['37'], [at(['36'])], ['37'], []],
    ['the same tooth on the other side', ['46'], [at(['36'])], ['46'], ['46']],
    ['above it on the same side', ['26'], [at(['36'])], ['26'], []],
    ['one of each side, both planned', ['46', '26'], [at(['36']), at(['45'])], ['46', '26'], []],
    ['a tooth of the planned quarter', ['35'], [at([], 'lower-left')], [], []],
    ['a tooth of another quarter of that side', ['25'], [at([], 'lower-left')], ['25'], []],
    ['a tooth across from the planned quarter', ['45'], [at([], 'lower-left')], ['45'], ['45']],
    ['a tooth of the planned arch', ['14'], [at([], 'upper-arch')], [], []],
    ['a tooth of the other arch', ['44'], [at([], 'upper-arch')], ['44'], []],
    ['any tooth of the whole mouth', ['18', '85'], [at([], 'whole-mouth')], [], []],
    ['a baby tooth across', ['55'], [at(['65'])], ['55'], ['55']],
    ['a tooth while nothing is planned', ['11'], [at([])], [], []],
    ['a tooth marked twice', ['46', '46'], [at(['36'])], ['46'], ['46']],
  ])('%s', (_what, marked, planned, unplanned, otherSide) => {
    expect(teethOutsidePlan(marked, planned)).toEqual({ unplanned, otherSide })
  })
})

it.each<[ToothNotation, string, string]>([
  ['fdi', '46 (LR6) and 55 (URE)', '46'],
  ['palmer', 'LR6 (46) and URE (55)', 'LR6'],
  ['names', 'lower right first molar (46) and upper right baby second molar (55)', '46'],
])('names teeth to staff in %s first', (notation, words, code) => {
  expect(teethNames(['46', '55'], notation)).toBe(words)
  expect(formatToothCode(notation, '46')).toBe(code)
  expect(siteName([], 'upper-arch', notation)).toBe('the upper teeth')
  expect(teethNames(['99'], notation)).toBe('tooth (99)')
})
