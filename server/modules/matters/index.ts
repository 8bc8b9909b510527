export { saveSignedStatements, saveRecordedAnswers } from './matter-handlers.ts'
export { matterChainRecords } from './matter-proof.ts'
export { buildMattersView, answersAll, unansweredMatters, type MatterEntry } from './matter-rules.ts'
export {
  countUnanswered,
  listMatterEntries,
  listMatterEntriesOfConsents,
  mattersView,
} from './matter-store.ts'
export { findRequestedReminder } from './matter-store.ts'
