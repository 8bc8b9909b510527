export { clinicHandlers } from './clinic-handlers.ts'
export { clinicOf, templatesNeedApproval, timeZoneOf } from './clinic-store.ts'
