export { historyHandlers } from './history-handlers.ts'
