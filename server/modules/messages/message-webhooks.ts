import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DeliveryNews } from '../../../contract/delivery-states.ts'
import { post_window_seconds } from '../../../contract/limits.ts'
import { providerWebhooks } from '../../../contract/messages.ts'
import type { HandledWebhook, Posted } from '../../platform/http/operations.ts'
import { isSignedPost, isTwilioPost } from '../../platform/http/post-signature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { readDeliveryReport } from '../../platform/mail/delivery-report.ts'
import { conclude } from './message-jobs.ts'
import { clinicOfMessage, lockMessage, type Heard } from './message-store.ts'

type Parts = {
  runJob: RunJob
  runSweep: RunSweep
  /** What mail servers sign with, and what Twilio does; null where none is configured, and nothing is taken. */
  bounceSecret: string | null
  twilioToken: string | null
}

type Reported = Heard & { messageId: string; eventId: string }

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** As a mail server's own script would post it; the id may stand as in the mail's head, '<id@host>'. */
const MailEvent = z.object({
  messageId: z.string().max(200).regex(uuid),
  event: z.enum(['delivered', 'bounced', 'failed']),
  eventId: z.string().min(1).max(200).optional(),
})

const mailNews = { delivered: 'deliver', bounced: 'bounce', failed: 'fail' } as const
const mailFailure = 'The mail came back: the address does not take it'
const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

const heardByMail = (messageId: string, news: DeliveryNews, eventId: string): Reported => ({
  ...{ messageId: uuid.exec(messageId)![0].toLowerCase(), news, eventId },
  ...(news === 'deliver' ? {} : { failure: mailFailure }),
})

function readJson({ body }: Posted): Reported | 'unreadable' {
  try {
    const { messageId, event, eventId } = MailEvent.parse(JSON.parse(body.toString('utf8')))
    return heardByMail(messageId, mailNews[event], eventId ?? hashOf(body))
  } catch {
    return 'unreadable'
  }
}

/** A report as the mail server wrote it; null for mail that reports nothing of ours. */
function readReport({ body }: Posted): Reported | null {
  const report = readDeliveryReport(body.toString('latin1'))
  return report && heardByMail(report.messageId, report.news, hashOf(body))
}

const smsNews: Partial<Record<string, DeliveryNews>> = {
  sent: 'accept',
  delivered: 'deliver',
  read: 'deliver',
  undelivered: 'fail',
  failed: 'fail',
  canceled: 'fail',
}

function readStatus({ body, query }: Posted): Reported | null {
  const form = new URLSearchParams(body.toString('utf8'))
  const [sid, status] = [form.get('MessageSid') ?? '', form.get('MessageStatus') ?? '']
  const news = smsNews[status]
  const [messageId] = uuid.exec(query.message ?? '') ?? []
  if (!news || !messageId || !sid) return null
  const failure = news === 'fail' ? { failure: 'The phone network could not deliver the text' } : {}
  return {
    messageId: messageId.toLowerCase(),
    news,
    eventId: `${sid}:${status}`,
    providerId: sid,
    ...failure,
  }
}

/** What providers post, and what becomes of it. A message that nobody knows is answered as one that is known. */
export function messageWebhooks({ runJob, runSweep, bounceSecret, twilioToken }: Parts): HandledWebhook[] {
  async function record(reported: Reported | null): Promise<{ answer: { accepted: true } }> {
    const done = { answer: { accepted: true } } as const
    const clinicId = reported && (await runSweep((scope) => clinicOfMessage(scope, reported.messageId)))
    if (!reported || !clinicId) return done
    const { messageId, ...heard } = reported
    await runJob(clinicId, async (scope, note) => {
      const message = (await lockMessage(scope, messageId))!
      // A text that the provider knows under another name is another text.
      const isOther = message.providerId && heard.providerId && message.providerId !== heard.providerId
      if (!isOther) await conclude(scope, note, message, heard)
    })
    return done
  }

  return [
    {
      route: providerWebhooks.mailNews,
      isGenuine: ({ body, header, now }) =>
        bounceSecret !== null &&
        isSignedPost(header('candour-signature'), {
          ...{ body, now, secret: bounceSecret, windowSeconds: post_window_seconds },
        }),
      async handler(_scope, posted) {
        const read = posted.contentType.includes('json') ? readJson(posted) : readReport(posted)
        return read === 'unreadable' ? refuse('unreadable') : record(read)
      },
    },
    {
      route: providerWebhooks.smsNews,
      isGenuine: ({ url, body, header }) =>
        twilioToken !== null &&
        isTwilioPost(header('x-twilio-signature'), { url, body, authToken: twilioToken }),
      handler: (_scope, posted) => record(readStatus(posted)),
    },
  ]
}
