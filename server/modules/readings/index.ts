export { readingProof } from './reading-proof.ts'
export { readingSummary, type ReadingRow } from './reading-rules.ts'
export { noteReading } from './reading-store.ts'
