export { createFileGate, type FileGate } from './file-gate.ts'
export { isQuarantineRefusal, openQuarantine, withQuarantine } from './quarantine.ts'
export { countQuarantined, type ScannedFiles } from './file-scan-store.ts'
export { findScannerHealth, needsAttention } from './scanner-health.ts'
