export { staffHandlers } from './staff-handlers.ts'
export { staffName } from './staff-rules.ts'
export { countStaff, findClinician, findStaff, recordLogin } from './staff-store.ts'
