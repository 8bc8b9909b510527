export { attestationsOf, discussionsOf } from './consent-care-store.ts'
export type { ChainEvent } from './consent-chain.ts'
export { consentExports } from './consent-export.ts'
export { consentHandlers } from './consent-handlers.ts'
export { consentJobs, sweepExpired, sweepOutdated } from './consent-jobs.ts'
export { consentMergePart } from './consent-merge-store.ts'
export { recordIntact, signatureView } from './consent-proof.ts'
export { reassess } from './consent-reassessment.ts'
export { reflectionEnd, validityEnd } from './consent-rules.ts'
export { appendEvent, countPending, countersignatureOf, eventsOf, findConsent } from './consent-store.ts'
export {
  holdConsent,
  lockConsent,
  lockUnproved,
  moveConsent,
  plannedPlaces,
  recordStart,
} from './consent-store.ts'
export type { ConsentRecord } from './consent-store.ts'
