import {
  canTransitionTicket,
  statusesAwaitingUs,
  serviceTargets,
  ticketTransitions,
  type TicketTransition,
  type TicketPriority,
  type TicketStatus,
} from '../../../contract/ticket-states.ts'
import { addWorkingMinutes, workingMinutesBetween } from './working-time.ts'

/** What of a ticket moves: where it stands, and its targets. */
export type TicketState = {
  status: TicketStatus
  priority: TicketPriority
  createdAt: Date
  firstAnsweredAt: Date | null
  firstAnswerDueAt: Date
  solutionDueAt: Date
  /** Since when it is not our turn, so that the time to solve it stands still; null while it is. */
  pausedAt: Date | null
  solvedAt: Date | null
  closedAt: Date | null
}

/** When a ticket of this priority should be answered first and solved, if the time began to run then. */
const targetsFrom = (from: Date, priority: TicketPriority) => {
  const { firstAnswerHours, solutionHours } = serviceTargets[priority]
  return {
    firstAnswerDueAt: addWorkingMinutes(from, firstAnswerHours * 60),
    solutionDueAt: addWorkingMinutes(from, solutionHours * 60),
  }
}

/** How a ticket begins. */
export const newTicket = (now: Date, priority: TicketPriority): TicketState => ({
  ...{ status: 'open', priority, createdAt: now, firstAnsweredAt: null },
  ...targetsFrom(now, priority),
  ...{ pausedAt: null, solvedAt: null, closedAt: null },
})

const isAwaitingPlatform = (status: TicketStatus): boolean => statusesAwaitingUs.includes(status)

/** Where a move leads, with the time to solve it stopped, or moved on by as long as it stood still; null where it may not be made. */
export function applyTransition(ticket: TicketState, move: TicketTransition, now: Date): TicketState | null {
  const { status, solutionDueAt, pausedAt } = ticket
  if (!canTransitionTicket(status, move)) return null
  const { to } = ticketTransitions[move]
  const isFirstAnswer = move === 'we-answered' && ticket.firstAnsweredAt === null
  const left = workingMinutesBetween(pausedAt ?? now, solutionDueAt)
  const goesOn = isAwaitingPlatform(to) && pausedAt !== null
  return {
    ...ticket,
    status: to,
    firstAnsweredAt: isFirstAnswer ? now : ticket.firstAnsweredAt,
    // What was late when it stopped stays late.
    solutionDueAt: goesOn && left > 0 ? addWorkingMinutes(now, left) : solutionDueAt,
    pausedAt: isAwaitingPlatform(to) ? null : (pausedAt ?? now),
    solvedAt: to === 'solved' ? now : to === 'closed' ? ticket.solvedAt : null,
    closedAt: to === 'closed' ? now : null,
  }
}

/** The targets of another priority, counted from the beginning and without the time that it stood still. */
export function withPriority(ticket: TicketState, priority: TicketPriority): TicketState {
  if (priority === ticket.priority) return ticket
  const before = targetsFrom(ticket.createdAt, ticket.priority)
  const stood = workingMinutesBetween(before.solutionDueAt, ticket.solutionDueAt)
  const { firstAnswerDueAt, solutionDueAt } = targetsFrom(ticket.createdAt, priority)
  return {
    ...ticket,
    priority,
    firstAnswerDueAt,
    solutionDueAt: stood > 0 ? addWorkingMinutes(solutionDueAt, stood) : solutionDueAt,
  }
}

/** Whether it is our turn and a target has passed. */
export const isOverdue = (
  { status, firstAnsweredAt, firstAnswerDueAt, solutionDueAt }: TicketState,
  now: Date,
): boolean =>
  isAwaitingPlatform(status) && ((firstAnsweredAt === null && firstAnswerDueAt < now) || solutionDueAt < now)
