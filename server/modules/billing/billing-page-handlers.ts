import type { Stripe } from 'stripe'
import { billing, type Invoice } from '../../../contract/billing.ts'
import { invoices_shown_max } from '../../../contract/limits.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { clinicContactOf, planFactsOf } from '../clinics/index.ts'
import { runAttempt, idempotencyOptions, type BillingDeps } from './billing-attempt.ts'
import { isLive } from './billing-rules.ts'
import { insertBillingAttempt, checkoutsSince, saveCustomerId, ownAccount } from './billing-store.ts'
import { billingOf, ownBillingNotices, priceFor } from './billing-view.ts'

const billingPath = '/clinic/billing'
/** Stripe takes a trial's end no nearer than this; a shorter rest of a trial is charged at once. */
const trial_remaining_ms_min = 2 * day_ms + hour_ms

const invoiceOf = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  at: new Date(invoice.created * 1000).toISOString(),
  status: (invoice.status ?? 'draft') as Invoice['status'],
  netPence: invoice.total_excluding_tax ?? invoice.total,
  totalPence: invoice.total,
  pageUrl: invoice.hosted_invoice_url ?? null,
  pdfUrl: invoice.invoice_pdf ?? null,
})

/** Who Stripe knows a practice as: made there once, whoever asks first. */
async function findOrCreateCustomer(
  { runPlatformJob }: BillingDeps,
  stripe: Stripe,
  {
    clinicId,
    known,
    name,
    email,
  }: { clinicId: string; known: string | undefined; name: string; email: string },
): Promise<string> {
  if (known) return known
  const createdCustomer = await stripe.customers.create(
    { name, ...(email ? { email } : {}), metadata: { clinicId } },
    { idempotencyKey: `candour-customer-${clinicId}` },
  )
  return runPlatformJob((scope) => saveCustomerId(scope, clinicId, createdCustomer.id))
}

/** Pages of Stripe that were opened before are closed, so that nobody pays on two. */
async function expireOlderSessions(
  stripe: Stripe,
  sessions: readonly { sessionId: string | null }[],
): Promise<void> {
  for (const { sessionId } of sessions) {
    const session = sessionId && (await stripe.checkout.sessions.retrieve(sessionId))
    if (session && session.status === 'open') await stripe.checkout.sessions.expire(session.id)
  }
}

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
  const { address, gate } = deps
  const account = await ownAccount(scope)
  const { name, email } = await clinicContactOf(scope)
  const { trialEndsAt } = await planFactsOf(scope)
  const older = await checkoutsSince(scope, new Date(now.getTime() - day_ms))
  const attemptId = await insertBillingAttempt(scope, 'checkout', plan)
  return new DeferredResponse<{ url: string }>(() =>
    runAttempt<{ url: string } | Refusal>(deps, { clinicId, attemptId }, async (stripe) => {
      // What a price is, Stripe says: what cannot be shown cannot be sold.
      if (!priceFor(await gate.prices(), plan)) return { answer: refuse(gate.whyNoPrice()) }
      const customer = await findOrCreateCustomer(deps, stripe, {
        clinicId,
        known: account?.customerId,
        name,
        email,
      })
      await expireOlderSessions(stripe, older)
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: clinicId,
          line_items: [{ price, quantity: 1 }],
          success_url: `${address}${billingPath}?paid=yes`,
          cancel_url: `${address}${billingPath}?paid=no`,
          billing_address_collection: 'required',
          customer_update: { name: 'auto', address: 'auto' },
          tax_id_collection: { enabled: true },
          automatic_tax: { enabled: gate.reckonsTax },
          subscription_data: { metadata: { clinicId }, ...trialEndFor(trialEndsAt, now) },
        },
        idempotencyOptions(attemptId, 'checkout'),
      )
      return { answer: { url: session.url! }, sessionId: session.id }
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
    if (!account) return { answer: [] }
    return {
      answer: new DeferredResponse(async () => {
        const stripe = await deps.gate.stripe()
        if (!stripe) return refuse('no-cards')
        const found = await stripe.invoices
          .list({ customer: account.customerId, limit: invoices_shown_max })
          .catch(() => null)
        return found ? found.data.map(invoiceOf) : refuse('payments-unanswered')
      }),
    }
  }),

  subscribe: handle(billing.subscribe, async (scope, { plan }) => {
    const account = await ownAccount(scope)
    if (isLive(account?.status ?? null)) return refuse('has-subscription')
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
    const answer = new DeferredResponse(() =>
      runAttempt(deps, { clinicId, attemptId }, async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create(
          { customer: account.customerId, return_url: `${deps.address}${billingPath}?from=portal` },
          idempotencyOptions(attemptId, 'portal'),
        )
        return { answer: { url } }
      }),
    )
    return { answer, subject: clinicId }
  }),
})
