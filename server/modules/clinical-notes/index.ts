export { createLanguageModel, type LanguageModelSettings } from './language-model.ts'
