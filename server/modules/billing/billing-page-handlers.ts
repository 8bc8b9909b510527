import { billing } from '../../../contract/billing.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { clinicContactOf, planFactsOf } from '../clinics/index.ts'
import { runAttempt, type BillingDeps } from './billing-attempt.ts'
import { invoicesLater, openCheckout, portalLater } from './billing-pages.ts'
import { isLive } from './billing-rules.ts'
import { insertBillingAttempt, checkoutsSince, ownAccount } from './billing-store.ts'
import { billingOf, ownBillingNotices, priceFor } from './billing-view.ts'
import { ownGroupPayment } from './billing-group-store.ts'

const path = '/clinic/billing'
/** Stripe takes a trial's end no nearer than this; a shorter rest of a trial is charged at once. */
const trial_remaining_ms_min = 2 * day_ms + hour_ms

const trialEndFor = (trialEndsAt: Date | null, now: Date) =>
  trialEndsAt && trialEndsAt.getTime() - now.getTime() >= trial_remaining_ms_min
    ? { trial_end: Math.floor(trialEndsAt.getTime() / 1000) }
    : {}

async function createCheckoutSession(
  deps: BillingDeps,
  scope: ClinicScope,
  { plan, price }: { plan: PlanName; price: string },
) {
  const { clinicId, now } = scope
  const { gate } = deps
  const account = await ownAccount(scope)
  const contact = await clinicContactOf(scope)
  const { trialEndsAt } = await planFactsOf(scope)
  const older = await checkoutsSince(scope, new Date(now.getTime() - day_ms))
  const attemptId = await insertBillingAttempt(scope, 'checkout', plan)
  const payer = {
    ...{ owner: { clinicId }, known: account?.customerId },
    ...{ name: contact.name, email: contact.email },
  }
  return new DeferredResponse<{ url: string }>(() =>
    runAttempt<{ url: string } | Refusal>(deps, { clinicId, attemptId }, async (stripe) => {
      // What a price is, Stripe says: what cannot be shown cannot be sold.
      if (!priceFor(await gate.prices(), plan)) return { answer: refuse(gate.whyNoPrice()) }
      return openCheckout(
        deps,
        { stripe, attemptId },
        { payer, lines: [{ price, quantity: 1 }], older, path, trial: trialEndFor(trialEndsAt, now) },
      )
    }),
  )
}

/** What a practice is shown of its plan and payments, and the pages of Stripe that it opens. */
export const pageHandlers = (deps: BillingDeps) => ({
  get: handle(billing.get, async (scope) => {
    const shown = await billingOf(scope)
    const { gate } = deps
    return {
      answer: new DeferredResponse(async () => ({
        ...shown,
        takesCards: await gate.isOn(),
        prices: await gate.prices(),
      })),
    }
  }),

  notices: handle(billing.notices, async (scope) => ({ answer: await ownBillingNotices(scope) })),

  invoices: handle(billing.invoices, async (scope) => {
    const account = await ownAccount(scope)
    return { answer: account ? invoicesLater(deps, account.customerId) : [] }
  }),

  subscribe: handle(billing.subscribe, async (scope, { plan }) => {
    const account = await ownAccount(scope)
    if (isLive(account?.status ?? null)) return refuse('has-subscription')
    if (await ownGroupPayment(scope)) return refuse('group-pays')
    const price = deps.gate.priceId(plan)
    if (!price) return refuse('no-price')
    return {
      answer: await createCheckoutSession(deps, scope, { plan, price }),
      subject: scope.clinicId,
      details: { plan },
    }
  }),

  openPortal: handle(billing.openPortal, async (scope) => {
    const { clinicId } = scope
    const account = await ownAccount(scope)
    if (!account) return refuse('no-subscription')
    const attemptId = await insertBillingAttempt(scope, 'portal')
    const answer = portalLater(deps, { clinicId, attemptId }, { customer: account.customerId, path })
    return { answer, subject: clinicId }
  }),
})
