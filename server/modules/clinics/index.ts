export { insertClinic, lockClinic, saveAccount, type ClinicFacts } from './clinic-account-store.ts'
export { gracesAfter, graceEnd, heldPlan } from './clinic-plan-rules.ts'
export { isLarger, runningGraces, type PlanFacts } from './clinic-plan-rules.ts'
export { entitlements, holdPlan, lockPlanFacts, planFactsOf } from './clinic-plan-store.ts'
export { brandOf, logoImageOf, saveSettings, settingsOf, wayInOf } from './clinic-settings-store.ts'
export {
  clinicOf,
  countClinics,
  lawOf,
  standingOf,
  templatesNeedApproval,
  timeZoneOf,
  type ClinicRecord,
} from './clinic-store.ts'
