export { AdditionalFields } from './additional-fields.tsx'
export { readAdditional, type AdditionalSaid, type AskedBesides } from './additional-reading.ts'
export { consentStatusLook } from './consent-status.ts'
export { careDialogs } from './later-dialogs.ts'
