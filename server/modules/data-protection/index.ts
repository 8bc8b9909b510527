export { breachHandlers } from './breach-handlers.ts'
export { dutyHandlers } from './duty-handlers.ts'
export { listSubProcessors } from './sub-processors.ts'
export { processingEndpoints } from './processing-handlers.ts'
