export { evidenceBundleBuilder } from './evidence-reader.ts'
