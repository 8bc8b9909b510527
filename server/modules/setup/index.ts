export { setupHandlers } from './setup-handlers.ts'
