export { evidenceBundleBuilder } from './evidence-reader.ts'
export { listDueDigests, sweepDigestRenewals } from './evidence-renewal-jobs.ts'
