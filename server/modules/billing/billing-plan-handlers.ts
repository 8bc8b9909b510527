import { billing, type PlanPreview } from '../../../contract/billing.ts'
import { plan_preview_minutes } from '../../../contract/limits.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { minute_ms } from '../../platform/clock.ts'
import { LaterAnswer } from '../../platform/http/later-answer.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { stripeFault } from '../../platform/payments/stripe-client.ts'
import { isLarger } from '../clinics/index.ts'
import { carryOut, keyOf, type BillingParts } from './billing-attempt.ts'
import { enlarge, keepAsIs, previewOf, reduce, setVatNumber, subscribed } from './billing-calls.ts'
import { lookAt } from './billing-look.ts'
import { beginAttempt, ownAccount } from './billing-store.ts'
import { priceFor } from './billing-view.ts'

/** Looks at once what came of it; where Stripe does not answer, its event or the next round tells. */
async function lookAfter(parts: BillingParts, clinicId: string): Promise<void> {
  try {
    await lookAt(parts, clinicId)
  } catch (error) {
    stripeFault(error)
  }
}

const isFresh = (previewedAt: number | null, now: Date): boolean => {
  const age_ms = now.getTime() - (previewedAt ?? 0) * 1000
  return age_ms >= -minute_ms && age_ms <= plan_preview_minutes * minute_ms
}

/** Changing and ending what a practice subscribed to. */
export const planHandlers = (parts: BillingParts) => ({
  preview: handle(billing.preview, async (scope, { plan }) => {
    const account = subscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    if (account.plan === plan) return refuse('same-plan')
    const { gate } = parts
    const priceId = gate.priceId(plan)
    if (!priceId) return refuse('no-price')
    const { now } = scope
    return {
      answer: new LaterAnswer<PlanPreview>(async () => {
        const stripe = await gate.stripe()
        if (!stripe) return refuse('no-cards')
        const price = priceFor(await gate.prices(), plan)
        if (!price) return refuse(gate.whyNoPrice())
        try {
          return await previewOf(stripe, account, { price, priceId, now })
        } catch (error) {
          stripeFault(error)
          return refuse('payments-unanswered')
        }
      }),
    }
  }),

  change: handle(billing.change, async (scope, { plan, previewedAt }) => {
    const { clinicId, now } = scope
    const account = subscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    if (account.endsAt) return refuse('is-ending')
    const priceId = parts.gate.priceId(plan)
    if (!priceId) return refuse('no-price')
    const isImmediate = isLarger(plan, account.plan)
    if (isImmediate && !isFresh(previewedAt, now)) return refuse('preview-outdated')
    const attemptId = await beginAttempt(scope, 'change', plan)
    const answer = new LaterAnswer<{ plan: PlanName }>(async () => {
      const done = await carryOut<{ plan: PlanName } | Refusal>(
        parts,
        { clinicId, attemptId },
        async (stripe) => {
          const price = priceFor(await parts.gate.prices(), plan)
          if (!price) return { answer: refuse(parts.gate.whyNoPrice()) }
          const change = { attemptId, price: priceId, interval: price.every, at: previewedAt ?? 0 }
          if (plan === account.plan)
            await keepAsIs(stripe, await stripe.subscriptions.retrieve(account.subscriptionId), attemptId)
          else await (isImmediate ? enlarge : reduce)(stripe, account.subscriptionId, change)
          return { answer: { plan } }
        },
        { card: 'card-refused' },
      )
      if (!(done instanceof Refusal)) await lookAfter(parts, clinicId)
      return done
    })
    return { answer, subject: clinicId, details: { before: account.plan, after: plan } }
  }),

  setEnding: handle(billing.setEnding, async (scope, { ends }) => {
    const { clinicId } = scope
    const account = subscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    const attemptId = await beginAttempt(scope, 'ending')
    const answer = new LaterAnswer<{ ends: boolean }>(async () => {
      const done = await carryOut(parts, { clinicId, attemptId }, async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(account.subscriptionId)
        if (ends) await keepAsIs(stripe, subscription, attemptId)
        await stripe.subscriptions.update(
          account.subscriptionId,
          { cancel_at_period_end: ends },
          keyOf(attemptId, 'ending'),
        )
        return { answer: { ends } }
      })
      if (!(done instanceof Refusal)) await lookAfter(parts, clinicId)
      return done
    })
    return { answer, subject: clinicId, details: { ends, plan: account.plan } }
  }),

  changeVatNumber: handle(billing.changeVatNumber, async (scope, { vatNumber }) => {
    const { clinicId } = scope
    const account = await ownAccount(scope)
    if (!account) return refuse('no-subscription')
    const attemptId = await beginAttempt(scope, 'vat-number')
    const answer = new LaterAnswer<{ vatNumber: string }>(async () => {
      const done = await carryOut(
        parts,
        { clinicId, attemptId },
        async (stripe) => {
          await setVatNumber(stripe, account, { vatNumber, attemptId })
          return { answer: { vatNumber } }
        },
        { invalid: 'vat-number-refused' },
      )
      if (!(done instanceof Refusal)) await lookAfter(parts, clinicId)
      return done
    })
    return { answer, subject: clinicId }
  }),
})
