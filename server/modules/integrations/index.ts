export { consentNoteOf } from './consent-note-handlers.ts'
