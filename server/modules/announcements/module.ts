import type { OpenModule } from '../../module.ts'
import { announcementHandlers } from './announcement-handlers.ts'

/** News from the platform to its practices. */
export const announcements: OpenModule = ({ database }) => ({
  handlers: { announcements: announcementHandlers({ database }) },
})
