export { chainIntact, type ChainEvent } from './consent-chain.ts'
export { consentHandlers } from './consent-handlers.ts'
export { expireConsent, sweepExpired } from './consent-jobs.ts'
export {
  appendEvent,
  countersignatureOf,
  eventsOf,
  findConsent,
  lockConsent,
  moveConsent,
  type ConsentRecord,
} from './consent-store.ts'
