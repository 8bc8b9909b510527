export { lockHandlers } from './lock-handlers.ts'
