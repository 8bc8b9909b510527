import { billing, type PlanPreview } from '../../../contract/billing.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { classifyStripeError } from '../../platform/payments/stripe-client.ts'
import { isLarger } from '../clinics/index.ts'
import { runAttempt, idempotencyOptions, type BillingDeps } from './billing-attempt.ts'
import {
  upgradePlan,
  cancelScheduledChange,
  previewOf,
  scheduleDowngrade,
  setVatNumber,
  asSubscribed,
} from './billing-calls.ts'
import { isPreviewFresh } from './billing-rules.ts'
import { syncSubscription } from './billing-sync.ts'
import { insertBillingAttempt, ownAccount } from './billing-store.ts'
import { priceFor } from './billing-view.ts'

/** Looks at once what came of it; where Stripe does not answer, its event or the next round tells. */
async function trySync(deps: BillingDeps, clinicId: string): Promise<void> {
  try {
    await syncSubscription(deps, clinicId)
  } catch (error) {
    classifyStripeError(error)
  }
}

/** Changing and ending what a practice subscribed to. */
export const planHandlers = (deps: BillingDeps) => ({
  preview: handle(billing.preview, async (scope, { plan }) => {
    const account = asSubscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    if (account.plan === plan) return refuse('same-plan')
    const { gate } = deps
    const priceId = gate.priceId(plan)
    if (!priceId) return refuse('no-price')
    const { now } = scope
    return {
      answer: new DeferredResponse<PlanPreview>(async () => {
        const stripe = await gate.stripe()
        if (!stripe) return refuse('no-cards')
        const price = priceFor(await gate.prices(), plan)
        if (!price) return refuse(gate.whyNoPrice())
        try {
          return await previewOf(stripe, account, { price, priceId, now })
        } catch (error) {
          classifyStripeError(error)
          return refuse('payments-unanswered')
        }
      }),
    }
  }),

  change: handle(billing.change, async (scope, { plan, previewedAt }) => {
    const { clinicId, now } = scope
    const account = asSubscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    if (account.endsAt) return refuse('is-ending')
    const priceId = deps.gate.priceId(plan)
    if (!priceId) return refuse('no-price')
    const isImmediate = isLarger(plan, account.plan)
    if (isImmediate && !isPreviewFresh(previewedAt, now)) return refuse('preview-outdated')
    const attemptId = await insertBillingAttempt(scope, 'change', plan)
    const answer = new DeferredResponse<{ plan: PlanName }>(async () => {
      const done = await runAttempt<{ plan: PlanName } | Refusal>(
        deps,
        { clinicId, attemptId },
        async (stripe) => {
          const price = priceFor(await deps.gate.prices(), plan)
          if (!price) return { answer: refuse(deps.gate.whyNoPrice()) }
          const change = { attemptId, price: priceId, interval: price.every, at: previewedAt ?? 0 }
          if (plan === account.plan)
            await cancelScheduledChange(
              stripe,
              await stripe.subscriptions.retrieve(account.subscriptionId),
              attemptId,
            )
          else await (isImmediate ? upgradePlan : scheduleDowngrade)(stripe, account.subscriptionId, change)
          return { answer: { plan } }
        },
        { card: 'card-refused' },
      )
      if (!(done instanceof Refusal)) await trySync(deps, clinicId)
      return done
    })
    return { answer, subject: clinicId, details: { before: account.plan, after: plan } }
  }),

  setEnding: handle(billing.setEnding, async (scope, { ends }) => {
    const { clinicId } = scope
    const account = asSubscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    const attemptId = await insertBillingAttempt(scope, 'ending')
    const answer = new DeferredResponse<{ ends: boolean }>(async () => {
      const done = await runAttempt(deps, { clinicId, attemptId }, async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(account.subscriptionId)
        if (ends) await cancelScheduledChange(stripe, subscription, attemptId)
        await stripe.subscriptions.update(
          account.subscriptionId,
          { cancel_at_period_end: ends },
          idempotencyOptions(attemptId, 'ending'),
        )
        return { answer: { ends } }
      })
      if (!(done instanceof Refusal)) await trySync(deps, clinicId)
      return done
    })
    return { answer, subject: clinicId, details: { ends, plan: account.plan } }
  }),

  changeVatNumber: handle(billing.changeVatNumber, async (scope, { vatNumber }) => {
    const { clinicId } = scope
    const account = await ownAccount(scope)
    if (!account) return refuse('no-subscription')
    const attemptId = await insertBillingAttempt(scope, 'vat-number')
    const answer = new DeferredResponse<{ vatNumber: string }>(async () => {
      const done = await runAttempt(
        deps,
        { clinicId, attemptId },
        async (stripe) => {
          await setVatNumber(stripe, account, { vatNumber, attemptId })
          return { answer: { vatNumber } }
        },
        { invalid: 'vat-number-refused' },
      )
      if (!(done instanceof Refusal)) await trySync(deps, clinicId)
      return done
    })
    return { answer, subject: clinicId }
  }),
})
