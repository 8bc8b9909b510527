export { readingChainRecords } from './reading-proof.ts'
export { readingSummary, type ReadingRow } from './reading-rules.ts'
export { appendReadingEvent, readingsOf } from './reading-store.ts'
