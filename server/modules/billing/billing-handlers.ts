import type { BillingParts } from './billing-attempt.ts'
import { pageHandlers } from './billing-page-handlers.ts'
import { planHandlers } from './billing-plan-handlers.ts'

/** The operations of `contract/billing.ts`. */
export const billingHandlers = (parts: BillingParts) => ({ ...pageHandlers(parts), ...planHandlers(parts) })
