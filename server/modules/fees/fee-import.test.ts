import { expect, it } from 'vitest'
import { readFeeRows } from './fee-import.ts'
import type { FeeRecord, PricedTemplate } from './fee-store.ts'

const today = '2026-11-29'
const template = (
  id: string,
  name: string,
  more: Partial<Pick<PricedTemplate, 'treatmentSubtype' | 'owner'>> = {},
) => ({
  ...{ id, name, treatmentSubtype: name, treatmentType: 'Dental Crown', owner: 'platform' as const },
  ...more,
})
const templates = [
  template('crown', 'Crown (porcelain)', { treatmentSubtype: 'Porcelain crown' }),
  template('filling', 'White Filling'),
  template('one', 'Splint'),
  template('other', 'Splint'),
  template('library', 'Veneer of porcelain'),
  template('shared', 'Veneer of porcelain', { owner: 'group' }),
  template('own', 'Veneer of porcelain', { owner: 'clinic' }),
  template('of library', 'Bridge'),
  template('of group', 'Bridge', { owner: 'group' }),
]
const standing = new Map<string, FeeRecord[]>([
  [
    'filling',
    [
      {
        ...{ groupId: null, id: 'f', templateId: 'filling', pricePence: 9000, unit: 'tooth', band: null },
        ...{ effectiveFrom: '2026-06-01', endsOn: null, createdAt: new Date(0) },
      },
    ],
  ],
])

/** What becomes of a file whose cells hold no commas. */
function read(...lines: string[]) {
  const [columns, ...rows] = lines.map((line) => line.split(','))
  const table = { columns: columns!, rows: rows.map((cells, index) => ({ number: index + 2, cells })) }
  return readFeeRows(table, { templates, standing, today })
}
const all = 'Treatment,Fee (£),Unit,NHS band,From'

it.each([
  ['the name', 'Crown (porcelain),450', { pricePence: 45_000, unit: 'treatment', band: null }],
  ['other case and marks', 'CROWN - porcelain,£450.50', { pricePence: 45_050 }],
  ['the subtype', 'porcelain crown,450', { pricePence: 45_000 }],
  ['a unit', 'Porcelain crown,450,per tooth', { unit: 'tooth' }],
  ['another word for it', 'Porcelain crown,450,Appointment', { unit: 'visit' }],
  ['a band by its number', 'Porcelain crown,450,,3', { band: 'band-3' }],
  ['a band in words', 'Porcelain crown,,,NHS Band 3', { pricePence: null, band: 'band-3' }],
  ['a band beside the fee', 'Porcelain crown,£332.10 (NHS band 3)', { pricePence: 33_210, band: 'band-3' }],
  ['by item', 'Porcelain crown,450,,By item', { band: 'by-item' }],
  ['private as no band', 'Porcelain crown,450,,Private', { pricePence: 45_000, band: null }],
  ['private beside the fee as no band', 'Porcelain crown,£450 (private)', { pricePence: 45_000, band: null }],
  [
    'a band beside a private fee',
    'Porcelain crown,£450 (private),,2',
    { pricePence: 45_000, band: 'band-2' },
  ],
  ['no day', 'Porcelain crown,450', { effectiveFrom: today }],
  ['a day', 'Porcelain crown,450,,,05/01/2027', { effectiveFrom: '2027-01-05' }],
])('reads %s', (_name, line, fee) => {
  const [row] = read(all, line)!.rows
  expect(row).toMatchObject({ outcome: 'new', problems: [], fee })
})

it.each([
  [',450', ['The treatment is missing.']],
  ['Veneer,450', ["No treatment in use is called 'Veneer'. Use the name in the fee list."]],
  ['Splint,450', ["2 treatments are called 'Splint'. Set their fees in the list."]],
  ['Porcelain crown,a lot', ["'a lot' is no fee. Write it in pounds, like 450 or £1,234.50."]],
  ['Porcelain crown,200000', ["'200000' is no fee. Write it in pounds, like 450 or £1,234.50."]],
  ['Porcelain crown,-5', ["'-5' is no fee. Write it in pounds, like 450 or £1,234.50."]],
  ['Porcelain crown,450,jaw', ["'jaw' is no unit. Write treatment, tooth or visit."]],
  ['Porcelain crown,450,,9', ["'9' is no NHS band. Write 1, 2, 3, urgent, by item or exempt."]],
  ['Porcelain crown', ['A fee or an NHS band is missing.']],
  [
    'Porcelain crown,,,Private',
    ['A private treatment needs a fee. Write it in pounds, like 450 or £1,234.50.'],
  ],
  [
    'Porcelain crown,Private,,2',
    ['A private treatment needs a fee. Write it in pounds, like 450 or £1,234.50.'],
  ],
  ['Porcelain crown,450,,,soon', ["'soon' cannot be read as a date. Write it like 14/03/1961."]],
  ['White filling,90,tooth,,01/05/2026', ['A fee from a later day already applies.']],
  ['Veneer,x,jaw', [/Veneer/, /'x' is no fee/, /'jaw' is no unit/]],
])('says what is wrong with %s', (line, problems) => {
  const { rows, added } = read(all, line)!
  expect(rows[0]!.outcome).toBe('unusable')
  expect(rows[0]!.problems).toEqual(
    problems.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
  )
  expect(added).toEqual([])
})

it('tells what changes from what stays, and a row that cannot be used stops no other', () => {
  const { rows, added } = read(
    all,
    'White filling,90,tooth',
    'Veneer,1',
    'White filling,95,tooth,,1 April 2027',
    'Porcelain crown,450',
    'Crown (porcelain),460',
  )!
  expect(rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unusable', 'changed', 'new', 'unusable'])
  expect(rows[4]!.problems).toEqual(['Row 5 has a fee for this treatment on the same day.'])
  expect(added).toEqual([
    { templateId: 'filling', pricePence: 9500, unit: 'tooth', band: null, effectiveFrom: '2027-04-01' },
    { templateId: 'crown', pricePence: 45_000, unit: 'treatment', band: null, effectiveFrom: today },
  ])
})

it('says that a row from before a fee that has ended would never apply', () => {
  const [ended] = standing.get('filling')!
  const table = {
    columns: all.split(','),
    rows: [{ number: 2, cells: ['White filling', '90', '', '', '01/05/2026'] }],
  }
  const known = { templates, standing: new Map([['filling', [{ ...ended!, endsOn: '2026-07-01' }]]]), today }
  expect(readFeeRows(table, known)!.rows[0]!.problems).toEqual(['A fee from a later day already applies.'])
})

it('takes the practice’s own treatment before its group’s, and that before the platform’s', () => {
  expect(read(all, 'Veneer of porcelain,450')!.added).toMatchObject([{ templateId: 'own' }])
  expect(read(all, 'Bridge,450')!.added).toMatchObject([{ templateId: 'of group' }])
})

it.each([
  ['the columns of a price list', 'Procedure,Price,Per', 'White filling,100,tooth'],
  ['bands alone', 'Name,NHS band', 'White filling,2'],
  ['letters that were decoded twice', 'Treatment,Fee', 'White filling,Â£100'],
])('understands %s', (_name, ...lines) => {
  expect(read(...lines)!.rows[0]).toMatchObject({ outcome: 'changed', problems: [] })
})

it('reads days as the file writes them', () => {
  const { rows } = read(all, 'White filling,100,,,01/13/2027', 'Porcelain crown,450,,,02/03/2027')!
  expect(rows.map(({ fee }) => fee?.effectiveFrom)).toEqual(['2027-01-13', '2027-02-03'])
})

it.each(['Fee,Unit', 'Treatment,Unit', 'White filling,90'])('cannot tell the columns of %s', (header) => {
  expect(read(header, 'White filling,90')).toBeNull()
})
