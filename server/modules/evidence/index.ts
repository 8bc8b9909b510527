export { evidenceFileHandlers, evidenceHandlers } from './evidence-handlers.ts'
export { makeDigest, sweepDigests } from './evidence-jobs.ts'
export { bundleMaker } from './evidence-making.ts'
