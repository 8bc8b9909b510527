import type { Stripe } from 'stripe'
import { billingWebhooks } from '../../../contract/billing.ts'
import {
  payment_event_days,
  payment_event_days_max,
  payment_event_seconds_max,
} from '../../../contract/limits.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { HandledWebhook } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { verifyWebhookEvent } from '../../platform/payments/stripe-client.ts'
import type { BillingGateway } from './billing-gateway.ts'
import { syncSubscription, type SyncDeps } from './billing-sync.ts'
import { eventTypes, readEvent } from './billing-snapshot.ts'
import { clinicsToSync, insertBillingEvent, newestEventAt } from './billing-event-store.ts'
import { failAbandonedAttempts, ownerOfCustomer } from './billing-store.ts'
import { adjustQueue, failAbandonedGroupAttempts, groupsToAdjust } from './billing-group-store.ts'
import { adjustGroupBill } from './billing-group-sync.ts'

const syncQueue = 'billing.look'

/** Keeps an event of a practice or a group of ours, once, and says that there is something to look at. */
async function receiveEvent(
  { runPlatformJob, gate }: SyncDeps,
  event: Stripe.Event,
  isFetched: boolean,
): Promise<void> {
  const read = readEvent(event, gate.planOf)
  if (!read) return
  await runPlatformJob(async (scope) => {
    const owner = await ownerOfCustomer(scope, read.customerId)
    if (!owner) return
    const { id: eventId, type } = event
    const happenedAt = new Date(event.created * 1000)
    const isNews = await insertBillingEvent(scope, { ...read, eventId, type, happenedAt, isFetched })
    if (isNews) scope.enqueue('clinicId' in owner ? syncQueue : adjustQueue, owner)
  })
}

const parseEvent = (body: Buffer): Stripe.Event | null => {
  try {
    const parsed = JSON.parse(body.toString()) as Stripe.Event
    return parsed.object === 'event' && typeof parsed.id === 'string' ? parsed : null
  } catch {
    return null
  }
}

/** Stripe's own webhook: what it did not sign is not read. */
export const stripeWebhook = (deps: SyncDeps): HandledWebhook => ({
  route: billingWebhooks.stripe,
  async isSignatureValid({ body, header, now }) {
    const signature = header('stripe-signature')
    const secret = signature && (await deps.gate.webhookSecret())
    if (!secret) return false
    return (
      verifyWebhookEvent(body, { signature, secret, now, secondsMax: payment_event_seconds_max }) !== null
    )
  },
  async handler(_scope, { body }) {
    const event = parseEvent(body)
    if (!event) return refuse('unreadable')
    await receiveEvent(deps, event, false)
    return { answer: { accepted: true } }
  },
})

/** The jobs of this module. */
export const billingJobs = (deps: SyncDeps) => ({
  [syncQueue]: ({ clinicId }: JobData) => syncSubscription(deps, clinicId!),
  [adjustQueue]: ({ groupId = '' }: JobData) => adjustGroupBill(deps, groupId),
})

/** Events that never arrived: asked for over a few days each time, and further back where none came for longer. */
async function fetchMissedEvents(deps: SyncDeps, stripe: Stripe, now: Date): Promise<void> {
  const newest = await deps.runPlatformJob(newestEventAt)
  const days = (count: number) => new Date(now.getTime() - count * day_ms)
  const usual = days(payment_event_days)
  const since =
    newest && newest > days(payment_event_days_max)
      ? newest < usual
        ? newest
        : usual
      : days(payment_event_days_max)
  for await (const event of stripe.events.list({
    created: { gte: Math.floor(since.getTime() / 1000) },
    types: [...eventTypes],
    limit: 100,
  }))
    await receiveEvent(deps, event, true)
}

const attempt_timeout_minutes = 10
const event_timeout_minutes = 5
const sync_interval_days = 1

/**
 * Repairs what was missed: events that Stripe could not deliver, attempts that were cut off, and practices and groups that
 * nobody looked at for a day.
 */
export async function reconcileBilling(deps: SyncDeps & { gate: BillingGateway; now: Date }): Promise<void> {
  const { gate, runPlatformJob, now } = deps
  const stripe = await gate.stripe()
  if (!stripe) return
  await fetchMissedEvents(deps, stripe, now)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await runPlatformJob(async (scope) => {
    const abandonedBefore = ago(attempt_timeout_minutes * minute_ms)
    const cutOff = await failAbandonedAttempts(scope, abandonedBefore)
    const groupsCutOff = await failAbandonedGroupAttempts(scope, abandonedBefore)
    const times = {
      waitingSince: ago(event_timeout_minutes * minute_ms),
      lookedBefore: ago(sync_interval_days * day_ms),
    }
    const others = await clinicsToSync(scope, times)
    for (const clinicId of new Set([...cutOff, ...others])) scope.enqueue(syncQueue, { clinicId })
    const otherGroups = await groupsToAdjust(scope, times)
    for (const groupId of new Set([...groupsCutOff, ...otherGroups])) scope.enqueue(adjustQueue, { groupId })
  })
}
