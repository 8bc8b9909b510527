import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { ConsentItem, PlaceholderName, TreatmentOption } from '../../../contract/consent-plan.ts'
import type { RiskDecision } from '../../../contract/histories.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import {
  agreedStatuses,
  awaitingStatuses,
  consentTransitions,
  canTransition,
  type ConsentTransition,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'

/** When a consent sent now expires if it is not signed. */
export const expiryOf = (now: Date, days: number): Date => new Date(now.getTime() + days * day_ms)

/** The columns a move changes besides the status: the time of the move, and its reason where it has one. */
const timestampColumnOf = {
  send: 'sentAt',
  view: 'viewedAt',
  sign: 'signedAt',
  finalise: 'finalisedAt',
} as const

/** What a consent looks like after a move, or null when its state does not allow the move. */
export function transitionChanges(from: ConsentStatus, move: ConsentTransition, now: Date) {
  if (!canTransition(from, move)) return null
  const { to, event } = consentTransitions[move]
  const stamp =
    move in timestampColumnOf ? { [timestampColumnOf[move as keyof typeof timestampColumnOf]]: now } : {}
  return { event, change: { status: to, updatedAt: now, ...stamp } }
}

/**
 * A newer consent takes the place of one that waits or was not given as soon as it is sent, so that no two links ask
 * the same; one that was given stands until the newer one is given too.
 */
export const supersededBySending = ['sent', 'viewed', 'declined', 'expired'] as const
export const supersededBySigning = ['verbal', 'signed', 'finalised'] as const

export type SendFacts = {
  diagnosis: string
  missing: readonly string[]
  hasPrompts: boolean
  patientStatus: string
  /** The patient has left or died: nobody is asked any more. */
  contactEnded: ContactRefusal | null
  risks: readonly RiskDecision[]
  /** Risks that the patient's history adds and nobody has decided about. */
  undecided: number
  /** A mark on a picture is on the other side than all that is planned, and nobody said that this is right. */
  hasUncertainAnnotation: boolean
  /** The plan says why treatment may begin before the time to think has passed, where there is one. */
  waivesReflection: boolean
  /** Is one of those who may, by the practice's own rule. */
  mayWaive: boolean
  /** Holds overrideConsents: what a rule stops goes ahead for such a person's reason. */
  mayOverride: boolean
  /** The practice has not adopted the wording, or not as it is now. */
  isWordingUnadopted: boolean
  /** Whoever sends says that they have read it and that it is right for this patient (rulings 47). */
  wordingConfirmed: boolean
  templates: readonly {
    requiresTooth: boolean
    requiresDiagnosis: boolean
    isInUse: boolean
    hasPlace: boolean
  }[]
}

/** A rule said stop, and nobody who may has said why it goes ahead. */
const isStopped = (risks: readonly RiskDecision[], mayOverride: boolean) =>
  risks.some(({ severity, reason }) => severity === 'stop' && !(reason && mayOverride))

/** Every reason why the text of a draft cannot go to its patient yet; whether a message reaches them is known by who sends it. */
export function sendRefusals({
  diagnosis,
  missing,
  hasPrompts,
  patientStatus,
  contactEnded,
  risks,
  undecided,
  hasUncertainAnnotation,
  waivesReflection,
  mayWaive,
  mayOverride,
  isWordingUnadopted,
  wordingConfirmed,
  templates,
}: SendFacts) {
  if (contactEnded) return [contactEnded]
  const asksForTooth = templates.some(({ requiresTooth, hasPlace }) => requiresTooth && !hasPlace)
  const asksForDiagnosis = templates.some(({ requiresDiagnosis }) => requiresDiagnosis)
  const checks = [
    [patientStatus !== 'active', 'patient-archived'],
    [templates.some(({ isInUse }) => !isInUse), 'template-not-in-use'],
    [hasPrompts, 'prompts-left'],
    [asksForTooth, 'tooth-required'],
    [asksForDiagnosis && !diagnosis, 'diagnosis-required'],
    [missing.length > 0, 'placeholder-missing'],
    [hasUncertainAnnotation, 'marks-on-other-side'],
    [undecided > 0, 'risks-undecided'],
    [isStopped(risks, mayOverride), 'risk-stopped'],
    [waivesReflection && !mayWaive, 'waiver-not-allowed'],
    [isWordingUnadopted && !wordingConfirmed, 'wording-unconfirmed'],
  ] as const
  return checks.flatMap(([isRefused, reason]) => (isRefused ? [reason] : []))
}

/** The states in which the practice still has something to do for a consent: whoever looks after it may not just leave. */
export const pendingStatuses = ['draft', 'approved', ...awaitingStatuses, 'verbal', 'signed'] as const

/**
 * What changes when somebody takes a consent over. A draft gets another clinician, since nobody was shown one yet; what
 * was sent still names the clinician whom the patient was told of.
 */
export const takeoverChanges = (status: ConsentStatus, takeoverId: string) =>
  status === 'draft' ? { clinicianId: takeoverId, takeoverId: null } : { takeoverId }

/** The states in which somebody may still sign, or will be asked to: whether the patient can decide is still to be found. */
const signableStatuses = ['draft', 'approved', ...awaitingStatuses, 'verbal'] as const

/** Whether somebody may still sign, or will be asked to. */
export const isSignable = (status: ConsentStatus): boolean => signableStatuses.some((open) => open === status)

/** Which consents each view of the list shows: those in these states, narrowed where it says by what. */
export const views = {
  all: { statuses: null },
  drafts: { statuses: ['draft', 'approved'] },
  awaiting: { statuses: awaitingStatuses },
  'not-opened': { statuses: ['sent'] },
  undelivered: { statuses: awaitingStatuses, narrowedBy: 'undelivered' },
  questions: { statuses: null, narrowedBy: 'questions' },
  expiring: { statuses: awaitingStatuses, narrowedBy: 'expiring' },
  'look-again': { statuses: signableStatuses, narrowedBy: 'look-again' },
  'to-countersign': { statuses: ['signed'] },
  reconfirm: { statuses: agreedStatuses, narrowedBy: 'reconfirm' },
  signed: { statuses: agreedStatuses },
  declined: { statuses: ['declined'] },
  withdrawn: { statuses: ['withdrawn'] },
} as const satisfies Record<
  string,
  {
    statuses: readonly ConsentStatus[] | null
    narrowedBy?: 'expiring' | 'look-again' | 'questions' | 'reconfirm' | 'undelivered'
  }
>
export type ConsentView = keyof typeof views

/** Until when what is agreed now holds without being taken anew: several treatments are a course, which takes longer. */
export function validityEnd(
  agreedAt: Date,
  { treatments }: Pick<FrozenContent, 'treatments'>,
  { days, courseDays }: ClinicPolicies['validity'],
): Date {
  const isCourse = (treatments?.length ?? 1) > 1
  return new Date(agreedAt.getTime() + (isCourse ? courseDays : days) * day_ms)
}

/**
 * Hours to think: the longest that a wording advises, or the practice's usual time where it says nothing of its own, and
 * never less than the practice gives everybody.
 */
export const reflectionHoursOf = (
  advised: readonly number[],
  { usualHours, leastHours }: Pick<ClinicPolicies['reflection'], 'usualHours' | 'leastHours'>,
): number => Math.max(leastHours, ...advised.map((hours) => (hours === 0 ? usualHours : hours)))

/**
 * When the time to think is over: counted in hours, so that a change of the clocks takes none away, from the first
 * opening (rulings 58), or from when the patient was handed the text on paper, whichever came first. Null where none is
 * asked for or the patient has not had the text.
 */
export function reflectionEnd({
  viewedAt,
  paperGivenAt,
  reflectionHours,
}: {
  viewedAt: Date | null
  paperGivenAt: Date | null
  reflectionHours: number
}): Date | null {
  const had = [viewedAt, paperGivenAt].filter((at) => at !== null)
  if (had.length === 0 || reflectionHours === 0) return null
  return new Date(Math.min(...had.map((at) => at.getTime())) + reflectionHours * hour_ms)
}

/** The states in which there is still something to say of a conversation, and of who stood by. */
export const acceptsConversations = (status: ConsentStatus): boolean =>
  !['voided', 'superseded', 'expired'].includes(status)

/**
 * Details that belong to the practice's way of doing a treatment, and so are much the same from patient to patient.
 * What was weighed for one patient (reason, prognosis, risks, sedation, graft) is never filled in for another, and a
 * clinician's own figure never for a colleague.
 */
const reusablePlaceholders: readonly PlaceholderName[] = [
  'visits',
  'duration',
  'material',
  'crownWithin',
  'retainerPlan',
]

/** Of the details of one consent, those to offer for the next. */
export const reusablePlaceholdersOf = (
  placeholders: ConsentItem['placeholders'],
): ConsentItem['placeholders'] =>
  Object.fromEntries(
    reusablePlaceholders.flatMap((name) => (placeholders[name] ? [[name, placeholders[name]]] : [])),
  )

/** Of the options that were weighed up for one patient, those to offer for the next: what suited them, without its price. */
export const reusableOptions = (
  options: readonly TreatmentOption[],
): Omit<TreatmentOption, 'pricePence' | 'band'>[] =>
  options
    .filter(({ notSuitable }) => notSuitable === '')
    .map(({ pricePence: _price, band: _band, ...option }) => option)
