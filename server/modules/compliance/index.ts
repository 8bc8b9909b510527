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
