export { countUnacceptedDocuments } from './platform-document-handlers.ts'
export { seedPlatformDocuments } from './platform-document-seeding.ts'
