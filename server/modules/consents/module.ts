import words from '../../../build/content/words.en.json' with { type: 'json' }
import { consentTransitions } from '../../../contract/consent-states.ts'
import type { OpenModule } from '../../module.ts'
import { consentExports } from './consent-export.ts'
import { consentHandlers } from './consent-handlers.ts'
import { consentJobs, sweepExpired, sweepOutdated } from './consent-jobs.ts'

/** Consents, from the plan to the record. */
export const consents: OpenModule = ({ runJob, runSweep, colleagueAttestations, demo }, injected) => ({
  handlers: {
    consents: consentHandlers({
      ...{ statements: Object.values(words.statements), colleagueAttestations },
      demoHistoryOf: demo.historyProgressOf,
      ...injected,
    }),
  },
  files: consentExports,
  jobs: consentJobs(runJob),
  events: [
    ...new Set(Object.values(consentTransitions).map(({ event }) => event)),
    ...['consent.changed', 'consent.confirmed', 'consent.reconfirm_needed', 'consent.treatments_withdrawn'],
  ],
  subscribes: {
    'consent.signed': ['consents.supersede'],
    'patient.history_changed': ['consents.reassess-patient'],
  },
  topics: { 'consent.changed': 'consents' },
  sweeps: {
    'consents.expired': { seconds: 60, run: () => sweepExpired(runSweep) },
    'consents.outdated': { seconds: 600, run: () => sweepOutdated(runSweep) },
  },
})
