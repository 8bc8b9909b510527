export { supporterChainRecords } from './supporter-chain-records.ts'
export type { SupporterRecord } from './supporter-store.ts'
