export { supporterProof } from './supporter-proof.ts'
export type { SupporterRecord } from './supporter-store.ts'
