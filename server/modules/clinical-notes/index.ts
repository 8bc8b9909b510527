export { clinicalNoteHandlers } from './clinical-note-handlers.ts'
export { openLanguageModel, type LanguageModelSettings } from './language-model.ts'
