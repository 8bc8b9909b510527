export { emergencyAccessFiles, emergencyAccessHandlers } from './emergency-access-handlers.ts'
export { emergencyAccessComposer, notifyOfAccess } from './emergency-access-notice.ts'
export { createEmergencyReader } from './emergency-access-reader.ts'
