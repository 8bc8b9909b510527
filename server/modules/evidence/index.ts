export { evidenceFileHandlers, evidenceHandlers } from './evidence-handlers.ts'
export { makeDigest, sweepDigests } from './evidence-jobs.ts'
