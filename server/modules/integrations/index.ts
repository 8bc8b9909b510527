export { consentNoteOf } from './consent-note-handlers.ts'
export { programAuthenticator } from './api-key-handlers.ts'
