import {
  webhook_timestamp_tolerance_seconds,
  ticket_mails_a_day_max,
  tickets_a_day_max,
} from '../../../contract/limits.ts'
import { ticketWebhooks } from '../../../contract/tickets.ts'
import { day_ms } from '../../platform/clock.ts'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import type { HandlerResult, HandledWebhook } from '../../platform/http/operations.ts'
import { isPostSignatureValid } from '../../platform/http/post-signature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import { receiveMailedEnquiry } from '../enquiries/index.ts'
import type { FileGate } from '../file-scans/index.ts'
import { staffName } from '../staff/index.ts'
import { parseMail, type ParsedMail } from './mail-parser.ts'
import { saveTicketState, lockTicket, type ClinicTicket } from './ticket-admin-store.ts'
import { receiptPost } from './ticket-handlers.ts'
import { countMailsSince, recordMailOnce, findStaffByEmail, findTicketByNumber } from './ticket-job-store.ts'
import { applyTransition, newTicket } from './ticket-rules.ts'
import { addPost, countOpenedSince, insertTicket } from './ticket-store.ts'
import type { ReplyTokens } from './ticket-tokens.ts'

type Sender = Awaited<ReturnType<typeof findStaffByEmail>>[number]
/** What became of a mail: to which ticket of which practice it went, if to any. */
type MailOutcome = { outcome: string; ticket?: { clinicId: string; id: string; number: number } }

/** The ticket that the mail's address was made for; or that its subject names, where the sender may see it. */
async function findMailTicket(
  scope: PlatformScope,
  { recipients, subject }: ParsedMail,
  senders: readonly Sender[],
  replies: ReplyTokens,
): Promise<ClinicTicket | undefined> {
  for (const address of recipients) {
    const number = replies.numberIn(address)
    const id = number && (await findTicketByNumber(scope, number))
    const ticket = id ? await lockTicket(scope, id) : undefined
    if (ticket && replies.matchesTicket(address, ticket)) return ticket
  }
  const [, named] = /\[#(\d{1,15})\]/.exec(subject) ?? []
  const id = named && (await findTicketByNumber(scope, Number(named)))
  const ticket = id ? await lockTicket(scope, id) : undefined
  const maySee = ({ clinicId, staffId, role }: Sender) =>
    clinicId === ticket?.clinicId && (role === 'clinic_admin' || staffId === ticket.staffId)
  return senders.some(maySee) ? ticket : undefined
}

/** Adds a mail to the thread of its ticket. What a program wrote is kept there, and moves and tells nothing. */
async function addToTicket(
  scope: PlatformScope,
  mail: ParsedMail,
  ticket: ClinicTicket,
  senders: readonly Sender[],
): Promise<MailOutcome> {
  const dayAgo = new Date(scope.now.getTime() - day_ms)
  if ((await countMailsSince(scope, ticket, dayAgo)) >= ticket_mails_a_day_max)
    return { outcome: 'too-many', ticket }
  const sender = senders.find(({ clinicId }) => clinicId === ticket.clinicId)
  const { words, leftOut, files, isAutomatic, from } = mail
  const name = sender ? staffName(sender) : from
  const post = { author: 'practice', via: 'email', name, isStranger: !sender, words, leftOut } as const
  if (isAutomatic) {
    await addPost(scope, ticket, { ...post, kind: 'automatic', isTold: false })
    return { outcome: 'automatic', ticket }
  }
  await saveTicketState(scope, ticket, applyTransition(ticket, 'practice-wrote', scope.now) ?? ticket)
  await addPost(scope, ticket, { ...post, kind: 'message', isTold: true }, files)
  return { outcome: 'added', ticket }
}

/** Opens a ticket for somebody whom we know by their address. */
async function openTicketFor(scope: PlatformScope, mail: ParsedMail, sender: Sender): Promise<MailOutcome> {
  const { clinicId, staffId } = sender
  const dayAgo = new Date(scope.now.getTime() - day_ms)
  if ((await countOpenedSince(scope, clinicId, dayAgo)) >= tickets_a_day_max) return { outcome: 'too-many' }
  const subject = mail.subject || 'By e-mail'
  const begun = { ...newTicket(scope.now, 'normal'), clinicId, staffId, subject, kind: 'question' } as const
  const ticket = await insertTicket(scope, begun)
  const { words, leftOut, files } = mail
  const post = { author: 'practice', kind: 'message', via: 'email', name: staffName(sender) } as const
  await addPost(scope, ticket, { ...post, words, leftOut, isTold: true }, files)
  await addPost(scope, ticket, receiptPost)
  return { outcome: 'opened', ticket }
}

/** A uuid made of a hash, so that the same mail is one enquiry. */
const uuidFromHash = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')

/** What a stranger writes is an enquiry, as if it came through the contact page; files of strangers are not kept. */
async function createEnquiry(scope: PlatformScope, mail: ParsedMail): Promise<MailOutcome> {
  const { hash, from, name, subject, words } = mail
  const message = [subject, words].filter(Boolean).join('\n\n')
  if (!message) return { outcome: 'empty' }
  const isTaken = await receiveMailedEnquiry(scope, {
    id: uuidFromHash(hash),
    name: name || from,
    email: from,
    message,
  })
  return { outcome: isTaken ? 'enquiry' : 'too-many' }
}

async function processMail(
  scope: PlatformScope,
  mail: ParsedMail,
  replies: ReplyTokens,
): Promise<MailOutcome | null> {
  if (!(await recordMailOnce(scope, mail.hash))) return null
  const senders = await findStaffByEmail(scope, mail.from)
  const ticket = await findMailTicket(scope, mail, senders, replies)
  if (ticket) return addToTicket(scope, mail, ticket, senders)
  // Programs that answer programs would go on for ever.
  if (mail.isAutomatic) return { outcome: 'automatic' }
  const [sender] = senders
  return sender ? openTicketFor(scope, mail, sender) : createEnquiry(scope, mail)
}

/** A mail whose attachments with malware are left out, and named as that. */
function withoutInfected(mail: ParsedMail, infected: ReadonlyMap<number, string>): ParsedMail {
  const names = mail.files.filter((_file, at) => infected.has(at)).map(({ name }) => `${name} (malware)`)
  const files = mail.files.filter((_file, at) => !infected.has(at))
  return { ...mail, files, leftOut: [...mail.leftOut, ...names] }
}

type TicketMailDeps = {
  runPlatformJob: RunPlatformJob
  fileGate: FileGate
  /** What the mail server signs with, and the address it collects; null where none is configured, and nothing is taken. */
  settings: { secret: string; replies: ReplyTokens } | null
}

/** Mails to the address for replies. Whoever posts one is told that it was taken, and never what became of it. */
export const ticketMailWebhook = ({
  runPlatformJob,
  fileGate,
  settings,
}: TicketMailDeps): HandledWebhook => ({
  route: ticketWebhooks.mailReply,
  isSignatureValid: ({ body, header, now }) =>
    settings !== null &&
    isPostSignatureValid(header('candour-signature'), {
      ...{ body, now, secret: settings.secret, windowSeconds: webhook_timestamp_tolerance_seconds },
    }),
  async handler(scope, { body }) {
    const parsed = await parseMail(body)
    if (!parsed) return refuse('unreadable')
    const found = await fileGate.findInfected(parsed.files.map(({ bytes }) => bytes))
    if (found === 'file-unchecked') return refuse(found)
    const mail = withoutInfected(parsed, found.infected)
    const taken = await runPlatformJob((scope) => processMail(scope, mail, settings!.replies))
    const done: HandlerResult<{ accepted: true }> = { answer: { accepted: true } }
    if (!taken) return { ...done, as: 'nothing' }
    const { outcome, ticket } = taken
    if (!ticket) return { ...done, details: { outcome } }
    const { clinicId, id, number } = ticket
    if (found.infected.size > 0) {
      const door = { operation: ticketWebhooks.mailReply.path, caller: { ...scope, clinicId } }
      await fileGate.reportBlocked(door, [...found.infected.values()])
    }
    return { ...done, subject: id, details: { outcome, number }, by: { clinicId } }
  },
})
