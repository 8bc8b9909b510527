export { paperHandlers, scanFileHandlers } from './paper-handlers.ts'
export { keepScans, readScanPictures } from './paper-jobs.ts'
export { mayBeOnPaper, paperCode } from './paper-rules.ts'
export { scansOf, storedScans } from './paper-store.ts'
