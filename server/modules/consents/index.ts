export { attestationsOf, discussionsOf } from './consent-care-store.ts'
export type { ChainEvent } from './consent-chain.ts'
export { consentExports } from './consent-export.ts'
export { consentHandlers } from './consent-handlers.ts'
export { consentJobs, sweepExpired, sweepOutdated } from './consent-jobs.ts'
export { consentMergePart } from './consent-merge-store.ts'
export { recordIntact, signatureView } from './consent-proof.ts'
export { validityEnd } from './consent-rules.ts'
export {
  appendEvent,
  countPending,
  countersignatureOf,
  eventsOf,
  findConsent,
  holdConsent,
  lockConsent,
  lockUnproved,
  moveConsent,
  type ConsentRecord,
} from './consent-store.ts'
