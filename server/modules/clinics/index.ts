export { insertClinic, lockClinic, saveAccount, type ClinicFacts } from './clinic-account-store.ts'
export { gracesAfter, graceEnd, effectivePlan } from './clinic-plan-rules.ts'
export { isLarger, activeGraces, type PlanFacts } from './clinic-plan-rules.ts'
export { entitlements, applyPaidPlan, lockPlanFacts, planFactsOf } from './clinic-plan-store.ts'
export {
  brandOf,
  logoImageOf,
  scannedGroupLogos,
  scannedLogos,
  saveSettings,
  settingsOf,
  accessPolicyOf,
} from './clinic-settings-store.ts'
export {
  clinicContactOf,
  countClinics,
  jurisdictionOf,
  clinicStatusOf,
  secondFactorHolders,
  secondFactorOf,
  templatesNeedApproval,
  timeZoneOf,
  todayOf,
  type ClinicRecord,
} from './clinic-store.ts'
