import { z } from 'zod'
import { instant, invalidArgument, operation, text } from './kit.ts'
import { operation_reason_length_max } from './limits.ts'

const State = z.object({
  isOn: z.boolean(),
  reason: z.string(),
  /** When it is expected to be over; null where nobody can say. */
  until: instant.nullable(),
  since: instant.nullable(),
  by: z.string().nullable(),
})
export type MaintenanceState = z.infer<typeof State>

export const maintenance = {
  get: operation({
    method: 'GET',
    path: '/api/admin/maintenance',
    summary: 'Whether practices are kept from writing at the moment, why and until when',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: State,
    example: {},
  }),
  change: operation({
    method: 'PUT',
    path: '/api/admin/maintenance',
    summary: 'Keep practices from writing, or let them again; patients read, answer and sign on',
    access: 'admin',
    stepUp: true,
    audit: { done: 'maintenance.changed', refused: 'maintenance.refused' },
    input: z.object({
      isOn: z.boolean(),
      reason: text(operation_reason_length_max),
      until: instant.nullable(),
    }),
    output: State,
    refusals: { 'ends-before-now': invalidArgument('The expected end must be in the future.') },
    example: { isOn: false, reason: 'The new release is in place.', until: null },
  }),
}
