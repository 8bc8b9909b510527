import type { AppointmentStatus } from '../../../contract/appointments.ts'
import { start_undo_seconds } from '../../../contract/limits.ts'

/** What may be done with an appointment, from which state, and where it leads. */
const transitions = {
  arrive: { from: ['booked'], to: 'arrived' },
  cancel: { from: ['booked', 'arrived'], to: 'cancelled' },
  miss: { from: ['booked'], to: 'not-attended' },
  restore: { from: ['arrived', 'cancelled', 'not-attended'], to: 'booked' },
  start: { from: ['booked', 'arrived'], to: 'started' },
  finish: { from: ['started'], to: 'done' },
} as const satisfies Record<string, { from: readonly AppointmentStatus[]; to: AppointmentStatus }>
export type AppointmentTransition = keyof typeof transitions

/** Where a move leads, or null where the state does not allow it. */
export function statusAfter(from: AppointmentStatus, move: AppointmentTransition): AppointmentStatus | null {
  const { from: allowed, to } = transitions[move]
  return (allowed as readonly AppointmentStatus[]).includes(from) ? to : null
}

/** Treatment runs or is over: with which consents, is settled. */
export const begunStatuses = ['started', 'done'] as const satisfies readonly AppointmentStatus[]
export const hasBegun = (status: AppointmentStatus): boolean =>
  (begunStatuses as readonly AppointmentStatus[]).includes(status)

type Started = { status: AppointmentStatus; arrivedAt: Date | null; startedAt: Date | null }

/** Until when the start of a treatment that is under way can be undone; null where it is not under way. */
export const undoableUntil = ({ status, startedAt }: Pick<Started, 'status' | 'startedAt'>): Date | null =>
  status === 'started' && startedAt ? new Date(startedAt.getTime() + start_undo_seconds * 1000) : null

/** What an appointment was before its treatment started. */
export const statusBeforeStart = ({ arrivedAt }: Pick<Started, 'arrivedAt'>): AppointmentStatus =>
  arrivedAt ? 'arrived' : 'booked'

/** Whether it has yet to begin: only then it may be changed, checked and started. */
export const isUpcoming = (status: AppointmentStatus): boolean => status === 'booked' || status === 'arrived'
