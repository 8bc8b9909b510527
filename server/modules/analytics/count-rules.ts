import { soon_after_reminder_hours } from '../../../contract/limits.ts'
import type { SurveyAnswers } from '../../../contract/aftercare.ts'
import {
  feedbackQuestions,
  measures,
  timeToSignBuckets,
  type MeasureCounts,
  type MetricSubject,
  type ItemMeasure,
  type Measure,
} from '../../../contract/measures.ts'
import {
  summarizeCheck,
  questionStateOf,
  type CheckStep,
  type QuestionState,
} from '../../../contract/understanding-state.ts'
import type { ConsentKind, ConsentStatus } from '../../../contract/consent-states.ts'
import { hour_ms, minute_ms } from '../../platform/clock.ts'
import type { CountedItems } from './analytics-schema.ts'

/** What is read of a consent to count it: no patient, and nothing that anybody wrote. */
export type CountedConsent = {
  kind: ConsentKind
  status: ConsentStatus
  sentAt: Date | null
  viewedAt: Date | null
  signedAt: Date | null
  wasWithdrawn: boolean
  wasAgreedVerbally: boolean
  signedWhere: 'screen' | 'tablet' | 'paper' | 'decided' | null
  isSignedByAnother: boolean
  reminders: readonly Date[]
  hasVideo: boolean
  hasOwnPictures: boolean
  treatments: number
  isInAnotherLanguage: boolean
  isInAnotherFormat: boolean
  hasUnderstandingCheck: boolean
  hasQuestions: boolean
  hasSupporter: boolean
  language: string
  format: string
  /** The questions of its check, as they were asked, and what was answered, in order. */
  checkQuestions: readonly { id: string; question: string }[]
  checkSteps: readonly CheckStep[]
  /** Parts that stood on the screen, and the one that stood there last. */
  readParts: readonly { title: string; seconds: number }[]
  leftOff: string | null
  /** The part that each question was about; empty where it was about the whole. */
  askedAbout: readonly string[]
  feedback: SurveyAnswers | null
}

/** By which rules consents are counted: with a greater number, all that were counted by a smaller one are counted again. */
export const counting_rules_version = 2
const agree_score_min = 4
const item_length_max = 300

type Span = (typeof timeToSignBuckets)[number]

function spanOf({ sentAt, signedAt }: CountedConsent): Span['measure'] | null {
  if (!sentAt || !signedAt) return null
  const minutes = (signedAt.getTime() - sentAt.getTime()) / minute_ms
  return timeToSignBuckets.find((span) => minutes <= span.minutes)!.measure
}

/** Whether the signature followed a reminder, and whether it did so soon. */
function reminderEffect({ reminders, signedAt }: CountedConsent): { isAfter: boolean; isSoon: boolean } {
  const before = signedAt ? reminders.filter((at) => at < signedAt) : []
  const last = Math.max(...before.map((at) => at.getTime()))
  const isAfter = before.length > 0
  return { isAfter, isSoon: isAfter && signedAt!.getTime() - last <= soon_after_reminder_hours * hour_ms }
}

/** What a consent counts as. Addenda and refusals are counted by themselves, so that shares speak of consents alone. */
export function countsOf(consent: CountedConsent): MeasureCounts {
  if (consent.kind === 'addendum') return { addenda: 1 }
  if (consent.kind === 'refusal') return { refusals: 1 }
  const { status, signedWhere } = consent
  const { isAfter, isSoon } = reminderEffect(consent)
  const span = spanOf(consent)
  const facts: Partial<Record<Measure, boolean>> = {
    sent: true,
    opened: consent.viewedAt !== null,
    signed: consent.signedAt !== null,
    declined: status === 'declined',
    withdrawn: consent.wasWithdrawn,
    expired: status === 'expired',
    voided: status === 'voided',
    ...(span && { [span]: true }),
    with_video: consent.hasVideo,
    with_own_pictures: consent.hasOwnPictures,
    with_several_treatments: consent.treatments > 1,
    in_another_language: consent.isInAnotherLanguage,
    in_another_format: consent.isInAnotherFormat,
    with_understanding_check: consent.hasUnderstandingCheck,
    with_questions: consent.hasQuestions,
    with_supporter: consent.hasSupporter,
    reminded: consent.reminders.length > 0,
    signed_on_tablet: signedWhere === 'tablet',
    signed_on_paper: signedWhere === 'paper',
    agreed_verbally: consent.wasAgreedVerbally,
    signed_by_another: consent.isSignedByAnother,
    signed_after_reminder: isAfter,
    signed_soon_after_reminder: isSoon,
  }
  return {
    ...Object.fromEntries(measures.filter((measure) => facts[measure]).map((measure) => [measure, 1])),
    ...checkCounts(consent),
    ...feedbackCounts(consent),
  }
}

/** Whether the check was gone through, and whether something in it stayed unclear. */
function checkCounts({ checkQuestions, checkSteps }: CountedConsent): MeasureCounts {
  const { hasBegun, isDone, standings } = summarizeCheck(
    checkQuestions.map(({ id }) => id),
    checkSteps,
  )
  if (!hasBegun || !isDone) return {}
  return { check_done: 1, ...(standings.some(isUnclear) && { check_unclear: 1 }) }
}

const isUnclear = (standing: QuestionState) => standing === 'gap' || standing === 'talk'

function feedbackCounts({ feedback }: CountedConsent): MeasureCounts {
  if (!feedback) return {}
  const counts: MeasureCounts = { feedback: 1 }
  for (const { key } of feedbackQuestions) {
    counts[`feedback_points:${key}`] = feedback[key]
    if (feedback[key] >= agree_score_min) counts[`feedback_agreed:${key}`] = 1
  }
  return counts
}

/** What is counted of the parts of a consent; of addenda and refusals nothing. */
export function itemsOf(consent: CountedConsent): CountedItems {
  if (consent.kind === 'addendum' || consent.kind === 'refusal') return {}
  const counts = [...readingCounts(consent), ...sectionCounts(consent), ...questionCounts(consent)]
  const nonEmpty = counts.filter(([, item, , count]) => item !== '' && count > 0)
  // Names are anybody's words: a map takes any of them for a key.
  return groupToObject(
    nonEmpty,
    ([subject]) => subject,
    (ofSubject) =>
      groupToObject(
        ofSubject,
        ([, item]) => item.slice(0, item_length_max),
        (ofItem) =>
          groupToObject(
            ofItem,
            ([, , measure]) => measure,
            (same) => same.reduce((sum, [, , , count]) => sum + count, 0),
          ),
      ),
  )
}

/** Makes an object of a list: by a key of each, what is made of those that have it in common. */
const groupToObject = <T, K extends string, V>(
  list: readonly T[],
  keyOf: (each: T) => K,
  valueOf: (same: T[]) => V,
): Record<K, V> =>
  Object.fromEntries([...Map.groupBy(list, keyOf)].map(([key, same]) => [key, valueOf(same)])) as Record<K, V>

type ItemCount = [subject: MetricSubject, item: string, measure: ItemMeasure, count: number]

function readingCounts({ language, format, viewedAt, signedAt }: CountedConsent): ItemCount[] {
  const came: ItemMeasure[] = [
    'sent',
    ...(viewedAt ? (['opened'] as const) : []),
    ...(signedAt ? (['signed'] as const) : []),
  ]
  return came.flatMap((measure): ItemCount[] => [
    ['language', language, measure, 1],
    ['format', format, measure, 1],
  ])
}

/** A patient left off where the text stood last when nothing has been decided yet, or nothing was before the time was over. */
function sectionCounts({ status, readParts, leftOff, askedAbout }: CountedConsent): ItemCount[] {
  const isUndecided = status === 'viewed' || status === 'expired'
  const titles = new Set(readParts.map(({ title }) => title ?? ''))
  return [
    ...[...titles].map((title): ItemCount => ['section', title, 'read', 1]),
    ...readParts.map(({ title, seconds }): ItemCount => ['section', title ?? '', 'seconds', seconds]),
    ...(isUndecided && leftOff ? [['section', leftOff, 'left_off', 1] satisfies ItemCount] : []),
    ...askedAbout.map((title): ItemCount => ['section', title, 'asked', 1]),
  ]
}

function questionCounts({ checkQuestions, checkSteps }: CountedConsent): ItemCount[] {
  return checkQuestions.flatMap(({ id, question }): ItemCount[] => {
    const own = checkSteps.filter((step) => step.question === id)
    if (own.length === 0) return []
    const isMissed = own[0]!.isRight !== true
    return [
      ['question', question, 'answered', 1],
      ['question', question, 'missed', isMissed ? 1 : 0],
      ['question', question, 'unclear', isUnclear(questionStateOf(id, checkSteps)) ? 1 : 0],
    ]
  })
}

/** Where a consent is added up. */
export type CountKey = { month: string; treatment: string; clinicianId: string }
export type ConsentCount = CountKey & { counts: MeasureCounts; items: CountedItems }
export type TotalChange = Pick<CountKey, 'month' | 'treatment'> & { measure: Measure; change: number }

const toChanges = (counted: ConsentCount | null, sign: 1 | -1): TotalChange[] => {
  if (!counted) return []
  const { counts, month, treatment } = counted
  return measures
    .filter((measure) => counts[measure])
    .map((measure) => ({ month, treatment, measure, change: sign * counts[measure]! }))
}

const keyOf = ({ month, treatment, measure }: TotalChange) => JSON.stringify([month, treatment, measure])

/** What is to be added so that the totals of all practices hold `after` where they held `before`. */
export function changesBetween(before: ConsentCount | null, after: ConsentCount): TotalChange[] {
  const summed = new Map<string, TotalChange>()
  for (const change of [...toChanges(before, -1), ...toChanges(after, 1)]) {
    const key = keyOf(change)
    summed.set(key, { ...change, change: (summed.get(key)?.change ?? 0) + change.change })
  }
  return [...summed]
    .filter(([, { change }]) => change !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
}
