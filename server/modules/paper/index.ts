export { openScan } from './paper-handlers.ts'
export { readScanPictures } from './paper-jobs.ts'
export { mayBeOnPaper, paperCode } from './paper-rules.ts'
export { findScanFile, scanName, scansOf, storedScans } from './paper-store.ts'
