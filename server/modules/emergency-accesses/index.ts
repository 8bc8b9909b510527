export { emergencyAccessFiles, emergencyAccessHandlers } from './emergency-access-handlers.ts'
export { accessComposer, tellOfAccess } from './emergency-access-notice.ts'
export { makeEmergencyReader } from './emergency-access-opening.ts'
