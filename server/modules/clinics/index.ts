export { clinicHandlers } from './clinic-handlers.ts'
export { clinicOf, timeZoneOf } from './clinic-store.ts'
