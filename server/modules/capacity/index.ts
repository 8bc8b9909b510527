export { capacityHandlers } from './capacity-handlers.ts'
export { capacityHolds, type CapacityDecision, type CapacityRecords } from './capacity-record.ts'
export { capacityOf, capacityOfConsents, capacityRefusal } from './capacity-store.ts'
