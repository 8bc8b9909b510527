/**
 * Support tickets: what they are about, how far they are, which moves there are, and how soon we mean to answer.
 * Import-free, so that browsers may use it as a value.
 */
export const ticketKinds = ['question', 'problem', 'account', 'billing', 'privacy', 'idea'] as const
export type TicketKind = (typeof ticketKinds)[number]

export const ticketStatuses = ['open', 'waiting-for-practice', 'waiting-for-us', 'solved', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Most urgent first. */
export const ticketPriorities = ['urgent', 'high', 'normal', 'low'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

/** Statuses in which it is our turn: the time of our targets runs. */
export const statusesAwaitingUs: readonly TicketStatus[] = ['open', 'waiting-for-us']
/** Statuses in which something is still to be done by somebody. */
export const activeStatuses: readonly TicketStatus[] = ['open', 'waiting-for-practice', 'waiting-for-us']

type TransitionActor = 'practice' | 'platform' | 'system'
type TicketTransitionRule = {
  from: readonly TicketStatus[]
  who: readonly TransitionActor[]
  to: TicketStatus
}

/** Every move a ticket may make. What is written to a ticket that stands where the move leads leaves it there. */
export const ticketTransitions = {
  /** The practice wrote: it is our turn. Only a mail reaches a closed one; on the screen it is reopened first. */
  'practice-wrote': {
    from: ['waiting-for-practice', 'waiting-for-us', 'solved', 'closed'],
    who: ['practice'],
    to: 'waiting-for-us',
  },
  'we-answered': {
    from: ['open', 'waiting-for-us', 'waiting-for-practice', 'solved'],
    who: ['platform'],
    to: 'waiting-for-practice',
  },
  hold: { from: ['open', 'waiting-for-us'], who: ['platform'], to: 'waiting-for-practice' },
  resume: { from: ['open', 'waiting-for-practice'], who: ['platform'], to: 'waiting-for-us' },
  solve: { from: ['open', 'waiting-for-practice', 'waiting-for-us'], who: ['platform'], to: 'solved' },
  close: {
    from: ['open', 'waiting-for-practice', 'waiting-for-us', 'solved'],
    who: ['practice', 'platform', 'system'],
    to: 'closed',
  },
  reopen: { from: ['solved', 'closed'], who: ['practice', 'platform'], to: 'waiting-for-us' },
} as const satisfies Record<string, TicketTransitionRule>
export type TicketTransition = keyof typeof ticketTransitions

/** Moves that people make by hand, each with the status it leads to. */
export const manualTransitions = ['hold', 'resume', 'solve', 'close', 'reopen'] as const
export type ManualTransition = (typeof manualTransitions)[number]

export const canTransitionTicket = (status: TicketStatus, move: TicketTransition): boolean =>
  (ticketTransitions[move].from as readonly TicketStatus[]).includes(status)

/** How soon we mean to answer first and to solve, in working hours, by priority: the one table of our targets. */
export const serviceTargets: Record<TicketPriority, { firstAnswerHours: number; solutionHours: number }> = {
  urgent: { firstAnswerHours: 1, solutionHours: 8 },
  high: { firstAnswerHours: 4, solutionHours: 16 },
  normal: { firstAnswerHours: 8, solutionHours: 40 },
  low: { firstAnswerHours: 16, solutionHours: 80 },
}

/** Working hours: Monday to Friday by the clock of London, but for the bank holidays of England and Wales. */
export const workingHours = { zone: 'Europe/London', fromHour: 9, toHour: 17 } as const
