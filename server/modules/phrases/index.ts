export { suggestPhrases } from './phrase-gathering.ts'
