import { writeAudit } from '../modules/audit/index.ts'
import type { Composer } from '../modules/messages/index.ts'
import { sendMessage } from '../modules/messages/message-jobs.ts'
import { makeJobRunners } from '../platform/jobs/job-runner.ts'
import type { Outgoing } from '../platform/mail/mailer.ts'
import type { TestWorld } from './test-world.ts'

/** Sends one queued mail as a job would, written by these composers; answers what went out. */
export async function sendWith(
  { app, clock }: TestWorld,
  composers: Record<string, Composer>,
  message: { clinicId: string; messageId: string },
): Promise<Outgoing[]> {
  const sent: Outgoing[] = []
  const { runJob } = makeJobRunners({
    ...{ database: app.database, clock, writeAudit },
    insertJobs: async () => {},
  })
  const mailer = {
    send: async (mail: Outgoing) => {
      sent.push(mail)
      return { providerId: '<1@example.org>' }
    },
  }
  const sms = { send: () => Promise.reject(new Error('a mail is no text to a phone')) }
  await sendMessage({ runJob, mailer, sms, composers: composers as never }, message)
  return sent
}
