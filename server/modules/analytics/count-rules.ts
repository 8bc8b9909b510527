import { soon_after_reminder_hours } from '../../../contract/limits.ts'
import { measures, signingSpans, type Counts, type Measure } from '../../../contract/measures.ts'
import type { ConsentKind, ConsentStatus } from '../../../contract/states.ts'
import { hour_ms, minute_ms } from '../../platform/clock.ts'

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
}

type Span = (typeof signingSpans)[number]

function spanOf({ sentAt, signedAt }: CountedConsent): Span['measure'] | null {
  if (!sentAt || !signedAt) return null
  const minutes = (signedAt.getTime() - sentAt.getTime()) / minute_ms
  return signingSpans.find((span) => minutes <= span.minutes)!.measure
}

/** Whether the signature followed a reminder, and whether it did so soon. */
function afterReminder({ reminders, signedAt }: CountedConsent): { isAfter: boolean; isSoon: boolean } {
  const before = signedAt ? reminders.filter((at) => at < signedAt) : []
  const last = Math.max(...before.map((at) => at.getTime()))
  const isAfter = before.length > 0
  return { isAfter, isSoon: isAfter && signedAt!.getTime() - last <= soon_after_reminder_hours * hour_ms }
}

/** What a consent counts as. Addenda and refusals are counted by themselves, so that shares speak of consents alone. */
export function countsOf(consent: CountedConsent): Counts {
  if (consent.kind === 'addendum') return { addenda: 1 }
  if (consent.kind === 'refusal') return { refusals: 1 }
  const { status, signedWhere } = consent
  const { isAfter, isSoon } = afterReminder(consent)
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
  return Object.fromEntries(measures.filter((measure) => facts[measure]).map((measure) => [measure, 1]))
}

/** Where a consent is added up. */
export type Place = { month: string; treatment: string; clinicianId: string }
export type Counted = Place & { counts: Counts }
export type Change = Place & { measure: Measure; change: number }

const signed = (counted: Counted | null, sign: 1 | -1): Change[] => {
  if (!counted) return []
  const { counts, month, treatment, clinicianId } = counted
  return Object.entries(counts).map(([measure, count]) => ({
    ...{ month, treatment, clinicianId },
    measure: measure as Measure,
    change: sign * count,
  }))
}

const keyOf = ({ month, treatment, clinicianId, measure }: Change) =>
  JSON.stringify([month, treatment, clinicianId, measure])

/**
 * What is to be added so that the totals hold `after` where they held `before`. In one order, so that two who add the
 * same totals wait for one another and never for ever.
 */
export function changesBetween(before: Counted | null, after: Counted): Change[] {
  const summed = new Map<string, Change>()
  for (const change of [...signed(before, -1), ...signed(after, 1)]) {
    const key = keyOf(change)
    summed.set(key, { ...change, change: (summed.get(key)?.change ?? 0) + change.change })
  }
  return [...summed]
    .filter(([, { change }]) => change !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
}
