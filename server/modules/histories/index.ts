export { bandsOfRules, changesOfRules } from './history-book.ts'
export { historyMergePart } from './history-merge-store.ts'
export { risksFor } from './history-plan.ts'
