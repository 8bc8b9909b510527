import type { Stripe } from 'stripe'
import { billing, type Invoice } from '../../../contract/billing.ts'
import { invoices_shown_max } from '../../../contract/limits.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { LaterAnswer } from '../../platform/http/later-answer.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { clinicOf, planFactsOf } from '../clinics/index.ts'
import { carryOut, keyOf, type BillingParts } from './billing-attempt.ts'
import { isLive } from './billing-rules.ts'
import { beginAttempt, checkoutsSince, keepCustomer, ownAccount } from './billing-store.ts'
import { billingOf, noticesFor, priceFor } from './billing-view.ts'

const page = '/clinic/billing'
/** Stripe takes a trial's end no nearer than this; a shorter rest of a trial is charged at once. */
const trial_rest_ms_min = 2 * day_ms + hour_ms

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
async function customerOf(
  { runPlatformJob }: BillingParts,
  stripe: Stripe,
  {
    clinicId,
    known,
    name,
    email,
  }: { clinicId: string; known: string | undefined; name: string; email: string },
): Promise<string> {
  if (known) return known
  const made = await stripe.customers.create(
    { name, ...(email ? { email } : {}), metadata: { clinicId } },
    { idempotencyKey: `candour-customer-${clinicId}` },
  )
  return runPlatformJob((scope) => keepCustomer(scope, clinicId, made.id))
}

/** Pages of Stripe that were opened before are closed, so that nobody pays on two. */
async function closeOlder(stripe: Stripe, sessions: readonly { sessionId: string | null }[]): Promise<void> {
  for (const { sessionId } of sessions) {
    const session = sessionId && (await stripe.checkout.sessions.retrieve(sessionId))
    if (session && session.status === 'open') await stripe.checkout.sessions.expire(session.id)
  }
}

const beginsAfter = (trialEndsAt: Date | null, now: Date) =>
  trialEndsAt && trialEndsAt.getTime() - now.getTime() >= trial_rest_ms_min
    ? { trial_end: Math.floor(trialEndsAt.getTime() / 1000) }
    : {}

async function beginCheckout(
  parts: BillingParts,
  scope: ClinicScope,
  { plan, price }: { plan: PlanName; price: string },
) {
  const { clinicId, now } = scope
  const { address, gate } = parts
  const account = await ownAccount(scope)
  const { name, email } = await clinicOf(scope)
  const { trialEndsAt } = await planFactsOf(scope)
  const older = await checkoutsSince(scope, new Date(now.getTime() - day_ms))
  const attemptId = await beginAttempt(scope, 'checkout', plan)
  return new LaterAnswer<{ url: string }>(() =>
    carryOut<{ url: string } | Refusal>(parts, { clinicId, attemptId }, async (stripe) => {
      // What a price is, Stripe says: what cannot be shown cannot be sold.
      if (!priceFor(await gate.prices(), plan)) return { answer: refuse(gate.whyNoPrice()) }
      const customer = await customerOf(parts, stripe, { clinicId, known: account?.customerId, name, email })
      await closeOlder(stripe, older)
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: clinicId,
          line_items: [{ price, quantity: 1 }],
          success_url: `${address}${page}?paid=yes`,
          cancel_url: `${address}${page}?paid=no`,
          billing_address_collection: 'required',
          customer_update: { name: 'auto', address: 'auto' },
          tax_id_collection: { enabled: true },
          automatic_tax: { enabled: gate.reckonsTax },
          subscription_data: { metadata: { clinicId }, ...beginsAfter(trialEndsAt, now) },
        },
        keyOf(attemptId, 'checkout'),
      )
      return { answer: { url: session.url! }, sessionId: session.id }
    }),
  )
}

/** What a practice is shown of its plan and payments, and the pages of Stripe that it opens. */
export const pageHandlers = (parts: BillingParts) => ({
  get: handle(billing.get, async (scope) => {
    const shown = await billingOf(scope)
    const { gate } = parts
    return {
      answer: new LaterAnswer(async () => ({
        ...shown,
        takesCards: await gate.isOn(),
        prices: await gate.prices(),
      })),
    }
  }),

  notices: handle(billing.notices, async (scope) => ({ answer: await noticesFor(scope) })),

  invoices: handle(billing.invoices, async (scope) => {
    const account = await ownAccount(scope)
    if (!account) return { answer: [] }
    return {
      answer: new LaterAnswer(async () => {
        const stripe = await parts.gate.stripe()
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
    const price = parts.gate.priceId(plan)
    if (!price) return refuse('no-price')
    return {
      answer: await beginCheckout(parts, scope, { plan, price }),
      subject: scope.clinicId,
      details: { plan },
    }
  }),

  openPortal: handle(billing.openPortal, async (scope) => {
    const { clinicId } = scope
    const account = await ownAccount(scope)
    if (!account) return refuse('no-subscription')
    const attemptId = await beginAttempt(scope, 'portal')
    const answer = new LaterAnswer(() =>
      carryOut(parts, { clinicId, attemptId }, async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create(
          { customer: account.customerId, return_url: `${parts.address}${page}?from=portal` },
          keyOf(attemptId, 'portal'),
        )
        return { answer: { url } }
      }),
    )
    return { answer, subject: clinicId }
  }),
})
