export { readScanFile } from './paper-handlers.ts'
export { readScanPictures } from './paper-jobs.ts'
export { documentCode } from './paper-rules.ts'
export { findScanFile, scanDownloadName, scansOf, storedScans } from './paper-store.ts'
