import type { BillingDeps } from './billing-attempt.ts'
import { pageHandlers } from './billing-page-handlers.ts'
import { planHandlers } from './billing-plan-handlers.ts'

/** The operations of `contract/billing.ts`. */
export const billingHandlers = (deps: BillingDeps) => ({ ...pageHandlers(deps), ...planHandlers(deps) })
