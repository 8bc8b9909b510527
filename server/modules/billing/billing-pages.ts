import type { Stripe } from 'stripe'
import type { Invoice } from '../../../contract/billing.ts'
import { invoices_shown_max } from '../../../contract/limits.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { idempotencyOptions, runAttempt, type Attempt, type BillingDeps } from './billing-attempt.ts'
import { saveCustomerId, type BillingOwner } from './billing-store.ts'
import { saveGroupCustomerId } from './billing-group-store.ts'

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

/** The newest invoices of a customer, asked for once the transaction has ended. */
export const invoicesLater = ({ gate }: BillingDeps, customer: string) =>
  new DeferredResponse<Invoice[]>(async () => {
    const stripe = await gate.stripe()
    if (!stripe) return refuse('no-cards')
    const found = await stripe.invoices.list({ customer, limit: invoices_shown_max }).catch(() => null)
    return found ? found.data.map(invoiceOf) : refuse('payments-unanswered')
  })

/** Stripe's page for a customer's card, address and invoices, which leads back to `path`. */
export const portalLater = (
  deps: BillingDeps,
  attempt: Attempt,
  { customer, path }: { customer: string; path: string },
) =>
  new DeferredResponse<{ url: string }>(() =>
    runAttempt(deps, attempt, async (stripe) => {
      const { url } = await stripe.billingPortal.sessions.create(
        { customer, return_url: `${deps.address}${path}?from=portal` },
        idempotencyOptions(attempt.attemptId, 'portal'),
      )
      return { answer: { url } }
    }),
  )

type Payer = { owner: BillingOwner; known: string | undefined; name: string; email: string }

const idOf = (owner: BillingOwner): string => ('clinicId' in owner ? owner.clinicId : owner.groupId)

/**
 * Who Stripe knows a practice or a group as: made there once, whoever asks first. What is sent under that one key is the
 * same whoever asks; name and address follow.
 */
async function findOrCreateCustomer(
  { runPlatformJob }: BillingDeps,
  stripe: Stripe,
  { owner, known, name, email }: Payer,
): Promise<string> {
  if (known) return known
  const { id } = await stripe.customers.create(
    { metadata: owner },
    { idempotencyKey: `candour-customer-${idOf(owner)}` },
  )
  await stripe.customers.update(id, { name, ...(email ? { email } : {}) })
  return runPlatformJob((scope) =>
    'clinicId' in owner
      ? saveCustomerId(scope, owner.clinicId, id)
      : saveGroupCustomerId(scope, owner.groupId, id),
  )
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

type Checkout = {
  payer: Payer
  lines: { price: string; quantity: number }[]
  /** Pages that were opened before. */
  older: readonly { sessionId: string | null }[]
  /** Where people come back to. */
  path: string
  trial?: { trial_end?: number }
}

/** Opens a page of Stripe on which a customer begins to pay. */
export async function openCheckout(
  deps: BillingDeps,
  { stripe, attemptId }: { stripe: Stripe; attemptId: string },
  { payer, lines, older, path, trial = {} }: Checkout,
): Promise<{ answer: { url: string }; sessionId: string }> {
  const { address, gate } = deps
  const { owner } = payer
  const customer = await findOrCreateCustomer(deps, stripe, payer)
  await expireOlderSessions(stripe, older)
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: idOf(owner),
      line_items: lines,
      success_url: `${address}${path}?paid=yes`,
      cancel_url: `${address}${path}?paid=no`,
      billing_address_collection: 'required',
      customer_update: { name: 'auto', address: 'auto' },
      tax_id_collection: { enabled: true },
      automatic_tax: { enabled: gate.reckonsTax },
      subscription_data: { metadata: owner, ...trial },
    },
    idempotencyOptions(attemptId, 'checkout'),
  )
  return { answer: { url: session.url! }, sessionId: session.id }
}
