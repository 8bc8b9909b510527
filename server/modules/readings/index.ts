export { readingChainRecords } from './reading-proof.ts'
export { readingSummary, type ReadingRow } from './reading-rules.ts'
export { appendReadingEvent } from './reading-store.ts'
