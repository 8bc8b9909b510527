import { describe, expect, test } from 'vitest'
import type { HistoryFact } from '../../../contract/histories.ts'
import { history_review_days } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import { riskRuleBook } from './history-rule-book.ts'
import {
  validateFacts,
  factsToMerge,
  changedFacts,
  normalizeFact,
  reviewStatusOf,
  buildTimeline,
} from './history-rules.ts'

const fact = (factor: string, given: Partial<HistoryFact> = {}): HistoryFact => ({
  factor,
  answer: 'yes',
  fields: {},
  teeth: null,
  ...given,
})

describe('answers to the questions of the book', () => {
  const warfarin = (fields: Record<string, string>) => fact('warfarin', { fields })
  test.each<[string, HistoryFact[], ReturnType<typeof validateFacts>]>([
    ['in order', [warfarin({ inrValue: '2.6', inrDate: '2026-11-20', inrStable: 'yes' })], null],
    ['with a detail left empty', [warfarin({ inrValue: '' })], null],
    ['not known', [fact('smoker', { answer: 'unknown' })], null],
    ['of a tooth', [fact('near-ian', { teeth: ['48'] })], null],
    ['to no question', [fact('left-handed')], 'unknown-question'],
    ['twice', [fact('smoker'), fact('smoker', { answer: 'no' })], 'asked-twice'],
    [
      'of no, with details',
      [fact('smoker', { answer: 'no', fields: { perDay: '20' } })],
      'details-without-yes',
    ],
    [
      'not known, with teeth',
      [fact('near-ian', { answer: 'unknown', teeth: ['48'] })],
      'details-without-yes',
    ],
    ['with teeth, not about any', [fact('smoker', { teeth: ['48'] })], 'not-of-teeth'],
    ['with a detail nobody asks', [fact('smoker', { fields: { since: '1990' } })], 'unknown-detail'],
    ['with a number in words', [warfarin({ inrValue: 'about three' })], 'detail-unreadable'],
    ['with a number below nought', [warfarin({ inrValue: '-1' })], 'detail-unreadable'],
    ['with a date the calendar has not', [warfarin({ inrDate: '2026-02-29' })], 'detail-unreadable'],
    ['with neither yes nor no', [warfarin({ inrStable: 'maybe' })], 'detail-unreadable'],
  ])('%s', (_name, facts, fault) => expect(validateFacts(riskRuleBook, facts)).toBe(fault))
})

test('a fact is stored in one form: no empty details, each tooth once in the order of the mouth', () => {
  const given = fact('near-ian', { fields: { a: '', b: 'x' }, teeth: ['38', '48', '38'] })
  expect(normalizeFact(given)).toEqual(fact('near-ian', { fields: { b: 'x' }, teeth: ['48', '38'] }))
})

describe('of what is saved', () => {
  const known = [
    { ...fact('smoker', { fields: { perDay: '20' } }), source: 'patient' as const },
    { ...fact('near-ian', { teeth: ['48', '38'] }), source: 'clinician' as const },
  ]
  const news = (given: HistoryFact, source: 'patient' | 'letter') => {
    const { changed, confirmed } = changedFacts(known, [given], source)
    return [changed.length, confirmed.length]
  }
  test.each<[string, HistoryFact, 'patient' | 'letter', [number, number]]>([
    ['the same said again is nothing', fact('smoker', { fields: { perDay: '20' } }), 'patient', [0, 0]],
    ['the same from elsewhere confirms', fact('smoker', { fields: { perDay: '20' } }), 'letter', [0, 1]],
    ['another detail is a change', fact('smoker', { fields: { perDay: '10' } }), 'patient', [1, 0]],
    ['a detail taken away is one', fact('smoker', { fields: { perDay: '' } }), 'patient', [1, 0]],
    ['another answer is one', fact('smoker', { answer: 'no' }), 'patient', [1, 0]],
    ['teeth in another order are none', fact('near-ian', { teeth: ['38', '48'] }), 'letter', [0, 1]],
    ['another tooth is one', fact('near-ian', { teeth: ['38'] }), 'letter', [1, 0]],
    ['a first answer is one', fact('vaper', { answer: 'unknown' }), 'patient', [1, 0]],
  ])('%s', (_name, given, source, expected) => expect(news(given, source)).toEqual(expected))
})

test.each([
  ['the day itself', 0, 'current'],
  ['the last moment that counts', history_review_days * day_ms, 'current'],
  ['a moment later', history_review_days * day_ms + 1, 'due'],
])('a review is asked for again after its days: %s', (_name, since_ms, state) => {
  const at = new Date('2026-03-01T09:00:00Z')
  const now = new Date(at.getTime() + since_ms)
  expect(reviewStatusOf({ at, byName: 'Tom Hughes' }, now)).toEqual({
    state,
    at: at.toISOString(),
    byName: 'Tom Hughes',
  })
  expect(reviewStatusOf(undefined, now)).toEqual({ state: 'never', at: null, byName: null })
})

test('the timeline tells each save with what was known before, and each review, the newest first', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
  const saved = { byName: 'Ewa', source: 'patient' as const }
  const entries = [
    { ...fact('smoker'), ...saved, version: 1, at: at(1) },
    { ...fact('vaper', { answer: 'no' }), ...saved, version: 1, at: at(1) },
    { ...fact('smoker', { answer: 'no' }), ...saved, version: 2, at: at(3) },
  ]
  const reviews = [
    { version: 1, at: at(2), byName: 'Tom' },
    { version: 2, at: at(3), byName: 'Tom' },
  ]
  const steps = buildTimeline(entries, reviews)
  expect(steps.map(({ kind, version }) => [kind, version])).toEqual([
    ['reviewed', 2],
    ['saved', 2],
    ['reviewed', 1],
    ['saved', 1],
  ])
  expect(steps[1]!.changes).toEqual([{ before: fact('smoker'), after: fact('smoker', { answer: 'no' }) }])
  expect(steps[3]!.changes.map(({ before }) => before)).toEqual([null, null])
  expect(steps[0]).toMatchObject({ source: null, changes: [] })
})

test.each<[string, HistoryFact['answer'] | null, HistoryFact['answer'], boolean]>([
  ['what nobody asked', null, 'no', true],
  ['what nobody asked and nobody knows', null, 'unknown', true],
  ['a yes in the place of a no', 'no', 'yes', true],
  ['a yes in the place of what nobody knew', 'unknown', 'yes', true],
  ['no second yes', 'yes', 'yes', false],
  ['no no in the place of a yes', 'yes', 'no', false],
  ['no no in the place of what nobody knew', 'unknown', 'no', false],
])('one record learns %s from another', (_what, own, other, isLearnt) => {
  const known = own ? [fact('smoker', { answer: own })] : []
  const learnt = factsToMerge([fact('smoker', { answer: other })], known)
  expect(learnt).toEqual(isLearnt ? [fact('smoker', { answer: other })] : [])
})
