import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DeliveryEvent } from '../../../contract/delivery-states.ts'
import { webhook_timestamp_tolerance_seconds } from '../../../contract/limits.ts'
import { providerWebhooks } from '../../../contract/messages.ts'
import type { HandledWebhook, WebhookPost } from '../../platform/http/operations.ts'
import { isPostSignatureValid, isTwilioSignatureValid } from '../../platform/http/post-signature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { parseDeliveryReport } from '../../platform/mail/delivery-report.ts'
import { recordDeliveryEvent } from './message-jobs.ts'
import { findClinicOfMessage, lockMessage, type ReportedDelivery } from './message-store.ts'

type MessageWebhookDeps = {
  runJob: RunJob
  runSweep: RunSweep
  /** What mail servers sign with, and what Twilio does; null where none is configured, and nothing is taken. */
  bounceSecret: string | null
  twilioToken: string | null
}

type ReportedEvent = ReportedDelivery & { messageId: string; eventId: string }

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** As a mail server's own script would post it; the id may stand as in the mail's head, '<id@host>'. */
const MailEvent = z.object({
  messageId: z.string().max(200).regex(uuid),
  event: z.enum(['delivered', 'bounced', 'failed']),
  eventId: z.string().min(1).max(200).optional(),
})

const mailEvents = { delivered: 'deliver', bounced: 'bounce', failed: 'fail' } as const
const mailFailure = 'The e-mail bounced: the address does not accept it'
const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

const mailEventOf = (messageId: string, news: DeliveryEvent, eventId: string): ReportedEvent => ({
  ...{ messageId: uuid.exec(messageId)![0].toLowerCase(), news, eventId },
  ...(news === 'deliver' ? {} : { failure: mailFailure }),
})

function parseMailEvent({ body }: WebhookPost): ReportedEvent | 'unreadable' {
  try {
    const { messageId, event, eventId } = MailEvent.parse(JSON.parse(body.toString('utf8')))
    return mailEventOf(messageId, mailEvents[event], eventId ?? hashOf(body))
  } catch {
    return 'unreadable'
  }
}

/** A report as the mail server wrote it; null for mail that reports nothing of ours. */
function parseBounceReport({ body }: WebhookPost): ReportedEvent | null {
  const report = parseDeliveryReport(body.toString('latin1'))
  return report && mailEventOf(report.messageId, report.news, hashOf(body))
}

const smsEvents: Partial<Record<string, DeliveryEvent>> = {
  sent: 'accept',
  delivered: 'deliver',
  read: 'deliver',
  undelivered: 'fail',
  failed: 'fail',
  canceled: 'fail',
}

function parseSmsStatus({ body, query }: WebhookPost): ReportedEvent | null {
  const form = new URLSearchParams(body.toString('utf8'))
  const [sid, status] = [form.get('MessageSid') ?? '', form.get('MessageStatus') ?? '']
  const news = smsEvents[status]
  const [messageId] = uuid.exec(query.message ?? '') ?? []
  if (!news || !messageId || !sid) return null
  const failure = news === 'fail' ? { failure: 'The phone network could not deliver the text message' } : {}
  return {
    messageId: messageId.toLowerCase(),
    news,
    eventId: `${sid}:${status}`,
    providerId: sid,
    ...failure,
  }
}

/** What providers post, and what becomes of it. A message that nobody knows is answered as one that is known. */
export function messageWebhooks({
  runJob,
  runSweep,
  bounceSecret,
  twilioToken,
}: MessageWebhookDeps): HandledWebhook[] {
  async function record(reported: ReportedEvent | null): Promise<{ answer: { accepted: true } }> {
    const done = { answer: { accepted: true } } as const
    const clinicId = reported && (await runSweep((scope) => findClinicOfMessage(scope, reported.messageId)))
    if (!reported || !clinicId) return done
    const { messageId, ...heard } = reported
    await runJob(clinicId, async (scope, note) => {
      const message = (await lockMessage(scope, messageId))!
      // A text that the provider knows under another name is another text.
      const isOther = message.providerId && heard.providerId && message.providerId !== heard.providerId
      if (!isOther) await recordDeliveryEvent(scope, note, message, heard)
    })
    return done
  }

  return [
    {
      route: providerWebhooks.mailNews,
      isSignatureValid: ({ body, header, now }) =>
        bounceSecret !== null &&
        isPostSignatureValid(header('candour-signature'), {
          ...{ body, now, secret: bounceSecret, windowSeconds: webhook_timestamp_tolerance_seconds },
        }),
      async handler(_scope, posted) {
        const read = posted.contentType.includes('json') ? parseMailEvent(posted) : parseBounceReport(posted)
        return read === 'unreadable' ? refuse('unreadable') : record(read)
      },
    },
    {
      route: providerWebhooks.smsNews,
      isSignatureValid: ({ url, body, header }) =>
        twilioToken !== null &&
        isTwilioSignatureValid(header('x-twilio-signature'), { url, body, authToken: twilioToken }),
      handler: (_scope, posted) => record(parseSmsStatus(posted)),
    },
  ]
}
