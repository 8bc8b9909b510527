export { createFileGate, type FileGate } from './file-gate.ts'
export { openQuarantine, withQuarantine, type Quarantine } from './quarantine.ts'
export { countQuarantined, type ScannedFiles } from './file-scan-store.ts'
export { findScannerHealth, needsAttention } from './scanner-health.ts'
