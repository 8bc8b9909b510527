import { expect, it } from 'vitest'
import { timeToSignBuckets, type MeasureCounts, type Measure } from '../../../contract/measures.ts'
import { changesBetween, countsOf, itemsOf, type CountedConsent } from './count-rules.ts'

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
const counted = (change: Partial<CountedConsent>): MeasureCounts => countsOf({ ...plain, ...change })

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
  const spans = timeToSignBuckets.map(({ measure }) => measure).filter((measure) => counts[measure])
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

const place = { month: '2026-03-01', treatment: 'Crown', clinicianId: 'c', items: {} }
const totalKey = { month: '2026-03-01', treatment: 'Crown' }

it('only what changed is added, and nothing the second time', () => {
  const before = { ...place, counts: { sent: 1 } }
  const now = { ...place, counts: { sent: 1, opened: 1 } }
  expect(changesBetween(null, before)).toEqual([{ ...totalKey, measure: 'sent', change: 1 }])
  expect(changesBetween(before, now)).toEqual([{ ...totalKey, measure: 'opened', change: 1 }])
  expect(changesBetween(now, now)).toEqual([])
  expect(changesBetween(now, before)).toEqual([{ ...totalKey, measure: 'opened', change: -1 }])
})

it('what moves to another month leaves the first', () => {
  const april = { ...place, month: '2026-04-01', counts: { sent: 1 } }
  expect(changesBetween({ ...place, counts: { sent: 1 } }, april)).toEqual([
    { ...totalKey, measure: 'sent', change: -1 },
    { ...totalKey, month: '2026-04-01', measure: 'sent', change: 1 },
  ])
})

const asked = [
  { id: 'a', question: 'Can it fail?' },
  { id: 'b', question: 'May I stop?' },
]
const answered = (question: string, isRight: boolean) => ({ kind: 'answered', question, isRight }) as const
const readParts = [
  { title: 'Risks', seconds: 30 },
  { title: 'Benefits', seconds: 10 },
]

it('a part is read once however often it was looked at, and left off at while nothing is decided', () => {
  const read = { status: 'viewed', viewedAt: after(1), readParts, leftOff: 'Benefits' } as const
  expect(itemsOf({ ...plain, ...read, askedAbout: ['Risks', '', 'Risks'] })).toEqual({
    language: { en: { sent: 1, opened: 1 } },
    format: { standard: { sent: 1, opened: 1 } },
    section: { Risks: { read: 1, seconds: 30, asked: 2 }, Benefits: { read: 1, seconds: 10, left_off: 1 } },
  })
  const decided = itemsOf({ ...plain, ...read, status: 'signed', signedAt: after(2) })
  expect(decided.section!.Benefits).toEqual({ read: 1, seconds: 10 })
  expect(itemsOf({ ...plain, ...read, status: 'expired' }).section!.Benefits).toHaveProperty('left_off')
})

it('a question was missed when its first answer was wrong, and is unclear when the last was too', () => {
  const checked = (steps: CountedConsent['checkSteps']) => {
    const consent = { ...plain, checkQuestions: asked, checkSteps: steps }
    return [itemsOf(consent).question, countsOf(consent).check_done, countsOf(consent).check_unclear]
  }
  expect(checked([])).toEqual([undefined, undefined, undefined])
  expect(checked([answered('a', false)])).toEqual([
    { 'Can it fail?': { answered: 1, missed: 1 } },
    undefined,
    undefined,
  ])
  const inTheEnd = [answered('a', false), answered('a', true), answered('b', false), answered('b', false)]
  expect(checked(inTheEnd)).toEqual([
    { 'Can it fail?': { answered: 1, missed: 1 }, 'May I stop?': { answered: 1, missed: 1, unclear: 1 } },
    1,
    1,
  ])
})

it('what patients say later counts with its points, and as agreed from 4 on', () => {
  expect(counted({ feedback: { understood: 5, asSaid: 4, again: 3, regret: 1 } })).toEqual({
    sent: 1,
    feedback: 1,
    'feedback_points:understood': 5,
    'feedback_agreed:understood': 1,
    'feedback_points:asSaid': 4,
    'feedback_agreed:asSaid': 1,
    'feedback_points:again': 3,
    'feedback_points:regret': 1,
  })
})

it('nothing of this is handed on to the totals of all practices', () => {
  const now = {
    ...place,
    counts: countsOf({ ...plain, feedback: { understood: 5, asSaid: 4, again: 3, regret: 1 } }),
  }
  expect(changesBetween(null, now)).toEqual([{ ...totalKey, measure: 'sent', change: 1 }])
})

it('a name that objects take for their own is a name like any other', () => {
  const read = itemsOf({ ...plain, readParts: [{ title: '__proto__', seconds: 4 }] })
  expect(Object.keys(read.section!)).toEqual(['__proto__'])
})
