export { readingProof } from './reading-proof.ts'
export { readingSummary, type ReadingRow } from './reading-rules.ts'
export { noteReading, readingsOf } from './reading-store.ts'
