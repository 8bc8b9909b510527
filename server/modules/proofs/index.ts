export {
  relatedRecordsIntact,
  evidenceRecords,
  readRelatedRecords,
  readRecordFingerprints,
  verifyRelatedRecords,
  describeRelatedEvent,
} from './proof-list.ts'
export type { RelatedRecords, RecordFingerprints } from './proof-list.ts'
