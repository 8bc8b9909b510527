export { PatientHistoryPanel } from './patient-history-panel.tsx'
export { decide, decisionFaults, standingDecision, type RiskDecisions } from './risk-decisions.ts'
export { RiskReview } from './risk-review.tsx'
