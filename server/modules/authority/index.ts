export type { DecisionRow } from './authority-decision-rules.ts'
export { authorityChainRecords } from './authority-chain-records.ts'
export { awaitedCosigners, findSigningRights } from './authority-store.ts'
