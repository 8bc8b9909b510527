import { describe, expect, it } from 'vitest'
import { parseAddedScan, parseGivenAt, parseSignedPaper } from './paper-form-parsing.ts'

const now = new Date('2026-11-21T12:00:00Z')
const typed = (fields: Record<string, string | string[]>): FormData => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one)
  return data
}
const idsOf = (read: unknown): unknown[] =>
  Array.isArray(read) ? read.map((fault: { id: string }) => fault.id) : []

const besides = [
  { key: 'photos-teaching', title: 'Photographs for teaching', question: 'May photographs be shown?' },
  { key: 'share-referrer', title: 'Sharing', question: 'May a copy be sent?' },
] as const
const asked = { files: 1, statements: 2, treatments: 2, additional: besides, now }
const whole = {
  code: 'A1B2 C3D4',
  complete: 'on',
  statements: ['0', '1'],
  'choice-0': 'yes',
  'choice-1': 'no',
  'additional-photos-teaching': 'no',
  'additional-share-referrer': 'blank',
  signerRole: 'patient',
  name: 'Eleanor Whitcombe',
  signedOn: '2026-11-21T09:30',
}

describe('a signed paper', () => {
  it('is read as it stands', () => {
    expect(parseSignedPaper(typed(whole), asked)).toEqual({
      code: 'A1B2 C3D4',
      complete: true,
      confirmed: [0, 1],
      choices: [true, false],
      additional: [
        { key: 'photos-teaching', answer: 'no' },
        { key: 'share-referrer', answer: 'blank' },
      ],
      signerRole: 'patient',
      name: 'Eleanor Whitcombe',
      signedOn: new Date('2026-11-21T09:30').toISOString(),
    })
  })

  it.each([
    ['scan', {}, { files: 0 }],
    ['code', { code: ' ' }, {}],
    ['statements', { statements: ['0'] }, {}],
    ['choice-1', { 'choice-1': '' }, {}],
    ['additional-share-referrer', { 'additional-share-referrer': 'perhaps' }, {}],
    ['signerRole', { signerRole: 'neighbour' }, {}],
    ['name', { name: '' }, {}],
    ['signedOn', { signedOn: '' }, {}],
    ['signedOn', { signedOn: '2026-11-22T09:30' }, {}],
  ])('says that %s is missing or wrong', (id, change, differently) => {
    expect(idsOf(parseSignedPaper(typed({ ...whole, ...change }), { ...asked, ...differently }))).toEqual([
      id,
    ])
  })

  it('asks for everything at once', () => {
    const ids = ['scan', 'code', 'complete', 'statements', 'choice-0', 'choice-1']
    const additional = ['additional-photos-teaching', 'additional-share-referrer']
    expect(idsOf(parseSignedPaper(typed({}), { ...asked, files: 0 }))).toEqual([
      ...ids,
      ...additional,
      'signerRole',
      'name',
      'signedOn',
    ])
  })
})

it('another scan needs a reason', () => {
  const scan = { code: 'A1B2C3D4', complete: 'on' }
  expect(idsOf(parseAddedScan(typed(scan), 1))).toEqual(['reason'])
  expect(parseAddedScan(typed({ ...scan, reason: 'Blurred' }), 1)).toEqual({
    code: 'A1B2C3D4',
    complete: true,
    reason: 'Blurred',
  })
})

it('a text was given out at a time that has passed', () => {
  expect(idsOf(parseGivenAt(typed({ givenAt: '2026-11-22T09:00' }), now))).toEqual(['givenAt'])
  expect(idsOf(parseGivenAt(typed({}), now))).toEqual(['givenAt'])
  const at = '2026-11-21T09:00'
  expect(parseGivenAt(typed({ givenAt: at }), now)).toBe(new Date(at).toISOString())
})
