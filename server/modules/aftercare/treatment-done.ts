import { isAgreed } from '../../../contract/consent-states.ts'
import type { ClinicScope, StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { appendEvent, lockConsent, withdrawnPositionsOf, type ConsentRecord } from '../consents/index.ts'
import { policyOf } from '../reminders/index.ts'
import { findSignature } from '../signing/index.ts'
import { planMessages, nextMessage, surveyStartsAt, treatmentsOfText } from './aftercare-rules.ts'
import {
  aftercarePolicyOf,
  treatmentsDoneOn,
  finishedSteps,
  insertTreatmentDone,
  stepsSent,
  type TreatmentDoneRow,
} from './aftercare-store.ts'
import { findSurvey } from './aftercare-survey-store.ts'

/** The treatments of a consent that the patient agreed to and has not taken back, each with whether it was carried out; none before they did. */
export async function agreedTreatments(scope: TenantScope, consent: ConsentRecord) {
  if (!consent.content) return []
  const declined = (await findSignature(scope, consent.id))?.declined ?? []
  const withdrawn = (await withdrawnPositionsOf(scope, [consent.id])).get(consent.id) ?? []
  const done = (await treatmentsDoneOn(scope, [consent.id])).filter(({ takenBackAt }) => takenBackAt === null)
  const places = new Set(done.flatMap(({ treatments }) => treatments.map(({ place }) => place)))
  return treatmentsOfText(consent.content)
    .filter(({ place }) => !declined.includes(place) && !withdrawn.includes(place))
    .map((treatment) => ({ ...treatment, isDone: places.has(treatment.place) }))
}

/** What follows after treatments that were done, by what the practice has decided and what went out already. */
export async function followUpOf(
  scope: StaffScope,
  done: Pick<TreatmentDoneRow, 'consentId' | 'doneAt' | 'treatments'> & { id?: string },
) {
  const policy = await aftercarePolicyOf(scope)
  const { quietFrom, quietUntil } = await policyOf(scope)
  const clock = { quiet: { quietFrom, quietUntil }, timeZone: await timeZoneOf(scope) }
  const sent = finishedSteps(await stepsSent(scope, done.consentId), done.id ?? '')
  const isAsked = (await findSurvey(scope, done.consentId)) !== undefined
  const steps = planMessages(done, isAsked ? { ...policy, survey: false } : policy, clock)
  return { next: nextMessage(steps, sent, scope.now), surveyAt: surveyStartsAt(done, policy, clock), clock }
}

type DoneReport = { places: readonly number[]; doneAt: Date; appointmentId: string | null }

/** Keeps that these treatments of a locked consent were carried out, says so in its chain, and plans what follows. */
export async function recordTreatmentsDone(
  scope: ClinicScope,
  consent: ConsentRecord,
  { places, doneAt, appointmentId }: DoneReport,
): Promise<string> {
  const treatments = treatmentsOfText(consent.content!)
    .filter(({ place }) => places.includes(place))
    .map(({ place, title, type }) => ({ place, title, type }))
  const done = { consentId: consent.id, appointmentId, treatments, doneAt }
  const doneId = await insertTreatmentDone(scope, done, await followUpOf(scope, done))
  await appendEvent(scope, consent.id, 'consent.treatment_done', {
    doneId,
    doneAt: doneAt.toISOString(),
    treatments: treatments.map(({ title }) => title),
  })
  scope.enqueue('consent.changed', { clinicId: scope.clinicId, consentId: consent.id })
  return doneId
}

/** What an appointment was for, and with which consents it began. */
type FinishedAppointment = {
  appointmentId: string
  consentIds: readonly string[]
  templateIds: readonly string[]
}

/**
 * Keeps what was carried out in an appointment that is over: what was planned for it, else, where none of its
 * consents has any of that, all that they agree to and that was not done before. People correct it on the consent where they did less or more.
 */
export async function recordAppointmentTreatments(
  scope: ClinicScope,
  finished: FinishedAppointment,
): Promise<void> {
  const { appointmentId, templateIds } = finished
  const agreed: { consent: ConsentRecord; open: Awaited<ReturnType<typeof agreedTreatments>> }[] = []
  for (const consentId of finished.consentIds.toSorted()) {
    const consent = await lockConsent(scope, consentId)
    if (!consent?.content || consent.kind === 'refusal' || !isAgreed(consent.status)) continue
    agreed.push({
      consent,
      open: (await agreedTreatments(scope, consent)).filter(({ isDone }) => !isDone),
    })
  }
  const isPlanned = ({ templateId }: { templateId: string }) => templateIds.includes(templateId)
  const hasPlan = agreed.some(({ open }) => open.some(isPlanned))
  for (const { consent, open } of agreed) {
    // What was added under way was never planned for the appointment.
    const done = hasPlan && consent.kind !== 'addendum' ? open.filter(isPlanned) : open
    const places = done.map(({ place }) => place)
    if (places.length > 0)
      await recordTreatmentsDone(scope, consent, { places, doneAt: scope.now, appointmentId })
  }
}
