import type { DeliveryNews, SendingChannel } from '../../../contract/delivery-states.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import { DeliveryFault } from '../../platform/delivery-fault.ts'
import type { JobNote, RunJob } from '../../platform/jobs/job-runner.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { SmsSender } from '../../platform/sms/sms.ts'
import { brandOf, clinicOf, settingsOf } from '../clinics/index.ts'
import { withCodeWord, withHead } from './message-head.ts'
import { afterFault, type AfterFault, type Composed, type MessageKind } from './message-rules.ts'
import { lockMessage, recordNews, type Heard, type Message } from './message-store.ts'

/** Makes what is sent, in the transaction that marks it; null when there is nothing to say any more. */
export type Composer = (scope: JobScope, message: Message) => Promise<Composed | null>
/** Injected: what messages say is known by modules below. */
export type Composers = Record<MessageKind, Composer>

export type MessageParts = { runJob: RunJob; mailer: Mailer; sms: SmsSender; composers: Composers }

type Note = (entry: JobNote) => void
type Taken = Composed & {
  id: string
  channel: SendingChannel
  to: string
  fromName: string
  replyTo?: string
}

const crashed: Heard = { news: 'lose', failure: 'Sending was interrupted' }
const pointless: Heard = { news: 'fail', failure: 'There was nothing to send any more' }
const takers = { email: 'The mail server', sms: 'The phone network' } as const

const newsOfFault: Record<AfterFault['status'], DeliveryNews> = {
  failed: 'fail',
  queued: 'put back',
  unconfirmed: 'lose',
}

/**
 * Sends one queued message. It is marked `sending` before the provider hears of it and no transaction is open
 * meanwhile; if we die there, the next run finds the mark and leaves it to people whether to send again (rulings 19).
 */
export async function sendMessage(
  { runJob, mailer, sms, composers }: MessageParts,
  { clinicId, messageId }: JobData,
): Promise<void> {
  const taken = await runJob(clinicId!, (scope, note) => takeMessage(scope, note, messageId!, composers))
  if (!taken) return
  const result = await attempt({ mailer, sms }, taken)
  const status = await runJob(clinicId!, async (scope, note) => {
    const message = (await lockMessage(scope, messageId!))!
    return conclude(scope, note, message, heardOf(result, message, scope.now))
  })
  if (status === 'queued') throw result as DeliveryFault
}

/** What the answer of a provider, or its fault, says of a message. */
function heardOf(result: Heard | DeliveryFault, { channel, createdAt }: Message, now: Date): Heard {
  if (!(result instanceof DeliveryFault)) return result
  const minutes = (now.getTime() - createdAt.getTime()) / minute_ms
  const { status, failure } = afterFault(result.fate, minutes, takers[channel as SendingChannel])
  return { news: newsOfFault[status], failure }
}

/** Marks a queued message and makes what is to be sent; null when it is not ours to send. */
async function takeMessage(
  scope: JobScope,
  note: Note,
  id: string,
  composers: Composers,
): Promise<Taken | null> {
  const message = await lockMessage(scope, id)
  if (message?.status === 'sending') await conclude(scope, note, message, crashed)
  if (message?.status !== 'queued' || message.kind === 'letter') return null
  const composed = await composers[message.kind](scope, message)
  await conclude(scope, note, message, composed ? { news: 'take' } : pointless)
  if (!composed) return null
  const { name, email } = await clinicOf(scope)
  const { recipient: to } = message
  const channel = message.channel as SendingChannel
  const [{ colour }, { codeWord, website }] = [await brandOf(scope), await settingsOf(scope)]
  const headed =
    channel === 'sms'
      ? withCodeWord(composed, codeWord)
      : withHead(composed, { name, colour, codeWord, website })
  return { ...headed, id, to, channel, fromName: name, ...(email ? { replyTo: email } : {}) }
}

/** Marks what became of a message, and writes down what is more than a step on the way. */
export async function conclude(scope: JobScope, note: Note, message: Message, heard: Heard) {
  const status = await recordNews(scope, message, heard)
  if (status && status !== 'queued' && status !== 'sending')
    note({ action: `message.${status}`, subject: message.id, details: { kind: message.kind } })
  return status
}

async function attempt(
  { mailer, sms }: Pick<MessageParts, 'mailer' | 'sms'>,
  { channel, ...outgoing }: Taken,
): Promise<Heard | DeliveryFault> {
  try {
    const { providerId } = channel === 'sms' ? await sms.send(outgoing) : await mailer.send(outgoing)
    return { news: 'accept', failure: null, providerId }
  } catch (error) {
    if (error instanceof DeliveryFault) return error
    throw error
  }
}
