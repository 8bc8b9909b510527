export { PatientHistoryPanel } from './patient-history-panel.tsx'
export { decideFinding, validateDecisions, currentDecision, type RiskDecisions } from './risk-decisions.ts'
export { questionsToAskFirst, unaskedAcknowledgedId } from './risk-decisions.ts'
export { RiskReview } from './risk-review.tsx'
