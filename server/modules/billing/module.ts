import type { OpenModule } from '../../module.ts'
import { billingJobs, reconcileBilling, stripeWebhook } from './billing-events.ts'
import { billingHandlers } from './billing-handlers.ts'
import { groupBillingHandlers } from './billing-group-handlers.ts'

/** What practices pay for their plans, each for itself or a group for those that agreed. */
export const billing: OpenModule = (core) => ({
  handlers: { billing: billingHandlers(core), groupBilling: groupBillingHandlers(core) },
  jobs: billingJobs(core),
  webhooks: [stripeWebhook(core)],
  sweeps: {
    'billing.payments': { seconds: 3600, run: () => reconcileBilling({ ...core, now: core.clock.now() }) },
  },
})
