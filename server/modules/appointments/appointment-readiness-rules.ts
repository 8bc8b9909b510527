import type { PlannedTreatment } from '../../../contract/appointments.ts'
import type { PlanChange } from '../../../contract/consent-plan.ts'
import {
  advisoryCodes,
  type ConditionName,
  type MissingCode,
  type ReadinessLevel,
} from '../../../contract/readiness.ts'
import { isAgreed, type ConsentStatus } from '../../../contract/consent-states.ts'
import { siteName, type ToothNotation } from '../../../contract/teeth.ts'
import { dayAt, localTimeAt } from '../../platform/zoned-time.ts'
import { needsNewConsent } from '../consents/index.ts'
import type { CheckPoints } from '../understanding/index.ts'

/** A treatment with what its kind asks for. */
type TreatmentKind = { title: string; isExtraction: boolean; isSedation: boolean }
export type Planned = PlannedTreatment & TreatmentKind
/** What a patient was asked to agree to, one treatment of it. */
export type AgreedTreatment = Planned & {
  isDeclined: boolean
  /** Agreed to, and taken back since while others stand. */
  isWithdrawn: boolean
}

/** By the part of the text that it is about; '' for the whole of it. */
export type OpenQuestion = { about: string; isBlocking: boolean }

export type ConsentFacts = {
  id: string
  patientId: string
  status: ConsentStatus
  treatment: string
  teeth: string[]
  treatments: AgreedTreatment[]
  /** When the patient said yes last, signing or by word of mouth; null until then. */
  agreedAt: Date | null
  /** Given by word of mouth, where the treatment asks for a signature. */
  isSignatureRequired: boolean
  /** A conversation is on record in which understanding was checked, and the patient has said nothing else since. */
  isUnderstood: boolean
  /** How the patient went through the questions of their form; null where none were asked. */
  check: CheckPoints | null
  /** What the patient asked and nobody has answered. */
  openQuestions: readonly OpenQuestion[]
  reflectionHours: number
  reflectionEndsAt: Date | null
  reflectionWaived: string
  confirmedAt: Date | null
  reconfirmSince: Date | null
  changes: PlanChange[]
  validUntil: Date | null
  startedAt: Date | null
}

export type AppointmentFacts = {
  patientId: string
  clinicianId: string
  startsAt: Date
  needsConsent: boolean
  treatments: Planned[]
  siteCheck: { staffId: string; teeth: readonly string[] } | null
  /** Whether the practice asks two people to compare tooth and side before an extraction. */
  asksSecondCheck: boolean
  /** How the practice names teeth to its own people. */
  notation: ToothNotation
}

/** From where and when it is looked at. */
export type EvaluationTime = { at: Date; zone: string }

/** What exactly is missing, and of which consent; null where no consent is there to mend. */
type Missing = { code: MissingCode; consentId: string | null }
/** Why a condition is missing, or that it is met or asked of nobody. */
type Finding =
  { state: 'met' | 'not-needed'; words: string } | { state: 'missing'; words: string; missing: Missing }
export type Condition = Finding & { name: ConditionName }
export type Readiness = { light: ReadinessLevel; conditions: Condition[] }

type Facts = { appointment: AppointmentFacts; consents: readonly ConsentFacts[]; planned: readonly Planned[] }

const met = (words = ''): Finding => ({ state: 'met', words })
const missing = (code: MissingCode, words: string, consentId: string | null = null): Finding => ({
  state: 'missing',
  words,
  missing: { code, consentId },
})
const notNeeded = (words = ''): Finding => ({ state: 'not-needed', words })

const hasSameTeeth = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()
const isSamePlace = (one: PlannedTreatment, other: PlannedTreatment): boolean =>
  hasSameTeeth(one.teeth, other.teeth) && one.area === other.area

/** What a patient was asked about a planned treatment: the same treatment at the same place, else the same elsewhere. */
function findAgreedTreatment(
  planned: PlannedTreatment,
  consents: readonly ConsentFacts[],
): AgreedTreatment | undefined {
  const same = consents
    .flatMap(({ treatments }) => treatments)
    .filter(({ templateId }) => templateId === planned.templateId)
  return same.find((agreed) => isSamePlace(agreed, planned)) ?? same[0]
}

/** Whether a consent is about all that is planned, at the places where it is planned. */
const covers = (consent: ConsentFacts, planned: readonly PlannedTreatment[]): boolean =>
  planned.every((treatment) =>
    consent.treatments.some(
      (agreed) => agreed.templateId === treatment.templateId && isSamePlace(agreed, treatment),
    ),
  )

const formatPlace = ({ teeth, area }: PlannedTreatment, notation: ToothNotation): string =>
  siteName(teeth, area, notation) || 'no tooth'

function checkPatientAndTooth({ appointment, consents, planned }: Facts): Finding {
  const placeOf = (treatment: PlannedTreatment) => formatPlace(treatment, appointment.notation)
  if (consents.length === 0) return missing('not-linked', 'No consent confirms patient and tooth yet')
  if (consents.some(({ patientId }) => patientId !== appointment.patientId))
    return missing('other-patient', 'The consent is for another patient')
  for (const treatment of planned) {
    const agreed = findAgreedTreatment(treatment, consents)
    if (!agreed) return missing('other-plan', `${treatment.title} is planned but not in the consent`)
    if (!isSamePlace(agreed, treatment))
      return missing(
        'other-plan',
        `${treatment.title}: planned for ${placeOf(treatment)}, consent for ${placeOf(agreed)}`,
      )
  }
  return met()
}

const teethToExtract = (planned: readonly Planned[]): string[] =>
  planned.filter(({ isExtraction }) => isExtraction).flatMap(({ teeth }) => teeth)

function checkSecondPerson({ appointment, planned }: Facts): Finding {
  const { siteCheck, clinicianId, asksSecondCheck, notation } = appointment
  const teeth = teethToExtract(planned)
  if (teeth.length === 0 || !asksSecondCheck) return notNeeded()
  if (!siteCheck || siteCheck.staffId === clinicianId || !hasSameTeeth(siteCheck.teeth, teeth))
    return missing('not-checked', `Second check needed: ${siteName(teeth, null, notation)}`)
  return met()
}

const missingConsentReasons: Partial<Record<ConsentStatus, [MissingCode, string]>> = {
  draft: ['not-sent', 'The consent is a draft, not sent'],
  approved: ['not-sent', 'The consent is approved, not sent'],
  sent: ['not-signed', 'Sent, not opened'],
  viewed: ['not-signed', 'Opened, not yet signed'],
  declined: ['refused', 'The patient declined'],
  withdrawn: ['refused', 'The patient withdrew consent'],
  expired: ['ended', 'The consent expired without a signature'],
  voided: ['ended', 'The consent was voided'],
  superseded: ['ended', 'A newer consent has replaced it'],
}

/** Whether one treatment of a consent is among what is planned: of the same treatment twice, the one at this place. */
function isPlanned(
  agreed: AgreedTreatment,
  treatments: readonly AgreedTreatment[],
  planned: readonly Planned[],
): boolean {
  const isSame = ({ templateId }: PlannedTreatment) => templateId === agreed.templateId
  const isOnly = treatments.filter(isSame).length === 1
  return planned.some((treatment) => isSame(treatment) && (isOnly || isSamePlace(agreed, treatment)))
}

/** Nobody treats on it: the patient said no to it, or took it back. */
const isRefused = ({ isDeclined, isWithdrawn }: AgreedTreatment): boolean => isDeclined || isWithdrawn

function checkConsent({ consents, planned }: Facts, { at, zone }: EvaluationTime): Finding {
  if (consents.length === 0) return missing('not-linked', 'No consent is linked to this appointment')
  for (const { id, status, treatments, validUntil, isSignatureRequired } of consents) {
    const [code, why] = missingConsentReasons[status] ?? []
    if (code && why) return missing(code, why, id)
    const declined = treatments.find((agreed) => agreed.isDeclined && isPlanned(agreed, treatments, planned))
    if (declined) return missing('refused', `The patient declined ${declined.title}`, id)
    const withdrawn = treatments.find(
      (agreed) => agreed.isWithdrawn && isPlanned(agreed, treatments, planned),
    )
    if (withdrawn) return missing('refused', `The patient withdrew consent to ${withdrawn.title}`, id)
    if (isSignatureRequired)
      return missing('signature-required', 'Given verbally; this treatment needs a signature', id)
    if (validUntil && validUntil <= at)
      return missing('ended', `Valid until ${formatDay(validUntil, zone)}`, id)
  }
  return met()
}

const noUnderstandingCheck = 'No recorded check of understanding'

/** Why nobody can say yet that this patient has understood; null where somebody can. */
function unverifiedReason({ isUnderstood, check, status }: ConsentFacts): string | null {
  if (isUnderstood) return null
  if (!check) return noUnderstandingCheck
  const { unclear, needsTalk, isDone, isExplained, hasBegun } = check
  if (unclear.length > 0) return `To discuss: ${unclear.map((question) => `“${question}”`).join('; ')}`
  if (needsTalk) return 'The patient prefers to talk about it'
  if (isDone || isExplained) return null
  if (!hasBegun) return noUnderstandingCheck
  return isAgreed(status) ? 'Signed without finishing the questions' : 'Questions not finished yet'
}

function checkUnderstanding({ consents }: Facts): Finding {
  if (consents.length === 0) return missing('not-talked-through', noUnderstandingCheck)
  for (const consent of consents) {
    const doubt = unverifiedReason(consent)
    if (doubt !== null) return missing('not-talked-through', doubt, consent.id)
  }
  return met()
}

const questionTopic = ({ about, isBlocking }: OpenQuestion): string =>
  `${about ? `about “${about}”` : 'about the whole form'}${isBlocking ? ', to be answered before signing' : ''}`

function checkQuestions({ consents }: Facts): Finding {
  const open = consents.flatMap(({ id, openQuestions }) => openQuestions.map((one) => ({ ...one, id })))
  const first = open.find(({ isBlocking }) => isBlocking) ?? open[0]
  if (!first) return met()
  const words = `Not answered yet: ${open.map(questionTopic).join('; ')}`
  return missing(first.isBlocking ? 'answer-required' : 'not-answered', words, first.id)
}

const formatDay = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: zone }).format(at)

function checkReflection({ appointment, consents }: Facts, { at, zone }: EvaluationTime): Finding {
  const asking = consents.filter(
    ({ reflectionHours, treatments }) =>
      reflectionHours > 0 || treatments.some(({ isSedation }) => isSedation),
  )
  if (asking.length === 0) return notNeeded()
  for (const consent of asking.filter(({ reflectionWaived }) => !reflectionWaived)) {
    const { id, reflectionHours, reflectionEndsAt, agreedAt, treatments } = consent
    if (reflectionHours > 0 && !reflectionEndsAt)
      return missing(
        'not-received',
        `${reflectionHours} hours from when the patient receives the text; not received yet`,
        id,
      )
    if (reflectionEndsAt && reflectionEndsAt > at)
      return missing(
        'thinking-time',
        `Until ${localTimeAt(reflectionEndsAt, zone).time} on ${formatDay(reflectionEndsAt, zone)}`,
        id,
      )
    const isSameDay = agreedAt && dayAt(agreedAt, zone) === dayAt(appointment.startsAt, zone)
    if (isSameDay && treatments.some(({ isSedation }) => isSedation))
      return missing('agreed-same-day', 'Sedation cannot be given on the day it was agreed', id)
  }
  const waived = asking.find(({ reflectionWaived }) => reflectionWaived)
  return met(waived ? `Waived: ${waived.reflectionWaived}` : '')
}

const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

function checkCost({ consents, planned }: Facts): Finding {
  for (const { id, changes } of consents) {
    const change = changes.find(({ kind }) => kind === 'price')
    if (change) return missing('price-changed', `${change.before} agreed, ${change.after} now`, id)
  }
  let isCompared = false
  for (const { pricePence, ...treatment } of planned) {
    const agreed = findAgreedTreatment({ ...treatment, pricePence }, consents)
    if (!agreed || agreed.pricePence === null || pricePence === null) continue
    isCompared = true
    if (agreed.pricePence !== pricePence)
      return missing(
        'price-differs',
        `${treatment.title}: ${pounds(agreed.pricePence)} agreed, ${pounds(pricePence)} planned`,
      )
  }
  return isCompared || consents.some(({ treatments }) => treatments.some((one) => one.pricePence !== null))
    ? met()
    : notNeeded('No price was agreed')
}

function checkConfirmedToday({ appointment, consents }: Facts, { zone }: EvaluationTime): Finding {
  const given = consents.filter(({ status, startedAt }) => isAgreed(status) && !startedAt)
  if (given.length === 0) return notNeeded()
  const day = dayAt(appointment.startsAt, zone)
  const isOfDay = (at: Date | null) => at !== null && dayAt(at, zone) === day
  const open = given.find(({ confirmedAt, agreedAt }) => !isOfDay(confirmedAt) && !isOfDay(agreedAt))
  return open ? missing('not-confirmed', 'Ask on the day whether the patient still agrees', open.id) : met()
}

const changeLabels: Record<PlanChange['kind'], string> = {
  treatment: 'the treatment',
  tooth: 'the tooth',
  price: 'the price',
  clinician: 'the clinician',
  health: 'the patient’s health',
  wording: 'the wording',
  age: 'it is too old',
}

function checkUnchanged({ consents }: Facts): Finding {
  const toReconfirm = consents.filter(({ reconfirmSince }) => reconfirmSince !== null)
  if (toReconfirm.length === 0) return consents.length > 0 ? met() : notNeeded()
  const kinds = [
    ...new Set(toReconfirm.flatMap(({ changes }) => changes).map(({ kind }) => changeLabels[kind])),
  ]
  const words = `Changed since: ${kinds.join(', ')}`
  const replaced = toReconfirm.find(({ changes }) => needsNewConsent(changes))
  return replaced
    ? missing('new-consent-required', words, replaced.id)
    : missing('changed', words, toReconfirm[0]!.id)
}

const rules: Record<ConditionName, (facts: Facts, from: EvaluationTime) => Finding> = {
  'patient-and-tooth': checkPatientAndTooth,
  'second-check': checkSecondPerson,
  consent: checkConsent,
  understanding: checkUnderstanding,
  questions: checkQuestions,
  reflection: checkReflection,
  cost: checkCost,
  confirmed: checkConfirmedToday,
  unchanged: checkUnchanged,
}

/** By what is missing: all of it advice, the team settles it at the chair; else treatment must not begin. */
function lightOf(conditions: readonly Condition[]): ReadinessLevel {
  const codes = conditions.flatMap((condition) =>
    condition.state === 'missing' ? condition.missing.code : [],
  )
  if (codes.length === 0) return 'ready'
  return codes.every((code) => advisoryCodes.includes(code)) ? 'attention' : 'not-ready'
}

/** What is planned: as the appointment says, else all that its consents are about. */
const plannedOf = (appointment: AppointmentFacts, consents: readonly ConsentFacts[]): Planned[] =>
  appointment.treatments.length > 0
    ? appointment.treatments
    : consents.flatMap(({ treatments }) => treatments.filter((agreed) => !isRefused(agreed)))

/** What is missing before treatment may begin, seen from a moment: each condition in its order, and one light. */
export function readinessOf(
  appointment: AppointmentFacts,
  consents: readonly ConsentFacts[],
  from: EvaluationTime,
): Readiness {
  const facts = { appointment, consents, planned: plannedOf(appointment, consents) }
  const conditions = (Object.keys(rules) as ConditionName[]).map((name) => ({
    name,
    ...(appointment.needsConsent ? rules[name](facts, from) : notNeeded()),
  }))
  return { light: lightOf(conditions), conditions }
}

const refusedStatuses: readonly ConsentStatus[] = ['withdrawn', 'declined']

/** Whether the patient has said no to what is planned: nobody's reason goes above that. */
export function isRefusedByPatient(
  appointment: AppointmentFacts,
  consents: readonly ConsentFacts[],
): boolean {
  const planned = plannedOf(appointment, consents)
  return consents.some(
    ({ status, treatments }) =>
      refusedStatuses.includes(status) ||
      treatments.some((agreed) => isRefused(agreed) && isPlanned(agreed, treatments, planned)),
  )
}

/** The teeth that a second person looks at before they are taken out; none where nothing is. */
export const teethToCheck = (appointment: AppointmentFacts, consents: readonly ConsentFacts[]): string[] =>
  teethToExtract(plannedOf(appointment, consents))

/** Neither answered with no nor ended: a consent that treatment may still come of. */
const openStatuses: readonly ConsentStatus[] = [
  'draft',
  'approved',
  'sent',
  'viewed',
  'verbal',
  'signed',
  'finalised',
]

/**
 * The consents of an appointment for which none were chosen: the only open one that fits. Where none is open any more,
 * the one that the patient said no to last, so that the board says so. Where several fit, somebody has to choose.
 */
export function matchConsents(
  planned: readonly PlannedTreatment[],
  ofPatient: readonly ConsentFacts[],
): ConsentFacts[] {
  const fitting = ofPatient.filter((consent) => covers(consent, planned))
  const open = fitting.filter(isOpen)
  if (open.length > 0) return open.length === 1 ? open : []
  return fitting.filter(isAnsweredWithNo).slice(0, 1)
}

/** What a consent that is not chosen may be, to be found for an appointment. */
export const matchedStatuses: readonly ConsentStatus[] = [...openStatuses, ...refusedStatuses]

const isOpen = ({ status }: ConsentFacts): boolean => openStatuses.includes(status)
const isAnsweredWithNo = ({ status }: ConsentFacts): boolean => refusedStatuses.includes(status)

/** Whether several open consents of the patient fit, of which somebody has to choose. */
export const hasSeveralMatches = (
  planned: readonly PlannedTreatment[],
  ofPatient: readonly ConsentFacts[],
): boolean => ofPatient.filter((consent) => isOpen(consent) && covers(consent, planned)).length > 1

/** Of the consents of an appointment, the one that stands: open before answered with no; undefined where all are over. */
export const standingConsent = (consents: readonly ConsentFacts[]): ConsentFacts | undefined =>
  consents.find(({ status }) => status === 'draft') ??
  consents.find(isOpen) ??
  consents.find(isAnsweredWithNo)
