import type { OpenModule } from '../../module.ts'
import { capacityHandlers } from './capacity-handlers.ts'

/** Whether a patient can decide, and what was found. */
export const capacity: OpenModule = (_core, { signWithCapacityDecision }) => ({
  handlers: { capacity: capacityHandlers({ signWithCapacityDecision }) },
  events: ['capacity.changed'],
})
