import { awaitsPatient } from '../../../contract/consent-states.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { findConsent, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { findRequestedReminder } from '../matters/index.ts'
import { listMessagesAbout } from '../messages/index.ts'
import { agreedChannelsOf, findPatient, contactDetailsOf } from '../patients/index.ts'
import { sendLink } from '../signing/index.ts'
import { openTask } from '../tasks/index.ts'
import { workingChannel } from './reminder-ladder-rules.ts'
import { nextAllowed, nextStep, type Step } from './reminder-rules.ts'
import {
  comingStep,
  findDueEscalations,
  duePlans,
  insertReminder,
  lockPlan,
  plannedConsents,
  policyOf,
  remindersOf,
  setPlan,
} from './reminder-store.ts'

type Note = (entry: JobAuditEntry) => void

export type ReminderDeps = {
  runJob: RunJob
  /** When the next appointment of a consent begins; injected, since appointments stand below. */
  appointmentOf(scope: JobScope, consent: { id: string; patientId: string }): Promise<Date | null>
}
const due_at_once_max = 500

/** Which reminder comes next, from what the practice decided, what went out already and when the patient comes. */
async function stepOf(
  scope: JobScope,
  consent: ConsentRecord,
  { appointmentOf }: ReminderDeps,
): Promise<Step | null> {
  const { id, sentAt, status } = consent
  if (!awaitsPatient(status) || sentAt === null) return null
  const done = new Set((await remindersOf(scope, id)).map(({ step }) => step))
  const appointmentAt = await appointmentOf(scope, consent)
  const asked = await findRequestedReminder(scope, id)
  const waiting = { sentAt, isOpened: status !== 'sent', appointmentAt, asked, done, now: scope.now }
  return nextStep(waiting, await policyOf(scope), await timeZoneOf(scope))
}

const planNext = async (scope: JobScope, consent: ConsentRecord, deps: ReminderDeps): Promise<void> =>
  setPlan(scope, consent.id, comingStep(await stepOf(scope, consent, deps)))

/** Plans the reminders of a consent that was sent or opened, or whose patient comes at another time now. */
export const planReminders = (deps: ReminderDeps, { clinicId, consentId }: JobData): Promise<void> =>
  deps.runJob(clinicId!, async (scope) => {
    await lockPlan(scope, consentId!)
    const consent = await findConsent(scope, consentId!)
    if (consent) await planNext(scope, consent, deps)
  })

/** Plans anew what waits, after a practice has changed how it reminds. */
export const replanReminders = (deps: ReminderDeps, { clinicId }: JobData): Promise<void> =>
  deps.runJob(clinicId!, async (scope) => {
    for (const consentId of await plannedConsents(scope)) {
      await lockPlan(scope, consentId)
      await planNext(scope, (await findConsent(scope, consentId))!, deps)
    }
  })

/** Puts every reminder that is due, and every fall-back that may go out now, on its queue; asked twice, each is done once. */
export const sweepReminders = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, consentId } of await duePlans(scope, due_at_once_max))
      scope.enqueue('reminders.remind', { clinicId, consentId })
    for (const { clinicId, messageId } of await findDueEscalations(scope, due_at_once_max))
      scope.enqueue('reminders.climb', { clinicId, messageId: messageId! })
  })

/**
 * Sends the reminder of a consent that is due, in one transaction with the note that it went out: however many
 * instances try it, and wherever one dies, a step is sent once. What was planned is looked at anew: the appointment may
 * be another one.
 */
export const remind = (deps: ReminderDeps, { clinicId, consentId }: JobData): Promise<void> =>
  deps.runJob(clinicId!, async (scope, note) => {
    const plan = await lockPlan(scope, consentId!)
    if (!plan.nextAt || plan.nextAt > scope.now) return
    const consent = await lockConsent(scope, consentId!)
    const patient = consent && (await findPatient(scope, consent.patientId))
    const isOver = consent?.expiresAt && consent.expiresAt <= scope.now
    if (!consent || isOver || !patient || !contactDetailsOf(patient, scope.now).mayContact)
      return setPlan(scope, consentId!, comingStep(null))
    const next = await stepOf(scope, consent, deps)
    if (!next || next.at > scope.now) return setPlan(scope, consentId!, comingStep(next))
    const allowed = nextAllowed(scope.now, await policyOf(scope), await timeZoneOf(scope))
    if (allowed > scope.now) return setPlan(scope, consentId!, { nextAt: allowed })
    await sendReminder(scope, note, { consent, planId: plan.id, step: next.step }, deps)
  })

type Due = { consent: ConsentRecord; planId: string; step: string }

async function sendReminder(
  scope: JobScope,
  note: Note,
  { consent, planId, step }: Due,
  deps: ReminderDeps,
): Promise<void> {
  const consentId = consent.id
  const patient = (await findPatient(scope, consent.patientId))!
  const reach = contactDetailsOf(patient, scope.now)
  const by = workingChannel(agreedChannelsOf(reach), await listMessagesAbout(scope, consentId))
  const sent = await sendLink(scope, consent, by, 'reminder')
  if (typeof sent === 'string') {
    // Nobody can write to them: people may find a way. One call for each consent is enough.
    if (reach.agreed.includes('phone') && (await policyOf(scope)).ladder.call)
      await openTask(scope, { kind: 'call', consentId, causeId: planId })
    return setPlan(scope, consentId, comingStep(null))
  }
  await insertReminder(scope, { consentId, step, messageId: sent.messageId })
  note({ action: 'reminder.sent', subject: consentId, details: { step, by: sent.by } })
  await planNext(scope, consent, deps)
}
