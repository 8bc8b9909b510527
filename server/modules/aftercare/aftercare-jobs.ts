import { isAgreed } from '../../../contract/states.ts'
import { day_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import type { JobNote, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { appendEvent, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { messagesAbout, queueMessage } from '../messages/index.ts'
import { agreedChannelsOf, findPatient, reachOf } from '../patients/index.ts'
import { nextAllowed, workingChannel } from '../reminders/index.ts'
import { sendLink } from '../signing/index.ts'
import { activeStaff } from '../staff/index.ts'
import { lockTask, openTask } from '../tasks/index.ts'
import { surveyStep, type AftercareStep } from './aftercare-rules.ts'
import {
  aftercarePolicyOf,
  doneSince,
  dueMessages,
  insertStep,
  lastStop,
  lockDone,
  lockVisit,
  messageOfStep,
  putOff,
  setFollowing,
  type DoneRow,
} from './aftercare-store.ts'
import { followingOf } from './treatment-done.ts'
import { taskOf } from './aftercare-worry-rules.ts'
import { setSettled, takeUp } from './aftercare-worry-store.ts'

type Note = (entry: JobNote) => void

const due_at_once_max = 500
/** The longest time after which something may still follow, with room for a change of mind. */
const followed_days = 400

/** Puts every message that is due on its queue; asked twice, each is sent once. */
export const sweepAftercare = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, doneId } of await dueMessages(scope, due_at_once_max))
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
    const { next, surveyAt, clock } = await followingOf(scope, done)
    const consent = await reachableConsent(scope, done)
    if (!consent) return setFollowing(scope, done.id, { next: null, surveyAt })
    if (!next || next.at > scope.now) return setFollowing(scope, done.id, { next, surveyAt })
    const allowed = nextAllowed(scope.now, { ...clock.quiet, weekends: true }, clock.timeZone)
    if (allowed > scope.now) return putOff(scope, done.id, allowed)
    const told = await messageOfStep(
      scope,
      next.step,
      others.map(({ id }) => id),
    )
    // Two consents of one visit are one visit to the patient: what was sent for the one is not sent again for the other.
    if (told) await insertStep(scope, done, { step: next.step, messageId: told })
    const isSent = told !== undefined || (await sendMessageAfter(scope, note, { done, consent, next }))
    const after = isSent ? (await followingOf(scope, done)).next : null
    return setFollowing(scope, done.id, { next: after, surveyAt })
  })

/** The consent whose patient may still be written to about what was done; null where not. */
async function reachableConsent(scope: JobScope, done: DoneRow): Promise<ConsentRecord | null> {
  const consent = await lockConsent(scope, done.consentId)
  if (!consent || done.takenBackAt || !isAgreed(consent.status)) return null
  const patient = await findPatient(scope, consent.patientId)
  if (!patient || !reachOf(patient, scope.now).mayContact) return null
  const stoppedAt = await lastStop(scope, patient.id)
  return stoppedAt && stoppedAt >= done.createdAt ? null : consent
}

type Due = { done: DoneRow; consent: ConsentRecord; next: AftercareStep }

/** Queues the message of a step; false where nothing reaches the patient. */
async function sendMessageAfter(scope: JobScope, note: Note, { done, consent, next }: Due): Promise<boolean> {
  const reach = reachOf((await findPatient(scope, consent.patientId))!, scope.now)
  const by = workingChannel(agreedChannelsOf(reach), await messagesAbout(scope, consent.id))
  const sent = await sendLink(scope, consent, by, next.step === surveyStep ? 'survey' : 'aftercare')
  if (typeof sent === 'string') return false
  await insertStep(scope, done, { step: next.step, messageId: sent.messageId })
  note({ action: 'aftercare.sent', subject: consent.id, details: { step: next.step, by: sent.by } })
  return true
}

/** Plans anew what is to follow, after a practice has changed what it sends. */
const replan = (runJob: RunJob, { clinicId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const since = new Date(scope.now.getTime() - followed_days * day_ms)
    for (const id of await doneSince(scope, since)) {
      const done = await lockDone(scope, id)
      if (done && !done.takenBackAt) await setFollowing(scope, id, await followingOf(scope, done))
    }
  })

/**
 * Takes up what a patient is worried about: says so in the chain, and makes the task of whoever looks after the consent.
 * A patient may not write tasks, so this follows what they wrote. Run twice, it is done once.
 */
const answerWorry = (runJob: RunJob, { clinicId, worryId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const worry = await takeUp(scope, worryId!)
    if (!worry) return
    const consent = (await lockConsent(scope, worry.consentId))!
    const { id, level, hash } = worry
    await appendEvent(scope, consent.id, 'aftercare.worry', { worryId: id, level, hash })
    const kind = taskOf[level]
    const assignedTo = consent.takeoverId ?? consent.clinicianId
    if (kind) await openTask(scope, { kind, consentId: consent.id, causeId: id, assignedTo })
    if (level === 'red') await alertStaff(scope, assignedTo)
    scope.enqueue('consent.changed', { clinicId: clinicId!, consentId: consent.id })
  })

/** Writes to the people whom the practice named, else to whoever looks after the consent; not a word of what it is about. */
async function alertStaff(scope: JobScope, keeperId: string): Promise<void> {
  const { alertStaffIds } = await aftercarePolicyOf(scope)
  const people = await activeStaff(scope)
  const named = people.filter(({ id }) => alertStaffIds.includes(id))
  const told = named.length > 0 ? named : people.filter(({ id }) => id === keeperId)
  for (const { id, email } of told)
    await queueMessage(scope, { kind: 'worry', aboutId: id, recipient: email })
}

/** Keeps with a worry what its task says: settled, or open again. */
const settleWorry = (runJob: RunJob, { clinicId, taskId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const task = await lockTask(scope, taskId!)
    if (task?.kind !== 'urgent-worry' && task?.kind !== 'worry') return
    const { causeId, consentId, doneAt, doneBy, note } = task
    await setSettled(scope, causeId, doneAt ? { at: doneAt, by: doneBy ?? '', note } : null)
    scope.enqueue('consent.changed', { clinicId: clinicId!, consentId })
  })

/** The queues of the time after a treatment. */
export const aftercareJobs = (runJob: RunJob): Queues => ({
  'aftercare.send': (data) => send(runJob, data),
  'aftercare.replan': (data) => replan(runJob, data),
  'aftercare.answer-worry': (data) => answerWorry(runJob, data),
  'aftercare.settle-worry': (data) => settleWorry(runJob, data),
})
