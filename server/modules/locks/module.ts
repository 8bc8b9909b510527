import type { OpenModule } from '../../module.ts'
import { lockHandlers } from './lock-handlers.ts'

/** Tries that are used up, and links that are locked. */
export const locks: OpenModule = ({ accounts }) => ({
  handlers: { locks: lockHandlers({ rateLimitKeysOf: (typed) => accounts.marksOf(typed) }) },
})
