import { Readable } from 'node:stream'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { tickets_a_day_max } from '../../../contract/limits.ts'
import type { ManualTransition } from '../../../contract/ticket-states.ts'
import { day_ms } from '../../platform/clock.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile, type HandlerResult, type FileResponse } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findTicket } from './ticket-admin-store.ts'
import { checkFiles, type CheckedFile, type FileError } from './ticket-file-content.ts'
import { ticketFileName } from './ticket-file-name.ts'
import { applyTransition, newTicket } from './ticket-rules.ts'
import {
  addPost,
  countOpenedSince,
  findOwnTicket,
  findTicketFile,
  insertTicket,
  saveTransition,
  listOwnTickets,
  lockOwnTicket,
  findThread,
  type NewPost,
  type OpenedTicket,
  type TicketKey,
} from './ticket-store.ts'
import { threadView, ticketView } from './ticket-view.ts'

const { tickets } = contract

/** Why files cannot be attached; null where they can. */
export const fileRefusal = (files: CheckedFile[] | FileError) => {
  if (Array.isArray(files)) return null
  return files.reason === 'file-refused' ? refuse(files.reason, { name: files.name }) : refuse(files.reason)
}

/** Words and subjects stay out of the audit log: it tells which ticket, and how much was attached. */
async function ticketThreadResult(scope: ClinicScope, ticketId: string, details: Record<string, unknown>) {
  const ticket = (await findOwnTicket(scope, ticketId))!
  const answer = threadView(ticket, await findThread(scope, ticket))
  return { answer, subject: ticketId, details: { number: ticket.number, ...details } }
}

const practicePost = ({ actor }: ClinicScope) =>
  ({ author: 'practice', via: 'web', name: actor.name, isTold: true }) as const

/** Moves a ticket by hand, and says so in its thread. */
async function transitionOwnTicket(scope: ClinicScope, ticketId: string, move: ManualTransition) {
  const ticket = await lockOwnTicket(scope, ticketId)
  if (!ticket) return refuse('not-found')
  const state = applyTransition(ticket, move, scope.now)
  if (!state) return refuse('wrong-state')
  await saveTransition(scope, ticket, state)
  await addPost(scope, ticket, {
    ...practicePost(scope),
    kind: 'event',
    words: move,
    isTold: move === 'reopen',
  })
  return ticketThreadResult(scope, ticketId, { before: ticket.status, after: state.status })
}

/** What the practice wrote is our turn, wherever the ticket stood. */
async function postReply(scope: ClinicScope, ticket: OpenedTicket, words: string, files: CheckedFile[]) {
  await saveTransition(scope, ticket, applyTransition(ticket, 'practice-wrote', scope.now) ?? ticket)
  await addPost(scope, ticket, { ...practicePost(scope), kind: 'message', words }, files)
}

/** The operations of a practice of `contract/tickets.ts`. */
export const ticketHandlers = {
  list: handle(tickets.list, async (scope, { view, sort, page, pageSize }) => {
    const { rows, total } = await listOwnTickets(scope, { view, sort }, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(ticketView), total, page, pageSize } }
  }),

  get: handle(tickets.get, async (scope, { ticketId }) => {
    const ticket = await findOwnTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    return { answer: threadView(ticket, await findThread(scope, ticket)) }
  }),

  open: handle(tickets.open, async (scope, { subject, kind, words, files: typed }) => {
    const { clinicId, staffId, now } = scope
    const files = await checkFiles(typed)
    const refused = fileRefusal(files)
    if (refused) return refused
    const dayAgo = new Date(now.getTime() - day_ms)
    if ((await countOpenedSince(scope, clinicId, dayAgo)) >= tickets_a_day_max)
      return refuse('too-many-tickets')
    const begun = { ...newTicket(now, 'normal'), clinicId, staffId, subject, kind }
    const ticket = await insertTicket(scope, begun)
    await addPost(scope, ticket, { ...practicePost(scope), kind: 'message', words }, files as CheckedFile[])
    await addPost(scope, ticket, receiptPost)
    return ticketThreadResult(scope, ticket.id, { kind, files: typed.length })
  }),

  answer: handle(tickets.answer, async (scope, { ticketId, words, files: typed }) => {
    const files = await checkFiles(typed)
    const refused = fileRefusal(files)
    if (refused) return refused
    const ticket = await lockOwnTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    if (ticket.status === 'closed') return refuse('closed')
    await postReply(scope, ticket, words, files as CheckedFile[])
    return ticketThreadResult(scope, ticketId, { files: typed.length })
  }),

  close: handle(tickets.close, (scope, { ticketId }) => transitionOwnTicket(scope, ticketId, 'close')),
  reopen: handle(tickets.reopen, (scope, { ticketId }) => transitionOwnTicket(scope, ticketId, 'reopen')),
}

/** The mail that says that a ticket has arrived, as its own entry. */
export const receiptPost: NewPost = {
  author: 'system',
  kind: 'event',
  via: 'web',
  name: '',
  words: 'received',
  isTold: true,
}

/** What was attached, as a file that browsers keep and never show. */
export function ticketFileHandlers(files: Files) {
  async function answer(
    scope: ClinicScope | AdminScope,
    ticket: TicketKey | undefined,
    fileId: string,
  ): Promise<HandlerResult<FileResponse> | Refusal> {
    const file = ticket && (await findTicketFile(scope, ticket, fileId))
    if (!file) return refuse('not-found')
    const { waitingBytes, name, sha256 } = file
    const open = async () => {
      if (waitingBytes) return { stream: Readable.from([waitingBytes]), bytes: waitingBytes.byteLength }
      const storedBytes = await files.read(ticketFileName(file))
      if (!storedBytes) throw new Error('A file of a ticket is missing from the file store')
      return storedBytes
    }
    const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type
    return { answer: { open, type, name, etag: sha256, isAttachment: true } }
  }
  return [
    handleFile(fileRoutes.tickets.forClinic, async (scope, { ticketId, fileId }) =>
      answer(scope, await findOwnTicket(scope, ticketId), fileId),
    ),
    handleFile(fileRoutes.tickets.forAdmin, async (scope, { ticketId, fileId }) =>
      answer(scope, await findTicket(scope, ticketId), fileId),
    ),
  ]
}
