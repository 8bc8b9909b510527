export { understandingProof } from './understanding-proof.ts'
export { isCheckDue, standingOfCheck } from './understanding-rules.ts'
export { checkPoints, checkView, type CheckEntry, type CheckPoints } from './understanding-rules.ts'
export { checkEntriesOf, checkEntriesOfConsents, vouchForCheck } from './understanding-store.ts'
