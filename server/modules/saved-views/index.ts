export { savedViewHandlers } from './saved-view-handlers.ts'
