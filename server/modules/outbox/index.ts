export { outboxHandlers } from './outbox-handlers.ts'
export { countDeliveries } from './outbox-store.ts'
