import type { OpenModule } from '../../module.ts'
import { revenueFileHandlers, revenueHandlers } from './revenue-handlers.ts'

/** What the platform earns. */
export const revenue: OpenModule = () => ({
  handlers: { revenue: revenueHandlers },
  files: revenueFileHandlers,
})
