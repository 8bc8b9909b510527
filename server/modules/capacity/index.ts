export { capacityChainRecords } from './capacity-chain-records.ts'
export type { CapacityDecision, CapacityRecords } from './capacity-record.ts'
export { capacityRefusal, newestAssessmentOf } from './capacity-store.ts'
