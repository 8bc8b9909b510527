export { announcementHandlers } from './announcement-handlers.ts'
