export { NewPhraseField } from './new-phrase-field.tsx'
