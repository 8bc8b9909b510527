export { countDeliveries } from './outbox-store.ts'
