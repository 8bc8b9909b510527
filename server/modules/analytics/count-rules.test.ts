import { expect, it } from 'vitest'
import { signingSpans, type Counts, type Measure } from '../../../contract/measures.ts'
import { changesBetween, countsOf, type CountedConsent } from './count-rules.ts'

const sent = new Date('2026-03-02T09:00:00Z')
const after = (hours: number) => new Date(sent.getTime() + hours * 3_600_000)
const plain: CountedConsent = {
  ...{ kind: 'consent', status: 'sent', sentAt: sent, viewedAt: null, signedAt: null },
  ...{ wasWithdrawn: false, wasAgreedVerbally: false, signedWhere: null, isSignedByAnother: false },
  ...{ reminders: [], hasVideo: false, hasOwnPictures: false, treatments: 1, isInAnotherLanguage: false },
  ...{ isInAnotherFormat: false, hasUnderstandingCheck: false, hasQuestions: false, hasSupporter: false },
  ...{ language: 'en', format: 'standard', checkQuestions: [], checkSteps: [], readParts: [], leftOff: null },
  ...{ askedAbout: [], feedback: null },
}
const counted = (change: Partial<CountedConsent>): Counts => countsOf({ ...plain, ...change })

it('a consent that was sent and nothing more counts as sent', () => {
  expect(counted({})).toEqual({ sent: 1 })
})

it.each<[string, Partial<CountedConsent>, Measure[]]>([
  ['opened', { status: 'viewed', viewedAt: after(1) }, ['opened']],
  ['declined', { status: 'declined', viewedAt: after(1) }, ['opened', 'declined']],
  ['expired', { status: 'expired' }, ['expired']],
  ['voided', { status: 'voided' }, ['voided']],
  ['a video', { hasVideo: true }, ['with_video']],
  ['pictures of the patient', { hasOwnPictures: true }, ['with_own_pictures']],
  ['two treatments', { treatments: 2 }, ['with_several_treatments']],
  ['another language', { isInAnotherLanguage: true }, ['in_another_language']],
  ['another format', { isInAnotherFormat: true }, ['in_another_format']],
  ['an understanding check', { hasUnderstandingCheck: true }, ['with_understanding_check']],
  ['questions', { hasQuestions: true }, ['with_questions']],
  ['somebody who reads along', { hasSupporter: true }, ['with_supporter']],
  ['word of mouth', { status: 'verbal', wasAgreedVerbally: true }, ['agreed_verbally']],
])('counts %s', (_what, change, also) => {
  expect(Object.keys(counted(change)).toSorted()).toEqual(['sent', ...also].toSorted())
})

it('a signature that was taken back counts as both', () => {
  expect(counted({ status: 'withdrawn', signedAt: after(5), wasWithdrawn: true })).toMatchObject({
    signed: 1,
    withdrawn: 1,
  })
})

it.each<[number, Measure]>([
  [1, 'signed_in_an_hour'],
  [1.1, 'signed_in_a_day'],
  [24, 'signed_in_a_day'],
  [25, 'signed_in_three_days'],
  [24 * 7, 'signed_in_a_week'],
  [24 * 8, 'signed_in_a_fortnight'],
  [24 * 15, 'signed_later'],
])('a signature after %d hours is %s, and in no other span', (hours, span) => {
  const counts = counted({ status: 'signed', signedAt: after(hours), signedWhere: 'screen' })
  const spans = signingSpans.map(({ measure }) => measure).filter((measure) => counts[measure])
  expect(spans).toEqual([span])
})

it('tells where it was signed, and by whom', () => {
  const signed = { status: 'signed', signedAt: after(1) } as const
  expect(counted({ ...signed, signedWhere: 'tablet' })).toMatchObject({ signed_on_tablet: 1 })
  expect(counted({ ...signed, signedWhere: 'paper' })).toMatchObject({ signed_on_paper: 1 })
  expect(counted({ ...signed, isSignedByAnother: true })).toMatchObject({ signed_by_another: 1 })
})

it('a reminder worked when the signature came after it, and soon when within 48 hours', () => {
  const reminders = [after(24), after(72)]
  const signedAt = (hours: number) => counted({ reminders, status: 'signed', signedAt: after(hours) })
  expect(signedAt(10)).toMatchObject({ reminded: 1 })
  expect(signedAt(10)).not.toHaveProperty('signed_after_reminder')
  expect(signedAt(120)).toMatchObject({ signed_after_reminder: 1, signed_soon_after_reminder: 1 })
  expect(signedAt(121)).not.toHaveProperty('signed_soon_after_reminder')
})

it('addenda and refusals are counted apart', () => {
  expect(counted({ kind: 'addendum', hasVideo: true })).toEqual({ addenda: 1 })
  expect(counted({ kind: 'refusal' })).toEqual({ refusals: 1 })
})

const place = { month: '2026-03-01', treatment: 'Crown', clinicianId: 'c', items: [] }
const told = { month: '2026-03-01', treatment: 'Crown' }

it('only what changed is added, and nothing the second time', () => {
  const before = { ...place, counts: { sent: 1 } }
  const now = { ...place, counts: { sent: 1, opened: 1 } }
  expect(changesBetween(null, before)).toEqual([{ ...told, measure: 'sent', change: 1 }])
  expect(changesBetween(before, now)).toEqual([{ ...told, measure: 'opened', change: 1 }])
  expect(changesBetween(now, now)).toEqual([])
  expect(changesBetween(now, before)).toEqual([{ ...told, measure: 'opened', change: -1 }])
})

it('what moves to another month leaves the first', () => {
  const april = { ...place, month: '2026-04-01', counts: { sent: 1 } }
  expect(changesBetween({ ...place, counts: { sent: 1 } }, april)).toEqual([
    { ...told, measure: 'sent', change: -1 },
    { ...told, month: '2026-04-01', measure: 'sent', change: 1 },
  ])
})
