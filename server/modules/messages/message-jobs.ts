import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { JobNote, RunJob } from '../../platform/jobs/job-runner.ts'
import { MailFault } from '../../platform/mail/mail-fault.ts'
import type { Mailer, Outgoing } from '../../platform/mail/mailer.ts'
import { brandOf, clinicOf, settingsOf } from '../clinics/index.ts'
import { withHead } from './message-head.ts'
import { afterFault, type Composed, type MessageKind } from './message-rules.ts'
import { lockMessage, markMessage, type Message, type Outcome } from './message-store.ts'

/** Makes what is sent, in the transaction that marks it; null when there is nothing to say any more. */
export type Composer = (scope: JobScope, message: Message) => Promise<Composed | null>
/** Passed in by app.ts: what messages say is known by modules below. */
export type Composers = Record<MessageKind, Composer>

export type MessageParts = { runJob: RunJob; mailer: Mailer; composers: Composers }

type Note = (entry: JobNote) => void

const crashed: Outcome = { status: 'unconfirmed', failure: 'Sending was interrupted' }
const pointless: Outcome = { status: 'failed', failure: 'There was nothing to send any more' }

/**
 * Sends one queued message. It is marked `sending` before the mail server hears of it and no transaction is open
 * meanwhile; if we die there, the next run finds the mark and leaves it to people whether to send again (rulings 19).
 */
export async function sendMessage(
  { runJob, mailer, composers }: MessageParts,
  { clinicId, messageId }: JobData,
): Promise<void> {
  const outgoing = await runJob(clinicId!, (scope, note) => takeMessage(scope, note, messageId!, composers))
  if (!outgoing) return
  const result = await attempt(mailer, outgoing)
  const status = await runJob(clinicId!, async (scope, note) => {
    const message = (await lockMessage(scope, messageId!))!
    const outcome =
      result instanceof MailFault
        ? afterFault(result.fate, minutesSince(message.createdAt, scope.now))
        : result
    await conclude(scope, note, message, outcome)
    return outcome.status
  })
  if (status === 'queued') throw result as MailFault
}

/** Marks a queued message and makes what is to be sent; null when it is not ours to send. */
async function takeMessage(
  scope: JobScope,
  note: Note,
  id: string,
  composers: Composers,
): Promise<Outgoing | null> {
  const message = await lockMessage(scope, id)
  if (message?.status === 'sending') await conclude(scope, note, message, crashed)
  if (message?.status !== 'queued') return null
  const composed = await composers[message.kind](scope, message)
  await conclude(scope, note, message, composed ? { status: 'sending' } : pointless)
  if (!composed) return null
  const { name, email } = await clinicOf(scope)
  const { colour } = await brandOf(scope)
  const { codeWord } = await settingsOf(scope)
  const headed = withHead(composed, { name, colour, codeWord })
  const replyTo = email ? { replyTo: email } : {}
  return { ...headed, id, to: message.recipient, fromName: name, ...replyTo }
}

/** Marks what became of a message, and writes down what is final. */
async function conclude(scope: JobScope, note: Note, { id, kind }: Message, outcome: Outcome): Promise<void> {
  await markMessage(scope, id, outcome)
  if (outcome.status === 'queued' || outcome.status === 'sending') return
  note({ action: `message.${outcome.status}`, subject: id, details: { kind } })
}

async function attempt(mailer: Mailer, outgoing: Outgoing): Promise<Outcome | MailFault> {
  try {
    const { providerId } = await mailer.send(outgoing)
    return { status: 'sent', failure: null, providerId }
  } catch (error) {
    if (error instanceof MailFault) return error
    throw error
  }
}

const minutesSince = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / minute_ms
