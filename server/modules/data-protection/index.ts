export { breachHandlers } from './breach-handlers.ts'
export { dutyHandlers } from './duty-handlers.ts'
export { outsideServices } from './outside-services.ts'
export { processingEndpoints } from './processing-handlers.ts'
