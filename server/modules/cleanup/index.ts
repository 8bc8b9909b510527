export { cleanupHandlers } from './cleanup-handlers.ts'
