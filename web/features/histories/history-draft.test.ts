import { describe, expect, test } from 'vitest'
import shipped from '../../../build/content/history-questions.json'
import type { LibraryQuestions } from '../../../build/content/types.d.ts'
import type { KnownFact } from '../../../contract/histories.ts'
import {
  conflictOf,
  detailId,
  validateDraft,
  changedFacts,
  shownFact,
  setAnswer,
  setFact,
  answerRemainingNo,
} from './history-draft.ts'
import { parseHistoryQuery, canReuseLoadedHistory, filterQuestions } from './history-query.ts'
import { formatFactDetails, formatProvenance, formatReviewStatus } from './history-words.ts'

const { factors } = shipped as LibraryQuestions
const known = (factor: string, given: Partial<KnownFact> = {}): KnownFact => ({
  ...{ factor, answer: 'yes', fields: {}, teeth: null },
  ...{ source: 'patient', byName: 'Tom Hughes', at: '2026-11-01T09:00:00.000Z', version: 1 },
  ...given,
})
const smoker = known('smoker', { fields: { perDay: '20' } })

describe('a draft of answers', () => {
  test('holds what somebody touched, and nothing that is known anyway', () => {
    const changed = setAnswer({}, [smoker], 'smoker', 'no')
    expect(changedFacts(changed, [smoker])).toEqual([
      { factor: 'smoker', answer: 'no', fields: {}, teeth: null },
    ])
    expect(setAnswer(changed, [smoker], 'smoker', 'yes')).toEqual({})
    expect(shownFact([smoker], {}, 'smoker')).toBe(smoker)
    expect(shownFact([smoker], {}, 'vaper')).toBeUndefined()
  })

  test('does not take an empty detail or teeth in another order for a change', () => {
    const near = known('near-ian', { teeth: ['48', '38'] })
    expect(setFact({}, [near], { ...near, teeth: ['38', '48'] })).toEqual({})
    expect(setFact({}, [smoker], { ...smoker, fields: { perDay: ' 20 ', since: '' } })).toEqual({})
    expect(Object.keys(setFact({}, [smoker], { ...smoker, fields: { perDay: '10' } }))).toEqual(['smoker'])
  })

  test('says no to others in one press, leaves every answer that is there, and what may stop a treatment', () => {
    const drafted = setAnswer({}, [smoker], 'gag', 'unknown')
    const draft = answerRemainingNo(drafted, [smoker], factors)
    const saved = changedFacts(draft, [smoker])
    const asked = factors.filter(({ mayStop }) => !mayStop)
    expect(asked.length).toBeLessThan(factors.length)
    expect(saved.filter(({ factor }) => !asked.some(({ id }) => id === factor))).toEqual([])
    expect(saved).toHaveLength(asked.length - 1)
    expect(draft.gag!.answer).toBe('unknown')
    expect(draft.smoker).toBeUndefined()
    expect(saved.filter(({ answer }) => answer === 'no')).toHaveLength(asked.length - 2)
  })

  test('tells of an answer that somebody else gave meanwhile, where it differs', () => {
    const draft = setAnswer({}, [smoker], 'smoker', 'unknown')
    expect(conflictOf(draft, [smoker], 'smoker')).toBeUndefined()
    const theirs = known('smoker', { answer: 'no', fields: {}, version: 2 })
    expect(conflictOf(draft, [theirs], 'smoker')).toBe(theirs)
    const same = known('smoker', { answer: 'unknown', fields: {}, version: 2 })
    expect(conflictOf(draft, [same], 'smoker')).toBeUndefined()
    expect(changedFacts(draft, [same])).toEqual([])
    // Writing on does not hide what it was made from.
    expect(conflictOf(setAnswer(draft, [theirs], 'smoker', 'yes'), [theirs], 'smoker')).toBe(theirs)
  })

  test.each([
    ['a number in words', { inrValue: 'about three' }, 'inrValue'],
    ['a date half written', { inrDate: '2026-11' }, 'inrDate'],
  ])('with %s is not saved, and leads to it', (_name, fields, field) => {
    const draft = setFact({}, [], { factor: 'warfarin', answer: 'yes', fields, teeth: null })
    expect(validateDraft(draft, factors).map(({ id }) => id)).toEqual([detailId('warfarin', field)])
    const whole = { inrValue: '2.6', inrDate: '2026-11-20', inrStable: 'yes' }
    const mended = setFact({}, [], { factor: 'warfarin', answer: 'yes', fields: whole, teeth: null })
    expect(validateDraft(mended, factors)).toEqual([])
  })
})

describe('what is shown of the questions', () => {
  const facts = [smoker, known('vaper', { answer: 'no' })]
  const shownIds = (show: 'all' | 'yes' | 'open', search = '', draft = {}) =>
    filterQuestions(factors, { known: facts, draft }, { show, search }).map(({ id }) => id)

  test('is what a search and a filter leave', () => {
    expect(shownIds('all')).toHaveLength(factors.length)
    expect(shownIds('yes')).toEqual(['smoker'])
    expect(shownIds('open')).toHaveLength(factors.length - 2)
    expect(shownIds('all', 'APIXABAN')).toEqual(['doac'])
    expect(shownIds('all', 'valve artificial')).toEqual(['endocarditis-special'])
    expect(shownIds('open', 'smoke')).toEqual([])
  })

  test('stays under the fingers that answer it', () => {
    const draft = setAnswer(setAnswer({}, facts, 'smoker', 'no'), facts, 'gag', 'no')
    expect(shownIds('yes', '', draft)).toEqual(['smoker'])
    expect(shownIds('open', '', draft)).toContain('gag')
    expect(shownIds('yes', '', setAnswer({}, facts, 'gag', 'yes'))).toEqual(['smoker', 'gag'])
  })
})

test.each([
  ['', { view: 'answers', show: 'all', search: '', page: 1 }],
  ['view=changes&page=2', { view: 'changes', show: 'all', search: '', page: 2 }],
  ['view=x&show=y&page=-1&q= inr ', { view: 'answers', show: 'all', search: 'inr', page: 1 }],
  ['show=open', { view: 'answers', show: 'open', search: '', page: 1 }],
])('the address ?%s asks for what it says', (query, expected) => {
  expect(parseHistoryQuery(new URLSearchParams(query))).toEqual(expected)
})

test.each([
  ['/a', '/a?q=inr', true],
  ['/a?q=inr', '/a?show=yes', true],
  ['/a', '/a', false],
  ['/a', '/a?view=risks', false],
  ['/a?view=changes', '/a?view=changes&page=2', false],
  ['/a', '/b?q=inr', false],
])('from %s to %s nothing new is fetched: %s', (from, to, expected) => {
  const url = (path: string) => new URL(path, 'https://example.org')
  expect(canReuseLoadedHistory(url(from), url(to))).toBe(expected)
})

test('what is known is told in words', () => {
  const question = (id: string) => factors.find((factor) => factor.id === id)
  const warfarin = known('warfarin', { fields: { inrDate: '2026-11-20', inrValue: '2.6' } })
  expect(formatFactDetails(warfarin, question('warfarin'), 'names')).toBe(
    'INR: 2.6; Date of the INR: 20 Nov 2026',
  )
  expect(formatFactDetails(known('near-ian', { teeth: ['48'] }), question('near-ian'), 'names')).toBe(
    'lower right third molar (wisdom) (48)',
  )
  expect(formatFactDetails(known('near-ian'), question('near-ian'), 'names')).toBe(
    'every tooth that is treated',
  )
  expect(formatFactDetails(known('gag', { answer: 'no' }), question('gag'), 'names')).toBe('')
  expect(formatFactDetails(known('near-ian', { teeth: ['48'] }), question('near-ian'), 'palmer')).toBe(
    'LR8 (48)',
  )
  expect(formatProvenance(smoker)).toBe('The patient, 1 Nov 2026, written by Tom Hughes')
  const review = { at: '2026-11-01T09:00:00.000Z', byName: 'Tom Hughes' }
  expect(formatReviewStatus({ ...review, state: 'due' })).toMatchObject({
    tone: 'warn',
    badge: 'Check again',
  })
  expect(formatReviewStatus({ ...review, state: 'current' }).text).toBe(
    'Reviewed with the patient on 1 Nov 2026 by Tom Hughes.',
  )
  expect(formatReviewStatus({ state: 'never', at: null, byName: null }).badge).toBe('Not reviewed yet')
})
