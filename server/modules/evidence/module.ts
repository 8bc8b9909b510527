import type { OpenModule } from '../../module.ts'
import { evidenceFileHandlers, evidenceHandlers } from './evidence-handlers.ts'
import { renewDigests, sweepDigestRenewals } from './evidence-renewal-jobs.ts'
import { createDigest, sweepDigests } from './evidence-jobs.ts'

/** What proves a consent to somebody who does not trust us. */
export const evidence: OpenModule = (core) => ({
  handlers: { evidence: evidenceHandlers(core) },
  files: evidenceFileHandlers(core),
  jobs: {
    'evidence.digest': (data) => createDigest(core, data),
    'evidence.renew-digests': (data) => renewDigests(core, data),
  },
  sweeps: {
    'evidence.digests': { seconds: 1800, run: () => sweepDigests(core.runSweep) },
    'evidence.renewals': { seconds: 86_400, run: () => sweepDigestRenewals(core.runSweep) },
  },
})
