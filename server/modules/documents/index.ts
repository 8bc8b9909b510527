export { annotateLanguage } from './block-language.ts'
export { documentWorkspace } from './document-rendering.ts'
export type { ConsentDocument } from './document-rendering.ts'
export {
  destructionCertificateRenderer,
  type Certificate,
  type SealedCertificate,
} from './destruction-certificate.ts'
export { documentName } from './document-name.ts'
export { buildConsentDocument, consentTextOf } from './document-record.ts'
export { listDocuments, documentFileName, findVersionFileName, storedDocuments } from './document-store.ts'
export { findNamedConsent, findUnsealedConsents } from './document-store.ts'
export {
  loadSealingKey,
  listSealingCertificates,
  listSealingKeys,
  loadSecondKey,
  type InstallationKey,
} from './sealing-keys.ts'
export { processingDocumentRenderer, type ProcessingDocument } from './processing-document.ts'
export { inspectionReportRenderer, type InspectionReport, type SealedReport } from './inspection-report.ts'
export { renewalStateOf } from './document-renewal-rules.ts'
export { sweepRenewable } from './document-sweep.ts'
export { describeAlgorithms, listDueRenewals } from './seal-renewal-list.ts'
