export { areNamed, areTold, ofEach, type ChainProof, type ToldEvent } from './chain-proof.ts'
export { attestationsOf, discussionsOf, insertSignedAttestations } from './consent-care-store.ts'
export { isLinked, type ChainEvent } from './consent-chain.ts'
export { consentExports } from './consent-export.ts'
export { consentHandlers } from './consent-handlers.ts'
export { consentJobs, sweepExpired, sweepOutdated } from './consent-jobs.ts'
export { consentMergePart } from './consent-merge-store.ts'
export { cosignerSaid, recordIntact, signatureView } from './consent-proof.ts'
export { reassess } from './consent-reassessment.ts'
export { isOpenToSign, mayBeToldOf, reflectionEnd, validityEnd } from './consent-rules.ts'
export {
  appendEvent,
  changeConsent,
  countPending,
  countersignatureOf,
  eventsOf,
  findConsent,
} from './consent-store.ts'
export { holdConsent, lockConsent, lockUnproved, moveConsent, noteQuestions } from './consent-store.ts'
export { withdrawConsent, withdrawalsIn, withdrawnOf, withdrawnPlaces } from './consent-withdrawals.ts'
export { plannedPlaces, recordGivenOnPaper, recordStart, type ConsentRecord } from './consent-store.ts'
