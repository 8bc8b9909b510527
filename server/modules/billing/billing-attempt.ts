import type { Stripe } from 'stripe'
import { classifyStripeError } from '../../platform/payments/stripe-client.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { BillingGateway } from './billing-gateway.ts'
import { finishAttempt, type AttemptResult, type BillingOwner } from './billing-store.ts'
import { finishGroupAttempt } from './billing-group-store.ts'

export type BillingDeps = {
  gate: BillingGateway
  runJob: RunJob
  runPlatformJob: RunPlatformJob
  /** Where people come back to from a page of Stripe. */
  address: string
}

/** Each attempt has a key of its own, and each call of it a name: what is sent again is done once. */
export const idempotencyOptions = (attemptId: string, call: string) => ({
  idempotencyKey: `candour-${attemptId}-${call}`,
})

export type Attempt = BillingOwner & { attemptId: string }
type CallResult<T> = { answer: T; sessionId?: string }

/**
 * Asks Stripe what was written down before, and writes down what came of it. `reasons` say what it means to the caller
 * that Stripe refused the card, or what was entered.
 */
export async function runAttempt<T>(
  { gate, runJob, runPlatformJob }: BillingDeps,
  attempt: Attempt,
  call: (stripe: Stripe) => Promise<CallResult<T>>,
  reasons: Partial<Record<'card' | 'invalid', string>> = {},
): Promise<T | Refusal> {
  const { attemptId } = attempt
  const finish = (ending: AttemptResult) =>
    'clinicId' in attempt
      ? runJob(attempt.clinicId, (scope) => finishAttempt(scope, attemptId, ending))
      : runPlatformJob((scope) => finishGroupAttempt(scope, attemptId, ending))
  const stripe = await gate.stripe()
  if (!stripe) return refuse('no-cards')
  try {
    const { answer, sessionId } = await call(stripe)
    await finish({ state: 'done', ...(sessionId ? { sessionId } : {}) })
    return answer
  } catch (error) {
    const { kind, code } = classifyStripeError(error)
    await finish({ state: 'failed', failure: code })
    return refuse((kind === 'other' ? undefined : reasons[kind]) ?? 'payments-unanswered')
  }
}
