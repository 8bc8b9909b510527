export { consentStatusLook } from './consent-status.ts'
export { careDialogs } from './later-dialogs.ts'
