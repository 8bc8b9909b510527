export { foreignRecordMerge } from './foreign-record-merge.ts'
export { findForeignRecords, storedForeignRecords } from './foreign-record-store.ts'
