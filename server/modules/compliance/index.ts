export { scannedCertificates } from './training-store.ts'
export { nameOfInspectionPack } from './inspection-pack-store.ts'
export { policyWordings } from './compliance-checklist.ts'
export {
  groupPolicyTextOf,
  groupPolicyVersionsOf,
  insertGroupPolicyVersion,
  lockGroupPolicies,
  sharedPoliciesIn,
  withdrawGroupPolicy,
  type GroupPolicyVersion,
} from './policy-group-store.ts'
export { recountAllPending } from './compliance-counting.ts'
export { readPracticeEvidence, type PracticeEvidence } from './practice-evidence.ts'
export { dayText, figureText, spanText, stateLabels, targetText } from './inspection-pack-words.ts'
export { monthText } from './sample-audit-rules.ts'
