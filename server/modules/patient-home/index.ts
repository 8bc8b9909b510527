export { patientHomeHandlers } from './patient-home-handlers.ts'
export { answerHomeRequest } from './patient-home-jobs.ts'
export { homeComposer } from './patient-home-message.ts'
export { homeOpener } from './patient-home-openers.ts'
