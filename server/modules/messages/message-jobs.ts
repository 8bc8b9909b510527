import type { DeliveryEvent, SendingChannel } from '../../../contract/delivery-states.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { JobAuditEntry, RunJob } from '../../platform/jobs/job-runner.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { SmsSender } from '../../platform/sms/sms.ts'
import { brandOf, clinicContactOf, settingsOf } from '../clinics/index.ts'
import { withCodeWord, withHeader } from './message-header.ts'
import {
  statusAfterDeliveryError,
  type DeliveryFailureStatus,
  type ComposedMessage,
  type MessageKind,
} from './message-rules.ts'
import { lockMessage, insertDeliveryEvent, type ReportedDelivery, type Message } from './message-store.ts'

/** Makes what is sent, in the transaction that marks it; null when there is nothing to say any more. */
export type Composer = (scope: JobScope, message: Message) => Promise<ComposedMessage | null>
/** Injected: what messages say is known by modules below. */
export type Composers = Record<MessageKind, Composer>

export type MessageDeps = { runJob: RunJob; mailer: Mailer; sms: SmsSender; composers: Composers }

type WriteNote = (entry: JobAuditEntry) => void
type ClaimedMessage = ComposedMessage & {
  id: string
  channel: SendingChannel
  to: string
  fromName: string
  replyTo?: string
}

const interruptedEvent: ReportedDelivery = { news: 'lose', failure: 'Sending was interrupted' }
const obsoleteEvent: ReportedDelivery = { news: 'fail', failure: 'There was nothing left to send' }
const providerNames = { email: 'The mail server', sms: 'The phone network' } as const

const eventOfError: Record<DeliveryFailureStatus['status'], DeliveryEvent> = {
  failed: 'fail',
  queued: 'put back',
  unconfirmed: 'lose',
}

/**
 * Sends one queued message. It is marked `sending` before the provider hears of it and no transaction is open
 * meanwhile; if we die there, the next run finds the mark and leaves it to people whether to send again (rulings 19).
 */
export async function sendMessage(
  { runJob, mailer, sms, composers }: MessageDeps,
  { clinicId, messageId }: JobData,
): Promise<void> {
  const taken = await runJob(clinicId!, (scope, note) => claimMessage(scope, note, messageId!, composers))
  if (!taken) return
  const result = await attemptSend({ mailer, sms }, taken)
  const status = await runJob(clinicId!, async (scope, note) => {
    const message = (await lockMessage(scope, messageId!))!
    return recordDeliveryEvent(scope, note, message, deliveryEventOf(result, message, scope.now))
  })
  if (status === 'queued') throw result as DeliveryError
}

/** What the answer of a provider, or its fault, says of a message. */
function deliveryEventOf(
  result: ReportedDelivery | DeliveryError,
  { channel, createdAt }: Message,
  now: Date,
): ReportedDelivery {
  if (!(result instanceof DeliveryError)) return result
  const minutes = (now.getTime() - createdAt.getTime()) / minute_ms
  const { status, failure } = statusAfterDeliveryError(
    result.outcome,
    minutes,
    providerNames[channel as SendingChannel],
  )
  return { news: eventOfError[status], failure }
}

/** Marks a queued message and makes what is to be sent; null when it is not ours to send. */
async function claimMessage(
  scope: JobScope,
  note: WriteNote,
  id: string,
  composers: Composers,
): Promise<ClaimedMessage | null> {
  const message = await lockMessage(scope, id)
  if (message?.status === 'sending') await recordDeliveryEvent(scope, note, message, interruptedEvent)
  if (message?.status !== 'queued' || message.kind === 'letter') return null
  const composed = await composers[message.kind](scope, message)
  await recordDeliveryEvent(scope, note, message, composed ? { news: 'take' } : obsoleteEvent)
  if (!composed) return null
  const { name, email } = await clinicContactOf(scope)
  const { recipient: to } = message
  const channel = message.channel as SendingChannel
  const [{ colour }, { codeWord, website }] = [await brandOf(scope), await settingsOf(scope)]
  const headed =
    channel === 'sms'
      ? withCodeWord(composed, codeWord)
      : withHeader(composed, { name, colour, codeWord, website })
  return { ...headed, id, to, channel, fromName: name, ...(email ? { replyTo: email } : {}) }
}

/** Marks what became of a message, and writes down what is more than a step on the way. */
export async function recordDeliveryEvent(
  scope: JobScope,
  note: WriteNote,
  message: Message,
  heard: ReportedDelivery,
) {
  const status = await insertDeliveryEvent(scope, message, heard)
  if (status && status !== 'queued' && status !== 'sending')
    note({ action: `message.${status}`, subject: message.id, details: { kind: message.kind } })
  return status
}

async function attemptSend(
  { mailer, sms }: Pick<MessageDeps, 'mailer' | 'sms'>,
  { channel, ...outgoing }: ClaimedMessage,
): Promise<ReportedDelivery | DeliveryError> {
  try {
    const { providerId } = channel === 'sms' ? await sms.send(outgoing) : await mailer.send(outgoing)
    return { news: 'accept', failure: null, providerId }
  } catch (error) {
    if (error instanceof DeliveryError) return error
    throw error
  }
}
