import { z } from 'zod'
import { encodedFile } from './encoded-files.ts'
import { fileProblems } from './file-problems.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  paginated,
  paging,
  type Refusal,
  searchText,
  text,
  webhookRoute,
} from './kit.ts'
import {
  canned_answers_max,
  ticket_file_bytes_max,
  ticket_file_name_length_max,
  ticket_files_bytes_max,
  ticket_files_max,
  ticket_mail_bytes_max,
  ticket_subject_length_max,
  ticket_text_length_max,
  tickets_a_day_max,
} from './limits.ts'
import { manualTransitions, ticketKinds, ticketPriorities, ticketStatuses } from './ticket-states.ts'

/** Support tickets: what people of a practice ask those who run the platform, and what they are answered. */

export const ticketFileTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const

const TicketFile = z.object({ id, name: z.string(), type: z.enum(ticketFileTypes), bytes: z.int() })

/** What became of the mail that tells of an entry; 'none' where none was sent. */
const ticketMailStates = ['none', 'queued', 'sending', 'sent', 'failed', 'unconfirmed'] as const

/**
 * One entry of a thread. A note is for those who run the platform alone; an event is a move somebody made by hand, or
 * 'received'; an automatic one was written by a program, such as a note that somebody is away.
 */
const TicketPost = z.object({
  id,
  author: z.enum(['practice', 'platform', 'system']),
  kind: z.enum(['message', 'note', 'event', 'automatic']),
  via: z.enum(['web', 'email']),
  /** Who wrote it; of a mail from an address that is nobody's at the practice, that address. */
  name: z.string(),
  isStranger: z.boolean(),
  words: z.string(),
  at: instant,
  files: z.array(TicketFile),
  /** Names of attachments of a mail that were not kept. */
  leftOut: z.array(z.string()),
  delivery: z.enum(ticketMailStates),
})
export type TicketPost = z.infer<typeof TicketPost>

const ticketFields = {
  id,
  /** Known by it in mails and on the telephone. */
  number: z.int(),
  subject: z.string(),
  kind: z.enum(ticketKinds),
  status: z.enum(ticketStatuses),
  openedBy: z.string(),
  createdAt: instant,
  /** When something was written last, or it was moved. */
  updatedAt: instant,
}
const Ticket = z.object(ticketFields)
export type Ticket = z.infer<typeof Ticket>
const TicketThread = Ticket.extend({
  posts: z.array(TicketPost),
  /** When we mean to have answered first; null once that was done. */
  firstAnswerDueAt: instant.nullable(),
})
export type TicketThread = z.infer<typeof TicketThread>

const Person = z.object({ id: z.string(), name: z.string() })
const AdminTicket = Ticket.extend({
  priority: z.enum(ticketPriorities),
  clinic: z.object({ id, name: z.string() }),
  assignee: Person.nullable(),
  firstAnswerDueAt: instant,
  firstAnsweredAt: instant.nullable(),
  /** While we wait for the practice it stands still, and moves on by as long once it is our turn again. */
  solutionDueAt: instant,
  isOverdue: z.boolean(),
})
export type AdminTicket = z.infer<typeof AdminTicket>
const AdminThread = AdminTicket.extend({ openedByEmail: z.string(), posts: z.array(TicketPost) })
export type AdminThread = z.infer<typeof AdminThread>

const CannedAnswer = z.object({
  id,
  title: z.string(),
  words: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
})
export type CannedAnswer = z.infer<typeof CannedAnswer>

/** All files of one entry together, the words beside them, and a little more, so that too much is told as such. */
const body_bytes_max = Math.ceil((ticket_files_bytes_max * 4) / 3) + 2 * 1024 * 1024

const ticketPostInput = {
  words: text(ticket_text_length_max),
  files: z
    .array(z.object({ name: text(ticket_file_name_length_max), content: encodedFile(ticket_file_bytes_max) }))
    .max(ticket_files_max)
    .default([]),
}

const ticketParams = z.object({ ticketId: id })
const missing = { 'not-found': notFound('Ticket') }
const fileRefusals = {
  ...fileProblems,
  'file-refused': invalidArgument(
    '{name} cannot be attached. Choose a JPEG, PNG or WebP picture, a PDF or a plain text file of at most 4 MB.',
  ),
  'files-too-large': invalidArgument('The files exceed 10 MB in total. Attach fewer or smaller files.'),
} as const
const closed = aborted('This ticket is closed. Reopen it first.')
const wrongState = aborted('The ticket has changed. Reload the page.')
const tooMany: Refusal = {
  code: 'resource-exhausted',
  message: `A practice can open ${tickets_a_day_max} tickets per day. Reply to an open ticket instead.`,
}

const path = '/api/clinic/tickets'
const adminPath = '/api/admin/tickets'

/** What a practice's tickets are sorted by; a minus turns it round. */
const ticketSorts = ['-updated', 'updated', '-number', 'number', 'subject', '-subject'] as const
export type TicketSort = (typeof ticketSorts)[number]

export const tickets = {
  list: operation({
    method: 'GET',
    path,
    summary:
      'Support tickets, newest news first unless sorted otherwise: an administrator’s list is the practice’s, others see their own',
    access: 'clinic',
    audit: null,
    input: z.object({
      view: z.enum(['active', 'done']).default('active'),
      sort: z.enum(ticketSorts).default('-updated'),
      ...paging,
    }),
    output: paginated(Ticket),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: `${path}/{ticketId}`,
    summary: 'One ticket with its thread',
    access: 'clinic',
    audit: null,
    input: ticketParams,
    output: TicketThread,
    refusals: missing,
    example: { ticketId: ':ticketId' },
  }),
  open: operation({
    method: 'POST',
    path,
    summary: 'Ask those who run the platform; attachments are judged by their content',
    access: 'clinic',
    audit: { done: 'ticket.opened', refused: 'ticket.refused' },
    idempotent: true,
    rate: { attempts: 60, seconds: 3600 },
    bodyBytesMax: body_bytes_max,
    input: z.object({
      subject: text(ticket_subject_length_max),
      kind: z.enum(ticketKinds),
      ...ticketPostInput,
    }),
    output: TicketThread,
    refusals: { ...fileRefusals, 'too-many-tickets': tooMany },
    example: { subject: 'Our logo looks blurred', kind: 'question', words: 'On paper it is not sharp.' },
  }),
  answer: operation({
    method: 'POST',
    path: `${path}/{ticketId}/posts`,
    summary: 'Write to a ticket that is not closed; one that was solved is our turn again',
    access: 'clinic',
    audit: { done: 'ticket.answered', refused: 'ticket.refused' },
    idempotent: true,
    rate: { attempts: 120, seconds: 3600 },
    bodyBytesMax: body_bytes_max,
    input: ticketParams.extend(ticketPostInput),
    output: TicketThread,
    refusals: { ...missing, ...fileRefusals, closed },
    example: { ticketId: ':ticketId', words: 'It is the logo on letters.' },
  }),
  close: operation({
    method: 'POST',
    path: `${path}/{ticketId}/close`,
    summary: 'Close a ticket: nothing more is needed',
    access: 'clinic',
    audit: { done: 'ticket.moved', refused: 'ticket.refused' },
    input: ticketParams,
    output: TicketThread,
    refusals: { ...missing, 'wrong-state': wrongState },
    example: { ticketId: ':ticketId' },
  }),
  reopen: operation({
    method: 'POST',
    path: `${path}/{ticketId}/reopen`,
    summary: 'Reopen a ticket that was solved or closed',
    access: 'clinic',
    audit: { done: 'ticket.moved', refused: 'ticket.refused' },
    input: ticketParams,
    output: TicketThread,
    refusals: { ...missing, 'wrong-state': wrongState },
    example: { ticketId: ':ticketId' },
  }),
}

const filter = {
  /** 'active' is everything that is neither solved nor closed. */
  status: z.enum(['active', 'all', ...ticketStatuses]).default('active'),
  priority: z.enum(ticketPriorities).optional(),
  /** 'me', 'nobody', or the id of a super administrator. */
  assignee: z.string().max(64).optional(),
  clinicId: id.optional(),
  overdue: z.enum(['yes']).optional(),
  /** Part of the subject, of the practice's name or of who opened it; or the number. */
  search: searchText(120),
}
const cannedId = z.object({ cannedId: id })
const canned = { title: text(120), words: text(ticket_text_length_max) }

export const adminTickets = {
  list: operation({
    method: 'GET',
    path: adminPath,
    summary: 'Support tickets of every practice: those to be done by what is due first, others newest first',
    access: 'admin',
    audit: null,
    input: z.object({ ...filter, ...paging }),
    output: paginated(AdminTicket),
    example: {},
  }),
  counts: operation({
    method: 'GET',
    path: `${adminPath}/counts`,
    summary: 'How many tickets are to be done, wait for us, are overdue, or are nobody’s',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.object({ active: z.int(), ourTurn: z.int(), overdue: z.int(), unassigned: z.int() }),
    example: {},
  }),
  /** Whom a ticket can be given to, and whose tickets there are. */
  choices: operation({
    method: 'GET',
    path: `${adminPath}/choices`,
    summary: 'Active super administrators, and practices that have opened a ticket',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.object({
      admins: z.array(Person),
      clinics: z.array(z.object({ id, name: z.string() })),
    }),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: `${adminPath}/{ticketId}`,
    summary: 'One ticket with its thread and the notes of those who run the platform',
    access: 'admin',
    audit: null,
    input: ticketParams,
    output: AdminThread,
    refusals: missing,
    example: { ticketId: ':ticketId' },
  }),
  answer: operation({
    method: 'POST',
    path: `${adminPath}/{ticketId}/posts`,
    summary: 'Answer a ticket; whoever opened it is sent the answer by e-mail',
    access: 'admin',
    audit: { done: 'ticket.answered', refused: 'ticket.refused' },
    idempotent: true,
    bodyBytesMax: body_bytes_max,
    input: ticketParams.extend(ticketPostInput),
    output: AdminThread,
    refusals: { ...missing, ...fileRefusals, closed },
    example: { ticketId: ':ticketId', words: 'Please upload it with 600 pixels a side.' },
  }),
  addNote: operation({
    method: 'POST',
    path: `${adminPath}/{ticketId}/notes`,
    summary: 'Write a note that the practice never sees',
    access: 'admin',
    audit: { done: 'ticket.note_added', refused: 'ticket.refused' },
    idempotent: true,
    input: ticketParams.extend({ words: ticketPostInput.words }),
    output: AdminThread,
    refusals: missing,
    example: { ticketId: ':ticketId', words: 'The same as with another practice.' },
  }),
  move: operation({
    method: 'POST',
    path: `${adminPath}/{ticketId}/moves`,
    summary: 'Move a ticket: wait for the practice or for us, solve, close, reopen',
    access: 'admin',
    audit: { done: 'ticket.moved', refused: 'ticket.refused' },
    input: ticketParams.extend({ move: z.enum(manualTransitions) }),
    output: AdminThread,
    refusals: { ...missing, 'wrong-state': wrongState },
    example: { ticketId: ':ticketId', move: 'solve' },
  }),
  assign: operation({
    method: 'PUT',
    path: `${adminPath}/{ticketId}/assignment`,
    summary: 'Say how urgent a ticket is, which moves its targets, and who looks after it',
    access: 'admin',
    audit: { done: 'ticket.assigned', refused: 'ticket.refused' },
    input: ticketParams.extend({
      priority: z.enum(ticketPriorities),
      assigneeId: z.string().max(64).nullable(),
    }),
    output: AdminThread,
    refusals: { ...missing, 'no-such-admin': invalidArgument('Choose a super administrator.') },
    example: { ticketId: ':ticketId', priority: 'high', assigneeId: null },
  }),
  listCanned: operation({
    method: 'GET',
    path: '/api/admin/canned-answers',
    summary: 'Answers that are kept to be used again, by title',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.array(CannedAnswer),
    example: {},
  }),
  addCanned: operation({
    method: 'POST',
    path: '/api/admin/canned-answers',
    summary: 'Keep an answer to be used again',
    access: 'admin',
    audit: { done: 'canned_answer.added', refused: 'canned_answer.refused' },
    idempotent: true,
    input: z.object(canned),
    output: CannedAnswer,
    refusals: {
      'title-taken': aborted('A saved reply with this title already exists.'),
      'too-many': aborted(`There are ${canned_answers_max} saved replies already. Delete one first.`),
    },
    example: { title: 'Passkeys', words: 'Passkeys are set up under My Account.' },
  }),
  changeCanned: operation({
    method: 'PUT',
    path: '/api/admin/canned-answers/{cannedId}',
    summary: 'Change a kept answer; what was answered with it stays as it is',
    access: 'admin',
    audit: { done: 'canned_answer.changed', refused: 'canned_answer.refused' },
    validatesOnlyChanges: true,
    input: cannedId.extend(canned),
    output: CannedAnswer,
    refusals: {
      'not-found': notFound('Answer'),
      'title-taken': aborted('A saved reply with this title already exists.'),
    },
    example: { cannedId: ':cannedId', title: 'Passkeys, anew', words: 'See My Account.' },
  }),
  deleteCanned: operation({
    method: 'DELETE',
    path: '/api/admin/canned-answers/{cannedId}',
    summary: 'Delete a kept answer',
    access: 'admin',
    audit: { done: 'canned_answer.deleted', refused: 'canned_answer.refused' },
    input: cannedId,
    output: z.object({ deleted: z.literal(true) }),
    refusals: { 'not-found': notFound('Answer') },
    example: { cannedId: ':cannedId' },
  }),
}

const fileParams = ticketParams.extend({ fileId: id })
const fileMissing = { 'not-found': notFound('File') }
const fileExample = { ticketId: ':filedTicketId', fileId: ':ticketFileId' }

/** What was attached, to be kept and never shown in the page. */
export const ticketFiles = {
  forClinic: fileRoute({
    path: '/api/clinic/tickets/:ticketId/files/:fileId',
    summary: 'A file that was attached to a ticket',
    access: 'clinic',
    audit: null,
    params: fileParams,
    refusals: fileMissing,
    example: fileExample,
  }),
  forAdmin: fileRoute({
    path: '/api/admin/tickets/:ticketId/files/:fileId',
    summary: 'A file that was attached to a ticket, for those who run the platform',
    access: 'admin',
    audit: null,
    params: fileParams,
    refusals: fileMissing,
    example: fileExample,
  }),
}

/** Mails that people send back. */
export const ticketWebhooks = {
  mailReply: webhookRoute({
    path: '/api/provider/mail/replies',
    summary: 'A mail to the address for replies, as it came (message/rfc822), signed by the mail server',
    audit: { done: 'ticket.mail_taken' },
    bodyBytesMax: ticket_mail_bytes_max,
    refusals: {
      unreadable: invalidArgument('The e-mail has no sender.'),
      // Mail servers post it again.
      'file-unchecked': {
        code: 'unavailable',
        message: 'Attachments cannot be checked for viruses at the moment. Post this e-mail again later.',
      },
    },
    example: 'From: amara@example.org\r\nTo: support@candour.example\r\nSubject: Hello\r\n\r\nHello',
  }),
}
