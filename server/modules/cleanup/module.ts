import type { OpenModule } from '../../module.ts'
import { cleanupHandlers } from './cleanup-handlers.ts'

/** People and practices that are no longer used. */
export const cleanup: OpenModule = (_core, { countPending }) => ({
  handlers: { cleanup: cleanupHandlers({ countPending }) },
})
