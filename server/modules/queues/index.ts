export { queueHandlers } from './queue-handlers.ts'
