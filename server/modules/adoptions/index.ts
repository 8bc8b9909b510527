export { needsConfirmation, wordingByOf, type WordingStanding } from './adoption-rules.ts'
export { standingOfVersion } from './adoption-store.ts'
