export { openScan, paperHandlers, scanFileHandlers } from './paper-handlers.ts'
export { keepScans, readScanPictures } from './paper-jobs.ts'
export { mayBeOnPaper, paperCode } from './paper-rules.ts'
export { findScanFile, scanName, scansOf, storedScans } from './paper-store.ts'
