import type { OpenModule } from '../../module.ts'
import { readingHandlers } from './reading-handlers.ts'

/** How long each part of a consent was read. */
export const readings: OpenModule = (_core, { firstProvedAt }) => ({
  handlers: { readings: readingHandlers({ provedAt: firstProvedAt }) },
})
