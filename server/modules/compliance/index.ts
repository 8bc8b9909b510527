export { scannedCertificates } from './training-store.ts'
export { nameOfInspectionPack } from './inspection-pack-store.ts'
