export { clinicHandlers } from './clinic-handlers.ts'
export { clinicOf } from './clinic-store.ts'
