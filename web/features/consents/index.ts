export { readPrice } from './care-form-reading.ts'
export { consentStatusLook } from './consent-status.ts'
export { careDialogs } from './later-dialogs.ts'
export { teethInBrief } from './tooth-words.ts'
