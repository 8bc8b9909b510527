export { savedMailer } from './saved-mailer.ts'
export { openSavedServices, stillUnset } from './saved-services.ts'
export { readAtStart } from './saved-start.ts'
