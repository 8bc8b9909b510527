import { writeAudit } from '../modules/audit/index.ts'
import type { Composer } from '../modules/messages/index.ts'
import { sendMessage } from '../modules/messages/message-jobs.ts'
import { createJobRunners } from '../platform/jobs/job-runner.ts'
import type { OutgoingMail } from '../platform/mail/mailer.ts'
import type { TestApp } from './test-app.ts'

/** Sends one queued mail as a job would, written by these composers; answers what went out. */
export async function sendQueuedMail(
  { app, clock }: TestApp,
  composers: Record<string, Composer>,
  message: { clinicId: string; messageId: string },
): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const { runJob } = createJobRunners({
    ...{ database: app.database, clock, writeAudit },
    insertJobs: async () => {},
  })
  const mailer = {
    send: async (mail: OutgoingMail) => {
      sent.push(mail)
      return { providerId: '<1@example.org>' }
    },
  }
  const sms = { send: () => Promise.reject(new Error('a mail is no text to a phone')) }
  await sendMessage({ runJob, mailer, sms, composers: composers as never }, message)
  return sent
}
