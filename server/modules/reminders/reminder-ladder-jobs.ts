import { isUndelivered } from '../../../contract/delivery-states.ts'
import { isAgreed, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry, RunJob } from '../../platform/jobs/job-runner.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { lockConsent, type ConsentRecord } from '../consents/index.ts'
import { lockMessage, listMessagesAbout, type Message } from '../messages/index.ts'
import { findPatient, contactDetailsOf } from '../patients/index.ts'
import { sendLink } from '../signing/index.ts'
import { lockTask, openTask, listConsentTasks } from '../tasks/index.ts'
import { isSuperseded, nextRung, triedRungs, type ContactStep } from './reminder-ladder-rules.ts'
import { nextAllowed } from './reminder-rules.ts'
import { lockPlan, policyOf, setPlan } from './reminder-store.ts'

type Note = (entry: JobAuditEntry) => void

/**
 * Messages that have to reach a patient, with what takes their place and where it still counts: what brings them to a
 * consent that waits unopened, and advice for after a treatment. A copy can be had again from the practice, and whoever
 * is not asked how it went misses nothing.
 */
const reaching: Partial<
  Record<Message['kind'], { again: 'consent-link' | 'aftercare'; counts: (status: ConsentStatus) => boolean }>
> = {
  'consent-link': { again: 'consent-link', counts: (status) => status === 'sent' },
  'new-link': { again: 'consent-link', counts: (status) => status === 'sent' },
  reminder: { again: 'consent-link', counts: (status) => status === 'sent' },
  aftercare: { again: 'aftercare', counts: isAgreed },
}

/** Takes the next way to a patient whom a message did not reach, where it still counts. */
export const escalateContact = (runJob: RunJob, { clinicId, messageId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const failed = await lockMessage(scope, messageId!)
    const reach = failed && reaching[failed.kind]
    if (!reach || !isUndelivered(failed.status)) return
    const consent = await lockConsent(scope, failed.aboutId)
    if (!consent) return
    await lockPlan(scope, consent.id)
    await setPlan(scope, consent.id, { climbAt: null, climbMessageId: null })
    const messages = await listMessagesAbout(scope, consent.id)
    if (!reach.counts(consent.status) || isSuperseded(failed, messages)) return
    const tried = triedRungs(failed, messages, await listConsentTasks(scope, consent.id))
    await tryNextChannel(scope, note, { consent, failed, tried, again: reach.again })
  })

type Climbing = {
  consent: ConsentRecord
  failed: Message
  tried: Set<ContactStep>
  again: 'consent-link' | 'aftercare'
}

async function tryNextChannel(
  scope: JobScope,
  note: Note,
  { consent, failed, tried, again }: Climbing,
): Promise<void> {
  const [patient, policy] = [await findPatient(scope, consent.patientId), await policyOf(scope)]
  // A letter brings a link to sign; advice for the first days comes by post when they are over.
  const ladder = again === 'aftercare' ? { ...policy.ladder, letter: false } : policy.ladder
  const rung = patient ? nextRung(tried, contactDetailsOf(patient, scope.now), ladder) : null
  if (rung === null) return
  if (rung === 'call' || rung === 'letter')
    await openTask(scope, { kind: rung, consentId: consent.id, causeId: failed.id })
  else {
    const allowed = nextAllowed(scope.now, policy, await timeZoneOf(scope))
    if (allowed > scope.now)
      return setPlan(scope, consent.id, { climbAt: allowed, climbMessageId: failed.id })
    await sendLink(scope, consent, rung, again)
  }
  note({ action: 'message.fell_back', subject: consent.id, details: { messageId: failed.id, to: rung } })
}

/** After a call that did not reach the patient comes the letter. */
export const climbAfterCall = (runJob: RunJob, { clinicId, taskId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const call = await lockTask(scope, taskId!)
    if (call?.kind !== 'call' || (call.outcome !== 'no-answer' && call.outcome !== 'wrong-number')) return
    const consent = await lockConsent(scope, call.consentId)
    const patient = consent && (await findPatient(scope, consent.patientId))
    if (consent?.status !== 'sent' || !patient) return
    const { ladder } = await policyOf(scope)
    const tried = new Set<ContactStep>(['email', 'sms', 'call'])
    if (nextRung(tried, contactDetailsOf(patient, scope.now), ladder) !== 'letter') return
    const made = await openTask(scope, { kind: 'letter', consentId: consent.id, causeId: call.id })
    if (made) note({ action: 'message.fell_back', subject: consent.id, details: { to: 'letter' } })
  })
