export { askOf, listBandChanges, listRuleChanges } from './history-rule-book.ts'
export { historyMerge } from './history-merge-store.ts'
export { findRisksOfPlan, type PlanBeingRead } from './history-plan.ts'
