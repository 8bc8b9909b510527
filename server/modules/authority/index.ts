export type { DecisionRow } from './authority-decision-rules.ts'
export { authorityProof } from './authority-proof.ts'
export { awaitedCosigners, signingRightsOf } from './authority-store.ts'
