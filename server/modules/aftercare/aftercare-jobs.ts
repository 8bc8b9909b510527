import { isAgreed } from '../../../contract/consent-states.ts'
import { day_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import type { JobAuditEntry, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { appendEvent, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { listMessagesAbout, queueMessage } from '../messages/index.ts'
import { agreedChannelsOf, findPatient, contactDetailsOf } from '../patients/index.ts'
import { nextAllowed, workingChannel } from '../reminders/index.ts'
import { sendLink } from '../signing/index.ts'
import { listActiveStaff } from '../staff/index.ts'
import { lockTask, openTask } from '../tasks/index.ts'
import { surveyStep, type AftercareStep } from './aftercare-rules.ts'
import {
  aftercarePolicyOf,
  treatmentIdsDoneSince,
  dueMessages,
  insertStep,
  lastOptOut,
  lockTreatmentDone,
  lockVisit,
  messageOfStep,
  postponeMessage,
  setFollowUp,
  type TreatmentDoneRow,
} from './aftercare-store.ts'
import { followUpOf } from './treatment-done.ts'
import { taskKindByLevel } from './aftercare-worry-rules.ts'
import { setWorryResolution, acknowledgeWorry } from './aftercare-worry-store.ts'

type AddJobNote = (entry: JobAuditEntry) => void

const due_messages_max = 500
/** The longest time after which something may still follow, with room for a change of mind. */
const follow_up_days = 400

/** Puts every message that is due on its queue; asked twice, each is sent once. */
export const sweepAftercare = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, doneId } of await dueMessages(scope, due_messages_max))
      scope.enqueue('aftercare.send', { clinicId, doneId })
  })

/**
 * Sends the message that is due after a treatment, in one transaction with the note that it went out: however many
 * instances try it, and wherever one dies, a step is sent once. All is looked at anew: the patient may have withdrawn,
 * asked for no more, left or died meanwhile.
 */
const send = (runJob: RunJob, { clinicId, doneId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const { done, others } = await lockVisit(scope, doneId!)
    if (!done?.nextAt || done.nextAt > scope.now) return
    const { next, surveyAt, clock } = await followUpOf(scope, done)
    const consent = await findContactableConsent(scope, done)
    if (!consent) return setFollowUp(scope, done.id, { next: null, surveyAt })
    if (!next || next.at > scope.now) return setFollowUp(scope, done.id, { next, surveyAt })
    const allowed = nextAllowed(scope.now, { ...clock.quiet, weekends: true }, clock.timeZone)
    if (allowed > scope.now) return postponeMessage(scope, done.id, allowed)
    const sentMessageId = await messageOfStep(
      scope,
      next.step,
      others.map(({ id }) => id),
    )
    // Two consents of one visit are one visit to the patient: what was sent for the one is not sent again for the other.
    if (sentMessageId) await insertStep(scope, done, { step: next.step, messageId: sentMessageId })
    const isSent =
      sentMessageId !== undefined || (await queueStepMessage(scope, note, { done, consent, next }))
    const after = isSent ? (await followUpOf(scope, done)).next : null
    return setFollowUp(scope, done.id, { next: after, surveyAt })
  })

/** The consent whose patient may still be written to about what was done; null where not. */
async function findContactableConsent(
  scope: JobScope,
  done: TreatmentDoneRow,
): Promise<ConsentRecord | null> {
  const consent = await lockConsent(scope, done.consentId)
  if (!consent || done.takenBackAt || !isAgreed(consent.status)) return null
  const patient = await findPatient(scope, consent.patientId)
  if (!patient || !contactDetailsOf(patient, scope.now).mayContact) return null
  const stoppedAt = await lastOptOut(scope, patient.id)
  return stoppedAt && stoppedAt >= done.createdAt ? null : consent
}

type DueMessage = { done: TreatmentDoneRow; consent: ConsentRecord; next: AftercareStep }

/** Queues the message of a step; false where nothing reaches the patient. */
async function queueStepMessage(
  scope: JobScope,
  note: AddJobNote,
  { done, consent, next }: DueMessage,
): Promise<boolean> {
  const reach = contactDetailsOf((await findPatient(scope, consent.patientId))!, scope.now)
  const by = workingChannel(agreedChannelsOf(reach), await listMessagesAbout(scope, consent.id))
  const sent = await sendLink(scope, consent, by, next.step === surveyStep ? 'survey' : 'aftercare')
  if (typeof sent === 'string') return false
  await insertStep(scope, done, { step: next.step, messageId: sent.messageId })
  note({ action: 'aftercare.sent', subject: consent.id, details: { step: next.step, by: sent.by } })
  return true
}

/** Plans anew what is to follow, after a practice has changed what it sends. */
const replanMessages = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const since = new Date(scope.now.getTime() - follow_up_days * day_ms)
    for (const id of await treatmentIdsDoneSince(scope, since)) {
      const done = await lockTreatmentDone(scope, id)
      if (done && !done.takenBackAt) await setFollowUp(scope, id, await followUpOf(scope, done))
    }
  })

/**
 * Takes up what a patient is worried about: says so in the chain, and makes the task of whoever looks after the consent.
 * A patient may not write tasks, so this follows what they wrote. Run twice, it is done once.
 */
const createWorryTask = (runJob: RunJob, { clinicId, worryId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const worry = await acknowledgeWorry(scope, worryId!)
    if (!worry) return
    const consent = (await lockConsent(scope, worry.consentId))!
    const { id, level, hash } = worry
    await appendEvent(scope, consent.id, 'aftercare.worry', { worryId: id, level, hash })
    const kind = taskKindByLevel[level]
    const assignedTo = consent.takeoverId ?? consent.clinicianId
    if (kind) await openTask(scope, { kind, consentId: consent.id, causeId: id, assignedTo })
    if (level === 'red') await emailAlertToStaff(scope, assignedTo)
    scope.enqueue('consent.changed', { clinicId: clinicId!, consentId: consent.id })
  })

/** Writes to the people whom the practice named, else to whoever looks after the consent; not a word of what it is about. */
async function emailAlertToStaff(scope: JobScope, responsibleStaffId: string): Promise<void> {
  const { alertStaffIds } = await aftercarePolicyOf(scope)
  const people = await listActiveStaff(scope)
  const named = people.filter(({ id }) => alertStaffIds.includes(id))
  const told = named.length > 0 ? named : people.filter(({ id }) => id === responsibleStaffId)
  for (const { id, email } of told)
    await queueMessage(scope, { kind: 'worry', aboutId: id, recipient: email })
}

/** Keeps with a worry what its task says: settled, or open again. */
const syncWorryResolution = (runJob: RunJob, { clinicId, taskId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const task = await lockTask(scope, taskId!)
    if (task?.kind !== 'urgent-worry' && task?.kind !== 'worry') return
    const { causeId, consentId, doneAt, doneBy, note } = task
    await setWorryResolution(scope, causeId, doneAt ? { at: doneAt, by: doneBy ?? '', note } : null)
    scope.enqueue('consent.changed', { clinicId: clinicId!, consentId })
  })

/** The queues of the time after a treatment. */
export const aftercareJobs = (runJob: RunJob): Queues => ({
  'aftercare.send': (data) => send(runJob, data),
  'aftercare.replan': (data) => replanMessages(runJob, data),
  'aftercare.answer-worry': (data) => createWorryTask(runJob, data),
  'aftercare.settle-worry': (data) => syncWorryResolution(runJob, data),
})
