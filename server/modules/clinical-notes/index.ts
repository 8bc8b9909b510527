export { openLanguageModel, type LanguageModelSettings } from './language-model.ts'
