export { listBandChanges, listRuleChanges } from './history-rule-book.ts'
export { historyMergePart } from './history-merge-store.ts'
export { findPatientRisks } from './history-plan.ts'
