export { countDueRequests } from './data-request-handlers.ts'
export { ArchiveTooLarge, openArchive, type Archive } from './record-archive.ts'
export { gapsOf } from './destruction-gaps.ts'
export { nameOfCertificate, storedPacks } from './record-rules.ts'
