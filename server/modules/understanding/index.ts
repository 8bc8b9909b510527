export { understandingChainRecords } from './understanding-chain-records.ts'
export { isCheckRequired, checkStatusOf } from './understanding-rules.ts'
export { checkPoints, checkView, type CheckEntry, type CheckPoints } from './understanding-rules.ts'
export {
  listCheckEntries,
  listCheckEntriesOfConsents,
  anchorUnderstandingCheck,
} from './understanding-store.ts'
