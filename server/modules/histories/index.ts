export { historyHandlers } from './history-handlers.ts'
export { risksFor } from './history-plan.ts'
