import { contactRefusals } from '../../../contract/patients.ts'
import { contactRefusal, type PatientRow } from '../patients/index.ts'
import { standingConsent, type ConsentFacts, type Planned } from './appointment-readiness-rules.ts'

/** What decides whether a consent is made for an appointment that is still to come. */
export type PreparationFacts = {
  needsConsent: boolean
  /** As it was booked, or as a list named what no template stands for. */
  reason: string
  treatments: readonly Planned[]
  templates: ReadonlyMap<string, { isInUse: boolean }>
  patient: Pick<PatientRow, 'status'>
  isClinicianThere: boolean
  consents: readonly ConsentFacts[]
  isChoiceNeeded: boolean
}

type Reasons = Partial<Record<ConsentFacts['status'], string>>

const refusedReasons: Reasons = {
  declined: 'The patient has declined this treatment.',
  withdrawn: 'The patient has withdrawn consent.',
}
const consentedReasons: Reasons = {
  approved: 'Has a consent already: approved, not sent.',
  verbal: 'Has a consent already: given verbally.',
  signed: 'Has a consent already: signed.',
  finalised: 'Has a consent already: signed and countersigned.',
}

/** Whether the consent that an appointment has was given, or approved for sending: neither prepared nor missing. */
export const hasConsent = ({ status }: Pick<ConsentFacts, 'status'>): boolean => status in consentedReasons

/** Why the consent that an appointment has is neither prepared nor waited for; empty for a draft, and for one that was sent. */
export const settledReason = ({ status }: Pick<ConsentFacts, 'status'>): string =>
  consentedReasons[status] ?? refusedReasons[status] ?? ''

/** Why no consent is made for an appointment, in words; null where one is made. */
export function skipReason(facts: PreparationFacts): string | null {
  const { needsConsent, reason, treatments, templates, patient, consents } = facts
  const standing = standingConsent(consents)
  if (standing) return settledReason(standing) || 'Has a consent already.'
  if (!needsConsent) return 'Needs no consent.'
  if (treatments.length === 0)
    return reason ? `“${reason}” is not linked to a template.` : 'No treatment is planned.'
  const unused = treatments.find(({ templateId }) => !templates.get(templateId)?.isInUse)
  if (unused)
    return templates.has(unused.templateId)
      ? `The template “${unused.title}” is not in use.`
      : 'A planned treatment no longer has a template.'
  if (facts.isChoiceNeeded) return 'Several consents fit. Choose one on the day board.'
  const ended = contactRefusal(patient)
  if (ended) return contactRefusals[ended].message
  if (patient.status !== 'active') return 'The patient is archived.'
  return facts.isClinicianThere ? null : 'The clinician no longer treats at this practice.'
}
