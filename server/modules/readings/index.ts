export { readingHandlers } from './reading-handlers.ts'
export { readingHolds, readingSummary, type ReadingRow } from './reading-rules.ts'
export { noteReading, readingsOf, readingsOfConsents } from './reading-store.ts'
