import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { JobNote, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { findConsent, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { messagesAbout } from '../messages/index.ts'
import { agreedChannelsOf, findPatient, reachOf } from '../patients/index.ts'
import { sendLink } from '../signing/index.ts'
import { openTask } from '../tasks/index.ts'
import { workingChannel } from './reminder-ladder-rules.ts'
import { nextAllowed, nextStep } from './reminder-rules.ts'
import {
  comingStep,
  dueClimbs,
  duePlans,
  insertReminder,
  lockPlan,
  plannedConsents,
  policyOf,
  remindersOf,
  setPlan,
  type PlanRow,
} from './reminder-store.ts'

type Note = (entry: JobNote) => void
const due_at_once_max = 500

/** Writes down which reminder comes next, from what the practice decided and what went out already. */
async function planNext(scope: JobScope, { id, sentAt, status }: ConsentRecord): Promise<void> {
  const done = new Set((await remindersOf(scope, id)).map(({ step }) => step))
  const waits = status === 'sent' && sentAt !== null
  const next = waits
    ? nextStep({ sentAt, done, now: scope.now }, await policyOf(scope), await timeZoneOf(scope))
    : null
  await setPlan(scope, id, comingStep(next))
}

/** Plans the reminders of a consent that was just sent. */
export const planReminders = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    await lockPlan(scope, consentId!)
    const consent = await findConsent(scope, consentId!)
    if (consent) await planNext(scope, consent)
  })

/** Plans anew what waits, after a practice has changed how it reminds. */
export const replanReminders = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    for (const consentId of await plannedConsents(scope)) {
      await lockPlan(scope, consentId)
      await planNext(scope, (await findConsent(scope, consentId))!)
    }
  })

/** Puts every reminder that is due, and every fall-back that may go out now, on its queue; asked twice, each is done once. */
export const sweepReminders = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, consentId } of await duePlans(scope, due_at_once_max))
      scope.enqueue('reminders.remind', { clinicId, consentId })
    for (const { clinicId, messageId } of await dueClimbs(scope, due_at_once_max))
      scope.enqueue('reminders.climb', { clinicId, messageId: messageId! })
  })

/**
 * Sends the reminder of a consent that is due, in one transaction with the note that it went out: however many
 * instances try it, and wherever one dies, a step is sent once.
 */
export const remind = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const plan = await lockPlan(scope, consentId!)
    if (!plan.nextAt || plan.nextAt > scope.now) return
    const consent = await lockConsent(scope, consentId!)
    const patient = consent && (await findPatient(scope, consent.patientId))
    const isOver = consent?.expiresAt && consent.expiresAt <= scope.now
    if (
      !consent ||
      consent.status !== 'sent' ||
      isOver ||
      !patient ||
      !reachOf(patient, scope.now).mayContact
    )
      return setPlan(scope, consentId!, comingStep(null))
    const allowed = nextAllowed(scope.now, await policyOf(scope), await timeZoneOf(scope))
    if (allowed > scope.now) return setPlan(scope, consentId!, { nextAt: allowed })
    await sendReminder(scope, note, consent, plan)
  })

async function sendReminder(
  scope: JobScope,
  note: Note,
  consent: ConsentRecord,
  plan: PlanRow,
): Promise<void> {
  const consentId = consent.id
  const patient = (await findPatient(scope, consent.patientId))!
  const reach = reachOf(patient, scope.now)
  const by = workingChannel(agreedChannelsOf(reach), await messagesAbout(scope, consentId))
  const sent = await sendLink(scope, consent, by, 'reminder')
  if (typeof sent === 'string') {
    // Nobody can write to them: people may find a way. One call for each consent is enough.
    if (reach.agreed.includes('phone') && (await policyOf(scope)).ladder.call)
      await openTask(scope, { kind: 'call', consentId, causeId: plan.id })
    return setPlan(scope, consentId, comingStep(null))
  }
  await insertReminder(scope, { consentId, step: plan.nextStep!, messageId: sent.messageId })
  note({ action: 'reminder.sent', subject: consentId, details: { step: plan.nextStep, by: sent.by } })
  await planNext(scope, consent)
}
