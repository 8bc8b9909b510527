import { ticket_days, ticket_mail_known_days, ticket_solved_days } from '../../../contract/limits.ts'
import { day_ms, minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobData, PlatformScope } from '../../platform/database/transaction.ts'
import { DeliveryFault } from '../../platform/delivery-fault.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import type { Mailer, Outgoing } from '../../platform/mail/mailer.ts'
import { afterFault } from '../messages/index.ts'
import { findTicket, keepState, superAdmins, type ClinicTicket } from './ticket-admin-store.ts'
import { ticketFileName } from './ticket-file-name.ts'
import {
  clearWaiting,
  deleteClosedBefore,
  forgetMails,
  isFileThere,
  markInterrupted,
  markPost,
  openerAddress,
  solvedBefore,
  takePost,
  waitingFile,
} from './ticket-job-store.ts'
import { platformMail, practiceMail } from './ticket-mails.ts'
import { moved } from './ticket-rules.ts'
import { addPost, type PostRow } from './ticket-store.ts'
import type { ReplyTokens } from './ticket-tokens.ts'

type Parts = {
  runPlatformJob: RunPlatformJob
  files: Files
  mailer: Mailer
  /** The same, or the outbox where nobody is named whom what practices write is mailed to. */
  contactMailer: Mailer
  contactAddress: string
  clock: Clock
  /** Where the product is. */
  address: string
  /** Null where mails cannot be answered. */
  replies: ReplyTokens | null
}

type PlanTranslator = { mailer: Mailer; mail: Outgoing; post: PostRow }

const fromName = 'Candour Support'

/** To whoever looks after the ticket, else to the address of those who run the platform. */
async function toPlatform(scope: PlatformScope, parts: Parts, ticket: ClinicTicket, post: PostRow) {
  const admins = ticket.assigneeId ? await superAdmins(scope) : []
  const assignee = admins.find(({ id }) => id === ticket.assigneeId)
  const mail = platformMail({ ticket, post, address: parts.address })
  const to = assignee?.email ?? parts.contactAddress
  return { mailer: assignee ? parts.mailer : parts.contactMailer, mail: { ...mail, id: post.id, to }, post }
}

async function toPractice(scope: PlatformScope, parts: Parts, ticket: ClinicTicket, post: PostRow) {
  const to = await openerAddress(scope, ticket)
  if (!to) return null
  const { address, replies, mailer } = parts
  const mail = practiceMail({ ticket, post, address, canReply: replies !== null })
  const replyTo = replies ? { replyTo: replies.addressOf(ticket) } : {}
  return { mailer, mail: { ...mail, ...replyTo, id: post.id, to, fromName }, post }
}

/** Takes an entry to tell of; null where another run has it, or nobody is left to tell. */
async function take(scope: PlatformScope, parts: Parts, data: JobData): Promise<PlanTranslator | null> {
  const key = { clinicId: data.clinicId!, postId: data.postId! }
  const post = await takePost(scope, key)
  const ticket = post && (await findTicket(scope, post.ticketId))
  if (!post || !ticket) return null
  const translator = await (post.author === 'practice' ? toPlatform : toPractice)(scope, parts, ticket, post)
  if (!translator) await markPost(scope, key, 'none')
  return translator
}

/**
 * Mails one entry to the other side. It is marked `sending` before the mail server hears of it; if we die there, the
 * sweep finds the mark and nobody sends it again by itself (rulings 19). The thread can be read whatever happens.
 */
async function tell(parts: Parts, data: JobData): Promise<void> {
  const { runPlatformJob, clock } = parts
  const translator = await runPlatformJob((scope) => take(scope, parts, data))
  if (!translator) return
  const { mailer, mail, post } = translator
  const fault = await mailer.send(mail).then(
    () => null,
    (error: unknown) => {
      if (error instanceof DeliveryFault) return error
      throw error
    },
  )
  const minutes = (clock.now().getTime() - post.createdAt.getTime()) / minute_ms
  const delivery = fault ? afterFault(fault.fate, minutes).status : 'sent'
  const key = { clinicId: post.clinicId, postId: post.id }
  await runPlatformJob((scope) => markPost(scope, key, delivery))
  // A job that throws is tried again.
  if (delivery === 'queued') throw fault
}

/** Takes a file away whose ticket is no longer there. */
async function forgetFile({ runPlatformJob, files }: Parts, data: JobData): Promise<void> {
  const [clinicId, fileId] = [data.clinicId!, data.fileId!]
  if (await runPlatformJob((scope) => isFileThere(scope, { clinicId, fileId }))) return
  await files.remove(ticketFileName({ id: fileId, sha256: data.sha256! }))
}

/** Gives the bytes of a file to the store; done already, it does nothing. Until then they are in the database. */
async function storeFile(parts: Parts, data: JobData): Promise<void> {
  const { runPlatformJob, files } = parts
  const key = { clinicId: data.clinicId!, fileId: data.fileId! }
  const waiting = await runPlatformJob((scope) => waitingFile(scope, key))
  if (!waiting) return
  await files.put(ticketFileName({ id: key.fileId, sha256: waiting.sha256 }), waiting.bytes)
  await runPlatformJob((scope) => clearWaiting(scope, key))
  // Its ticket may have been deleted while it was on its way.
  await forgetFile(parts, { ...key, sha256: waiting.sha256 })
}

/** The work of this module by the names of its queues. */
export const ticketJobs = (parts: Parts): Queues => ({
  'tickets.tell': (data) => tell(parts, data),
  'tickets.store-file': (data) => storeFile(parts, data),
  'tickets.forget-file': (data) => forgetFile(parts, data),
})

/** A job has at most two minutes; after that its run is over, whatever became of it. */
const interrupted_ms = 3 * minute_ms
const at_once_max = 100

/** Looks after mails that got stuck, closes what was solved, and deletes what was closed when its time is over. */
export const sweepTickets = (runPlatformJob: RunPlatformJob): Promise<void> =>
  runPlatformJob(async (scope, note) => {
    const ago = (ms: number) => new Date(scope.now.getTime() - ms)
    await markInterrupted(scope, ago(interrupted_ms))
    await forgetMails(scope, ago(ticket_mail_known_days * day_ms))
    for (const ticket of await solvedBefore(scope, ago(ticket_solved_days * day_ms), at_once_max)) {
      await keepState(scope, ticket, moved(ticket, 'close', scope.now)!)
      const post = { author: 'system', kind: 'event', via: 'web', name: '', words: 'close' } as const
      await addPost(scope, ticket, { ...post, isTold: false })
    }
    const { files, deleted } = await deleteClosedBefore(scope, ago(ticket_days * day_ms), at_once_max)
    for (const file of files) scope.enqueue('tickets.forget-file', file)
    if (deleted > 0) note({ action: 'ticket.forgotten', subject: null, details: { tickets: deleted } })
  })
