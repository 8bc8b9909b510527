import { expect, it } from 'vitest'
import {
  noteOf,
  parseStatement,
  toAddendumInput,
  validateAddendum,
  type AddendumValues,
} from './addendum-values.ts'
import { newTreatment } from './treatment-values.ts'

const template = { name: 'Simple Extraction', requiresTooth: true, placeholders: ['reason', 'prognosis'] }
const values: AddendumValues = {
  treatment: {
    ...newTreatment('one'),
    templateId: 'extraction',
    template: template as unknown as AddendumValues['treatment']['template'],
    teeth: ['46'],
    placeholders: { prognosis: 'good' },
  },
  found: 'The tooth is cracked below the gum',
  risks: { findings: [], questions: [] } as unknown as AddendumValues['risks'],
  decisions: {},
  wordingConfirmed: false,
}

function typed(changes: Record<string, string | string[]> = {}) {
  const data = new FormData()
  const fields = {
    ...{ disclosed: ['findings', 'risks', 'options'], understanding: 'explained-back', heard: 'on' },
    ...{ colleague: 'ewa@example.org', proof: 'pin', secret: '2580' },
    ...changes,
  }
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) if (one) data.append(name, one)
  return parseStatement(data)
}
const missing = (changes: Partial<AddendumValues>, fields: Record<string, string | string[]> = {}) =>
  validateAddendum({ ...values, ...changes }, typed(fields), false).map(({ id }) => id)

it('lacks nothing once plan, agreement and both people are there', () => {
  expect(missing({})).toEqual([])
})

it('names what is missing in the order of the fields', () => {
  const nothing = { disclosed: [], understanding: '', heard: '', colleague: '', secret: '' }
  expect(missing({ found: ' ', treatment: newTreatment('one') }, nothing)).toEqual([
    ...['found', 'items.0.templateId'],
    ...['disclosed', 'understanding', 'heard', 'colleague', 'secret'],
  ])
})

it('asks for risks and other options to be told, and not for the cost', () => {
  expect(missing({}, { disclosed: ['findings', 'cost'] })).toEqual(['disclosed'])
})

it('asks whoever records wording that nobody adopted to confirm it', () => {
  const treatment = { ...values.treatment, wordingToConfirm: true }
  expect(missing({ treatment })).toEqual(['wordingConfirmed'])
  expect(missing({ treatment, wordingConfirmed: true })).toEqual([])
})

it('gives what was found as the reason that the text asks for', () => {
  const { items, found } = toAddendumInput('parent', values, typed())
  expect(found).toBe(values.found)
  expect(items[0]!.placeholders).toEqual({ prognosis: 'good', reason: values.found })
})

it('says in a sentence what the patient was told', () => {
  expect(noteOf({ disclosed: ['findings', 'risks'], remark: 'Wants it out.' })).toBe(
    'Explained to the patient: findings, and why the plan changes; the new treatment and its risks.\nWants it out.',
  )
})
