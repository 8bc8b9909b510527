import { expect, it, test } from 'vitest'
import { readCsv } from '../../platform/csv/csv-reader.ts'
import { buildAnswerSheet, isAboutVersion, judgeAnswerSheet, readAnswerSheet } from './answer-sheet.ts'
import { reviewItemsOf } from './review-items.ts'

const version = {
  templateId: '01999999-0000-7000-8000-000000000001',
  ...{ name: 'Amalgam Filling', version: '1.10', hash: 'ab12'.repeat(16) },
}
const risk = { label: '=Pain for 2 days', band: 'common', serious: true, source: 'Kang et al.' } as const
const items = reviewItemsOf(
  {
    risks: [{ ...risk, basis: { certainty: 'low', in100: [2, 5], per: 'patient' } }],
    evidence: [{ claim: 'It lasts', source: 'A guideline' }],
  },
  [{ reference: 'A guideline', state: 'withdrawn', on: '2026-11-01', replacedBy: null, note: null }],
)
const today = '2026-11-29'

async function read(text: string | Buffer) {
  const table = await readCsv(Buffer.from(text), { rowsMax: 100, columnsMax: 20 })
  if ('fault' in table) throw new Error(table.fault)
  return readAnswerSheet(table)
}

/** A sheet as a reviewer fills it in, with the answer to each row by its item. */
async function filledIn(changes: Record<string, [answer: string, remark?: string]> = {}) {
  const sheet = (await read(buildAnswerSheet(version, items)))!
  const facts = { ...sheet.facts, name: 'Dr Amara Okafor', gdc: '123 456', date: '14/03/2026' }
  for (const name of Object.keys(facts) as (keyof typeof facts)[])
    if (changes[name]) facts[name] = changes[name][0]
  return {
    facts,
    answers: sheet.answers.map(({ item }) => ({
      ...{ item, answer: changes[item]?.[0] ?? 'Agree', remark: changes[item]?.[1] ?? '' },
    })),
  }
}

it('asks for each risk, each claim and the whole text', () => {
  expect(items.map(({ item }) => item)).toEqual(['R1', 'C1', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6'])
  expect(items[0]).toMatchObject({ basis: 'low certainty · 2 to 5 in 100 patients', outdated: null })
  expect(items[1]).toMatchObject({ source: 'A guideline', band: null, outdated: 'withdrawn' })
})

it('is read back as it was made, with nothing answered', async () => {
  const sheet = (await read(buildAnswerSheet(version, items)))!
  expect(sheet.facts).toMatchObject({ template: version.templateId, name: '', gdc: '', date: '' })
  expect(isAboutVersion(sheet, version)).toBe(true)
  expect(isAboutVersion(sheet, { ...version, hash: 'cd34'.repeat(16) })).toBe(false)
  expect(isAboutVersion(sheet, { ...version, version: '1.1' })).toBe(false)
  expect(sheet.answers.map(({ item }) => item)).toEqual(items.map(({ item }) => item))
})

it('is read as another program saves it: columns moved, separated by semicolons, in other capitals', async () => {
  const text = `ITEM;Remark;Answer;Notes\r\ntemplate;;${version.templateId};\r\nr1;"Says; too much";DISAGREE;x\r\n`
  expect(await read(text)).toMatchObject({
    facts: { template: version.templateId },
    answers: [{ item: 'R1', answer: 'DISAGREE', remark: 'Says; too much' }],
  })
})

test.each([
  ['another table', 'Name,Born\r\nAda,1961\r\n'],
  ['a sheet without the template', 'Item,Answer,Remark\r\nR1,agree,\r\n'],
])('%s is no answer sheet', async (_what, text) => {
  expect(await read(text)).toBeNull()
})

it('says who reviewed what, and when', async () => {
  const sheet = await filledIn({ R1: ['no', 'It is 4 days.'], S6: ['Yes'], remarks: ['Good work'] })
  expect(judgeAnswerSheet(sheet, items, today)).toMatchObject({
    ...{ reviewerName: 'Dr Amara Okafor', gdcNumber: '123456', reviewedOn: '2026-03-14' },
    remarks: 'Good work',
    answers: expect.arrayContaining([
      { item: 'R1', text: '=Pain for 2 days', agrees: false, remark: 'It is 4 days.' },
      { item: 'S6', text: items[7]!.text, agrees: true, remark: '' },
    ]),
  })
})

test.each([
  ['no name', { name: [''] }, { wrong: 'reviewer-missing' }],
  ['a name without a letter', { name: ['123'] }, { wrong: 'reviewer-missing' }],
  ['no GDC number', { gdc: [''] }, { wrong: 'gdc-number-missing' }],
  ['too short a GDC number', { gdc: ['1234'] }, { wrong: 'gdc-number-missing' }],
  ['no day', { date: [''] }, { wrong: 'date-missing' }],
  ['a day that never was', { date: ['31/02/2026'] }, { wrong: 'date-missing' }],
  ['tomorrow', { date: ['30/11/2026'] }, { wrong: 'date-in-future' }],
  ['items unanswered', { R1: [''], S2: ['perhaps'] }, { wrong: 'answers-missing', items: 'R1, S2' }],
  ['a disagreement without a reason', { C1: ['disagree'] }, { wrong: 'remarks-missing', items: 'C1' }],
  [
    'a remark that is too long',
    { C1: ['agree', 'x'.repeat(2001)] },
    { wrong: 'remarks-unusable', items: 'C1' },
  ],
  [
    'remarks that are too long',
    { remarks: ['x'.repeat(2001)] },
    { wrong: 'remarks-unusable', items: 'remarks' },
  ],
] as [string, Record<string, [string, string?]>, object][])(
  '%s is refused',
  async (_what, changes, problem) => {
    expect(judgeAnswerSheet(await filledIn(changes), items, today)).toEqual(problem)
  },
)

test('items that the version does not have, or that come twice, are refused', async () => {
  const { facts, answers } = await filledIn()
  const more = [...answers, { item: 'R9', answer: 'agree', remark: '' }]
  const wrong = { wrong: 'items-unknown', items: 'R9' }
  expect(judgeAnswerSheet({ facts, answers: more }, items, today)).toEqual(wrong)
  const twice = [...answers, { item: 'S1', answer: 'disagree', remark: 'x' }]
  const repeated = { wrong: 'items-repeated', items: 'S1' }
  expect(judgeAnswerSheet({ facts, answers: twice }, items, today)).toEqual(repeated)
  const missing = { wrong: 'answers-missing', items: 'S6' }
  expect(judgeAnswerSheet({ facts, answers: answers.slice(0, -1) }, items, today)).toEqual(missing)
})
