export { keepSaid, matterHandlers } from './matter-handlers.ts'
export { keepMatterTasks } from './matter-jobs.ts'
export { mattersFrom, mattersHold, unanswered, type MatterEntry } from './matter-rules.ts'
export {
  countUnanswered,
  matterEntriesOf,
  matterEntriesOfConsents,
  reminderAskedFor,
} from './matter-store.ts'
