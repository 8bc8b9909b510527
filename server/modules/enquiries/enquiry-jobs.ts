import { enquiries_a_day_max, enquiry_days, enquiry_length_max } from '../../../contract/limits.ts'
import { day_ms, minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobData, PlatformScope } from '../../platform/database/transaction.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Enquiry } from '../../../contract/enquiries.ts'
import { statusAfterDeliveryError } from '../messages/index.ts'
import { enquiryMail, type NewEnquiry } from './enquiry-rules.ts'
import {
  countReceivedSince,
  deleteExpiredEnquiries,
  insertEnquiry,
  setDeliveryStatus,
  failInterruptedMails,
  claimEnquiry,
  type EnquiryRecord,
} from './enquiry-store.ts'

export const enquiryQueue = 'enquiries.tell'

/**
 * Keeps what a stranger wrote by mail as an enquiry, and tells of it as of every other; false where more came in a day
 * than is taken.
 */
export async function receiveMailedEnquiry(
  scope: PlatformScope,
  { message, ...written }: Pick<NewEnquiry, 'id' | 'name' | 'email' | 'message'>,
): Promise<boolean> {
  const dayAgo = new Date(scope.now.getTime() - day_ms)
  if ((await countReceivedSince(scope, dayAgo)) >= enquiries_a_day_max) return false
  const kept = { ...written, message: message.slice(0, enquiry_length_max), practice: '' }
  const isNew = await insertEnquiry(scope, { ...kept, topic: 'other' })
  if (isNew) scope.enqueue(enquiryQueue, { enquiryId: written.id })
  return true
}

type EnquiryJobDeps = {
  runPlatformJob: RunPlatformJob
  mailer: Mailer
  clock: Clock
  /** Where the product is, and whom enquiries are mailed to. */
  address: string
  contactAddress: string
}

/**
 * Mails one enquiry to whoever answers them. It is marked `sending` before the mail server hears of it; if we die there,
 * the sweep finds the mark and nobody sends it again by itself (rulings 19). The enquiry can be read whatever happens.
 */
export async function notifyOfEnquiry(deps: EnquiryJobDeps, { enquiryId }: JobData): Promise<void> {
  const { runPlatformJob, clock } = deps
  const taken = await runPlatformJob((scope) => claimEnquiry(scope, enquiryId!))
  if (!taken) return
  const fault = await sendEnquiryMail(deps, taken)
  const minutes = (clock.now().getTime() - taken.receivedAt.getTime()) / minute_ms
  const delivery = fault ? statusAfterDeliveryError(fault.outcome, minutes).status : 'sent'
  await runPlatformJob((scope) => setDeliveryStatus(scope, taken.id, delivery))
  // A job that throws is tried again.
  if (delivery === 'queued') throw fault
}

async function sendEnquiryMail(
  { mailer, address, contactAddress }: EnquiryJobDeps,
  enquiry: EnquiryRecord,
): Promise<DeliveryError | null> {
  const { id, email } = enquiry
  const mail = enquiryMail(enquiry as EnquiryRecord & Pick<Enquiry, 'topic'>, address)
  try {
    await mailer.send({ ...mail, id, to: contactAddress, replyTo: email })
    return null
  } catch (error) {
    if (error instanceof DeliveryError) return error
    throw error
  }
}

/** A job has at most two minutes; after that its run is over, whatever became of it. */
const interrupted_ms = 3 * minute_ms

/** Looks after mails that got stuck, and deletes enquiries whose time is over. */
export const sweepEnquiries = (runPlatformJob: RunPlatformJob): Promise<void> =>
  runPlatformJob(async (scope, note) => {
    const ago = (ms: number) => new Date(scope.now.getTime() - ms)
    await failInterruptedMails(scope, ago(interrupted_ms))
    const forgotten = await deleteExpiredEnquiries(scope, ago(enquiry_days * day_ms))
    if (forgotten > 0) note({ action: 'enquiry.forgotten', subject: null, details: { enquiries: forgotten } })
  })
