export { eventsNameRows, rowsMatchEvents, groupByConsent } from './chain-records.ts'
export { type ChainRecords, type RecordedEvent } from './chain-records.ts'
export { actionRules, isExpired } from './consent-action-rules.ts'
export { attestationsOf, discussionsOf } from './consent-care-store.ts'
export { signedAttestationsInsert, type SignedAttestation } from './consent-care-store.ts'
export { isLinked, type ChainEvent } from './consent-chain.ts'
export { verifyChainsAfter } from './consent-chain-verification.ts'
export { consentMerge } from './consent-merge-store.ts'
export { addendaOf } from './consent-addendum-store.ts'
export { cosignerDetails, isRecordIntact, signatureView, type ConsentEvidence } from './consent-integrity.ts'
export { reassessChanges } from './consent-reassessment.ts'
export { isSignable, acceptsConversations, reflectionEnd, validityEnd } from './consent-rules.ts'
export { appendEvent, changeConsent, countPending, countersignatureOf, eventsOf } from './consent-store.ts'
export { findConsent, lockConsentForRead, lockConsent, lockedEventsOf } from './consent-store.ts'
export {
  findPlannedPositions,
  lockUnauthenticated,
  readLastEvent,
  recordPaperCopyGiven,
  recordTreatmentStart,
  setUnansweredSince,
  transitionConsent,
  undoTreatmentStart,
  type ConsentRecord,
} from './consent-store.ts'
export { discardDraft } from './consent-discarding.ts'
export { draftGapsOf, type DraftGap } from './consent-draft-gaps.ts'
export { findDrafts } from './consent-draft-store.ts'
export { createDraft } from './consent-drafting.ts'
export { reviewHealth, risksToDisclose } from './consent-health.ts'
export { usualDetailsOf } from './consent-usual-details.ts'
export { addendumView, frozenView, summaryOf, type RecordDeps } from './consent-view.ts'
export { findConsentSummaries, findMatchingConsents } from './consent-list-store.ts'
export { findSentTreatments, type SentTreatment } from './consent-phrase-store.ts'
export { describeEvent } from './consent-event-words.ts'
export { needsNewConsent } from './plan-changes.ts'
export { signedNameIn, signedNamesOf } from './signed-names.ts'
export { withdrawConsent, withdrawalsIn, withdrawalsOf, withdrawnPositionsOf } from './consent-withdrawals.ts'
