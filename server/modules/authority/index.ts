export { decisionsHold, type DecisionRow } from './authority-decision-rules.ts'
export { authorityHandlers } from './authority-handlers.ts'
export { awaitedCosigners, decisionsOf, signingRightsOf } from './authority-store.ts'
