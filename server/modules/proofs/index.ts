export {
  relatedRecordsIntact,
  evidenceRecords,
  readRelatedRecords,
  readRecordFingerprints,
  readVerifier,
  describeRelatedEvent,
} from './proof-list.ts'
export type { RelatedRecords, RecordFingerprints } from './proof-list.ts'
