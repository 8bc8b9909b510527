export { needsConfirmation, wordingByOf, type WordingStatus } from './adoption-rules.ts'
export { wordingStatusOf } from './adoption-store.ts'
