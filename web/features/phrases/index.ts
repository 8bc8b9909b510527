export { offeredPhrases } from './offered-phrases.ts'
export { PhraseEditing } from './phrase-editing.tsx'
export { PhraseField, type OfferedPhrase } from './phrase-field.tsx'
