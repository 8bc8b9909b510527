import { contract } from '../../../contract/index.ts'
import { canned_answers_max } from '../../../contract/limits.ts'
import type { CannedAnswer } from '../../../contract/tickets.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  clinicsWithTickets,
  countCanned,
  countTickets,
  deleteCanned,
  findTicket,
  insertCanned,
  isTitleTaken,
  saveAssignment,
  saveTicketState,
  listCanned,
  listTickets,
  lockCanned,
  lockTicket,
  listSuperAdmins,
  updateCanned,
  type CannedRow,
} from './ticket-admin-store.ts'
import { checkFiles, type CheckedFile } from './ticket-file-content.ts'
import { fileRefusal } from './ticket-handlers.ts'
import { applyTransition, withPriority } from './ticket-rules.ts'
import { addPost, findThread } from './ticket-store.ts'
import { adminThreadView, adminView } from './ticket-view.ts'

const { adminTickets } = contract

async function ticketResult(scope: AdminScope, ticketId: string, details: Record<string, unknown> = {}) {
  const ticket = (await findTicket(scope, ticketId))!
  const answer = adminThreadView(ticket, await findThread(scope, ticket), scope.now)
  const by = { clinicId: ticket.clinicId }
  return { answer, subject: ticketId, details: { number: ticket.number, ...details }, by }
}

const platformPost = ({ actor }: AdminScope) =>
  ({ author: 'platform', via: 'web', name: actor.name }) as const

const cannedView = ({ updatedAt, ...kept }: CannedRow): CannedAnswer => ({
  ...kept,
  updatedAt: updatedAt.toISOString(),
})

const cannedAnswerHandlers = {
  listCanned: handle(adminTickets.listCanned, async (scope) => ({
    answer: (await listCanned(scope)).map(cannedView),
  })),

  addCanned: handle(adminTickets.addCanned, async (scope, { title, words }) => {
    await lockCanned(scope)
    if ((await countCanned(scope)) >= canned_answers_max) return refuse('too-many')
    if (await isTitleTaken(scope, title)) return refuse('title-taken')
    const made = await insertCanned(scope, { title, words })
    return { answer: cannedView(made), subject: made.id, details: { title } }
  }),

  changeCanned: handle(adminTickets.changeCanned, async (scope, { cannedId, title, words }) => {
    await lockCanned(scope)
    if (await isTitleTaken(scope, title, cannedId)) return refuse('title-taken')
    const before = await listCanned(scope)
    const changed = await updateCanned(scope, cannedId, { title, words })
    if (!changed) return refuse('not-found')
    return { answer: cannedView(changed), subject: cannedId, details: { title }, before }
  }),

  deleteCanned: handle(adminTickets.deleteCanned, async (scope, { cannedId }) =>
    (await deleteCanned(scope, cannedId))
      ? { answer: { deleted: true as const }, subject: cannedId }
      : refuse('not-found'),
  ),
}

/** The operations of those who run the platform of `contract/tickets.ts`. */
export const adminTicketHandlers = {
  ...cannedAnswerHandlers,

  list: handle(adminTickets.list, async (scope, { page, pageSize, ...filter }) => {
    const { rows, total } = await listTickets(scope, filter, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map((row) => adminView(row, scope.now)), total, page, pageSize } }
  }),

  counts: handle(adminTickets.counts, async (scope) => ({ answer: await countTickets(scope) })),

  choices: handle(adminTickets.choices, async (scope) => {
    const admins = (await listSuperAdmins(scope)).map(({ id, name }) => ({ id, name }))
    return { answer: { admins, clinics: await clinicsWithTickets(scope) } }
  }),

  get: handle(adminTickets.get, async (scope, { ticketId }) => {
    const ticket = await findTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    return { answer: adminThreadView(ticket, await findThread(scope, ticket), scope.now) }
  }),

  answer: handle(adminTickets.answer, async (scope, { ticketId, words, files: typed }) => {
    const files = await checkFiles(typed)
    const refused = fileRefusal(files)
    if (refused) return refused
    const ticket = await lockTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    const state = applyTransition(ticket, 'we-answered', scope.now)
    if (!state) return refuse('closed')
    await saveTicketState(scope, ticket, state)
    const post = { ...platformPost(scope), kind: 'message', words, isTold: true } as const
    await addPost(scope, ticket, post, files as CheckedFile[])
    return ticketResult(scope, ticketId, { files: typed.length })
  }),

  addNote: handle(adminTickets.addNote, async (scope, { ticketId, words }) => {
    const ticket = await lockTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    await addPost(scope, ticket, { ...platformPost(scope), kind: 'note', words, isTold: false })
    return ticketResult(scope, ticketId)
  }),

  move: handle(adminTickets.move, async (scope, { ticketId, move }) => {
    const ticket = await lockTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    const state = applyTransition(ticket, move, scope.now)
    if (!state) return refuse('wrong-state')
    await saveTicketState(scope, ticket, state)
    const post = { ...platformPost(scope), kind: 'event', words: move, isTold: move === 'solve' } as const
    await addPost(scope, ticket, post)
    return ticketResult(scope, ticketId, { before: ticket.status, after: state.status })
  }),

  assign: handle(adminTickets.assign, async (scope, { ticketId, priority, assigneeId }) => {
    const ticket = await lockTicket(scope, ticketId)
    if (!ticket) return refuse('not-found')
    const admins = assigneeId ? await listSuperAdmins(scope) : []
    const assignee = admins.find(({ id }) => id === assigneeId) ?? null
    if (assigneeId && !assignee) return refuse('no-such-admin')
    await saveAssignment(scope, ticket, { ...withPriority(ticket, priority), assignee })
    const before = { priority: ticket.priority, assigneeId: ticket.assigneeId }
    return ticketResult(scope, ticketId, { before, after: { priority, assigneeId } })
  }),
}
