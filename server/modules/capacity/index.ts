export { capacityProof } from './capacity-proof.ts'
export type { CapacityDecision, CapacityRecords } from './capacity-record.ts'
export { capacityRefusal, newestAssessmentOf } from './capacity-store.ts'
