import type { AdminThread, AdminTicket, Ticket, TicketPost, TicketThread } from '../../../contract/tickets.ts'
import type { ClinicTicket } from './ticket-admin-store.ts'
import { isOverdue } from './ticket-rules.ts'
import type { FileRow, OpenedTicket, PostRow } from './ticket-store.ts'

type Thread = { posts: PostRow[]; files: FileRow[] }

/** A ticket as a list of the practice shows it. */
export const ticketView = ({
  id,
  number,
  subject,
  kind,
  status,
  openedBy,
  createdAt,
  updatedAt,
}: OpenedTicket): Ticket => ({
  ...{ id, number, subject, kind, status, openedBy },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const postsOf = ({ posts, files }: Thread): TicketPost[] =>
  posts.map(({ id, author, kind, via, name, isStranger, words, leftOut, delivery, createdAt }) => ({
    ...{ id, author, kind, via, name, isStranger, words, leftOut, delivery },
    at: createdAt.toISOString(),
    files: files
      .filter(({ postId }) => postId === id)
      .map((file) => ({ id: file.id, name: file.name, type: file.type, bytes: file.bytes })),
  }))

export const threadView = (ticket: OpenedTicket, thread: Thread): TicketThread => ({
  ...ticketView(ticket),
  posts: postsOf(thread),
  firstAnswerDueAt: ticket.firstAnsweredAt ? null : ticket.firstAnswerDueAt.toISOString(),
})

export const adminView = (ticket: ClinicTicket, now: Date): AdminTicket => ({
  ...ticketView(ticket),
  priority: ticket.priority,
  clinic: { id: ticket.clinicId, name: ticket.clinicName },
  assignee: ticket.assigneeId ? { id: ticket.assigneeId, name: ticket.assigneeName ?? '' } : null,
  firstAnswerDueAt: ticket.firstAnswerDueAt.toISOString(),
  firstAnsweredAt: ticket.firstAnsweredAt?.toISOString() ?? null,
  solutionDueAt: ticket.solutionDueAt.toISOString(),
  isOverdue: isOverdue(ticket, now),
})

export const adminThreadView = (ticket: ClinicTicket, thread: Thread, now: Date): AdminThread => ({
  ...adminView(ticket, now),
  openedByEmail: ticket.openedByEmail,
  posts: postsOf(thread),
})
