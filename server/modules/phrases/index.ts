export { judgePhrases, suggestPhrases } from './phrase-gathering.ts'
