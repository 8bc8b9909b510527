export { needsConfirmation, wordingByOf, type WordingStatus } from './adoption-rules.ts'
export { findWordingStatuses } from './adoption-store.ts'
