import type { AppointmentStatus } from '../../../contract/appointments.ts'

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

/** Whether it has yet to begin: only then it may be changed, checked and started. */
export const isUpcoming = (status: AppointmentStatus): boolean => status === 'booked' || status === 'arrived'
