export { patientHomeHandlers } from './patient-home-handlers.ts'
export { sendHomeLinks } from './patient-home-jobs.ts'
export { homeComposer } from './patient-home-message.ts'
export { homeAuthenticator } from './patient-home-openers.ts'
