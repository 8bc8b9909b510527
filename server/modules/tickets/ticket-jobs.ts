import {
  ticket_retention_days,
  ticket_mail_dedupe_days,
  ticket_solved_days,
} from '../../../contract/limits.ts'
import { day_ms, minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobData, PlatformScope } from '../../platform/database/transaction.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import type { Mailer, OutgoingMail } from '../../platform/mail/mailer.ts'
import { statusAfterDeliveryError } from '../messages/index.ts'
import { findTicket, saveTicketState, listSuperAdmins, type ClinicTicket } from './ticket-admin-store.ts'
import { ticketFileName } from './ticket-file-name.ts'
import {
  clearPendingBytes,
  deleteClosedBefore,
  deleteMailHashes,
  fileExists,
  failInterruptedMails,
  setPostDelivery,
  findTicketAuthorEmail,
  findSolvedBefore,
  claimPost,
  findPendingFile,
} from './ticket-job-store.ts'
import { buildPlatformMail, buildPracticeMail } from './ticket-mails.ts'
import { applyTransition } from './ticket-rules.ts'
import { addPost, type PostRow } from './ticket-store.ts'
import type { ReplyTokens } from './ticket-tokens.ts'

type TicketJobDeps = {
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

type OutgoingPost = { mailer: Mailer; mail: OutgoingMail; post: PostRow }

const fromName = 'Candour Support'

/** To whoever looks after the ticket, else to the address of those who run the platform. */
async function mailToPlatform(
  scope: PlatformScope,
  deps: TicketJobDeps,
  ticket: ClinicTicket,
  post: PostRow,
) {
  const admins = ticket.assigneeId ? await listSuperAdmins(scope) : []
  const assignee = admins.find(({ id }) => id === ticket.assigneeId)
  const mail = buildPlatformMail({ ticket, post, address: deps.address })
  const to = assignee?.email ?? deps.contactAddress
  return { mailer: assignee ? deps.mailer : deps.contactMailer, mail: { ...mail, id: post.id, to }, post }
}

async function mailToPractice(
  scope: PlatformScope,
  deps: TicketJobDeps,
  ticket: ClinicTicket,
  post: PostRow,
) {
  const to = await findTicketAuthorEmail(scope, ticket)
  if (!to) return null
  const { address, replies, mailer } = deps
  const mail = buildPracticeMail({ ticket, post, address, canReply: replies !== null })
  const replyTo = replies ? { replyTo: replies.addressOf(ticket) } : {}
  return { mailer, mail: { ...mail, ...replyTo, id: post.id, to, fromName }, post }
}

/** Takes an entry to tell of; null where another run has it, or nobody is left to tell. */
async function claimDelivery(
  scope: PlatformScope,
  deps: TicketJobDeps,
  data: JobData,
): Promise<OutgoingPost | null> {
  const key = { clinicId: data.clinicId!, postId: data.postId! }
  const post = await claimPost(scope, key)
  const ticket = post && (await findTicket(scope, post.ticketId))
  if (!post || !ticket) return null
  const translator = await (post.author === 'practice' ? mailToPlatform : mailToPractice)(
    scope,
    deps,
    ticket,
    post,
  )
  if (!translator) await setPostDelivery(scope, key, 'none')
  return translator
}

/**
 * Mails one entry to the other side. It is marked `sending` before the mail server hears of it; if we die there, the
 * sweep finds the mark and nobody sends it again by itself (rulings 19). The thread can be read whatever happens.
 */
async function sendPostMail(deps: TicketJobDeps, data: JobData): Promise<void> {
  const { runPlatformJob, clock } = deps
  const translator = await runPlatformJob((scope) => claimDelivery(scope, deps, data))
  if (!translator) return
  const { mailer, mail, post } = translator
  const sendError = await mailer.send(mail).then(
    () => null,
    (error: unknown) => {
      if (error instanceof DeliveryError) return error
      throw error
    },
  )
  const minutes = (clock.now().getTime() - post.createdAt.getTime()) / minute_ms
  const delivery = sendError ? statusAfterDeliveryError(sendError.outcome, minutes).status : 'sent'
  const key = { clinicId: post.clinicId, postId: post.id }
  await runPlatformJob((scope) => setPostDelivery(scope, key, delivery))
  // A job that throws is tried again.
  if (delivery === 'queued') throw sendError
}

/** Takes a file away whose ticket is no longer there. */
async function deleteTicketFile({ runPlatformJob, files }: TicketJobDeps, data: JobData): Promise<void> {
  const [clinicId, fileId] = [data.clinicId!, data.fileId!]
  if (await runPlatformJob((scope) => fileExists(scope, { clinicId, fileId }))) return
  await files.remove(ticketFileName({ id: fileId, sha256: data.sha256! }))
}

/** Gives the bytes of a file to the store; done already, it does nothing. Until then they are in the database. */
async function storeFile(deps: TicketJobDeps, data: JobData): Promise<void> {
  const { runPlatformJob, files } = deps
  const key = { clinicId: data.clinicId!, fileId: data.fileId! }
  const waiting = await runPlatformJob((scope) => findPendingFile(scope, key))
  if (!waiting) return
  await files.put(ticketFileName({ id: key.fileId, sha256: waiting.sha256 }), waiting.bytes, key.clinicId)
  await runPlatformJob((scope) => clearPendingBytes(scope, key))
  // Its ticket may have been deleted while it was on its way.
  await deleteTicketFile(deps, { ...key, sha256: waiting.sha256 })
}

/** The work of this module by the names of its queues. */
export const ticketJobs = (deps: TicketJobDeps): Queues => ({
  'tickets.tell': (data) => sendPostMail(deps, data),
  'tickets.store-file': (data) => storeFile(deps, data),
  'tickets.forget-file': (data) => deleteTicketFile(deps, data),
})

/** A job has at most two minutes; after that its run is over, whatever became of it. */
const interrupted_after_ms = 3 * minute_ms
const sweep_batch_max = 100

/** Looks after mails that got stuck, closes what was solved, and deletes what was closed when its time is over. */
export const sweepTickets = (runPlatformJob: RunPlatformJob): Promise<void> =>
  runPlatformJob(async (scope, note) => {
    const ago = (ms: number) => new Date(scope.now.getTime() - ms)
    await failInterruptedMails(scope, ago(interrupted_after_ms))
    await deleteMailHashes(scope, ago(ticket_mail_dedupe_days * day_ms))
    for (const ticket of await findSolvedBefore(scope, ago(ticket_solved_days * day_ms), sweep_batch_max)) {
      await saveTicketState(scope, ticket, applyTransition(ticket, 'close', scope.now)!)
      const post = { author: 'system', kind: 'event', via: 'web', name: '', words: 'close' } as const
      await addPost(scope, ticket, { ...post, isTold: false })
    }
    const { files, deleted } = await deleteClosedBefore(
      scope,
      ago(ticket_retention_days * day_ms),
      sweep_batch_max,
    )
    for (const file of files) scope.enqueue('tickets.forget-file', file)
    if (deleted > 0) note({ action: 'ticket.forgotten', subject: null, details: { tickets: deleted } })
  })
