export { hasReadableKeys, openCellKeys, openDataKeys } from './data-key-store.ts'
export { destroyDataKeys, startNewDataKey, OffboardingError } from './data-key-changes.ts'
export { listReferencedFiles, type ReferencedFile } from './referenced-files.ts'
