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
import { signedEvent } from '../../platform/payments/stripe-client.ts'
import type { BillingGate } from './billing-gate.ts'
import { lookAt, type LookParts } from './billing-look.ts'
import { eventTypes, readEvent } from './billing-snapshot.ts'
import { clinicsToLookAt, keepEvent, newestEventAt } from './billing-event-store.ts'
import { clinicOfCustomer, endForgotten } from './billing-store.ts'

const lookQueue = 'billing.look'

/** Keeps an event of a practice of ours, once, and says that there is something to look at. */
async function takeEvent(
  { runPlatformJob, gate }: LookParts,
  event: Stripe.Event,
  isFetched: boolean,
): Promise<void> {
  const read = readEvent(event, gate.planOf)
  if (!read) return
  await runPlatformJob(async (scope) => {
    const clinicId = await clinicOfCustomer(scope, read.customerId)
    if (!clinicId) return
    const { id: eventId, type } = event
    const happenedAt = new Date(event.created * 1000)
    const isNews = await keepEvent(scope, { ...read, eventId, type, happenedAt, isFetched })
    if (isNews) scope.enqueue(lookQueue, { clinicId })
  })
}

const eventIn = (body: Buffer): Stripe.Event | null => {
  try {
    const said = JSON.parse(body.toString()) as Stripe.Event
    return said.object === 'event' && typeof said.id === 'string' ? said : null
  } catch {
    return null
  }
}

/** Stripe's own webhook: what it did not sign is not read. */
export const stripeWebhook = (parts: LookParts): HandledWebhook => ({
  route: billingWebhooks.stripe,
  async isGenuine({ body, header, now }) {
    const signature = header('stripe-signature')
    const secret = signature && (await parts.gate.webhookSecret())
    if (!secret) return false
    return signedEvent(body, { signature, secret, now, secondsMax: payment_event_seconds_max }) !== null
  },
  async handler(_scope, { body }) {
    const event = eventIn(body)
    if (!event) return refuse('unreadable')
    await takeEvent(parts, event, false)
    return { answer: { accepted: true } }
  },
})

/** The jobs of this module. */
export const billingJobs = (parts: LookParts) => ({
  [lookQueue]: ({ clinicId }: JobData) => lookAt(parts, clinicId!),
})

/** Events that never arrived: asked for over a few days each time, and further back where none came for longer. */
async function fetchMissed(parts: LookParts, stripe: Stripe, now: Date): Promise<void> {
  const newest = await parts.runPlatformJob(newestEventAt)
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
    await takeEvent(parts, event, true)
}

const forgotten_minutes = 10
const waiting_minutes = 5
const looked_days = 1

/**
 * Repairs what was missed: events that Stripe could not deliver, attempts that were cut off, and practices that nobody
 * looked at for a day.
 */
export async function reconcile(parts: LookParts & { gate: BillingGate; now: Date }): Promise<void> {
  const { gate, runPlatformJob, now } = parts
  const stripe = await gate.stripe()
  if (!stripe) return
  await fetchMissed(parts, stripe, now)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await runPlatformJob(async (scope) => {
    const cutOff = await endForgotten(scope, ago(forgotten_minutes * minute_ms))
    const times = { waitingSince: ago(waiting_minutes * minute_ms), lookedBefore: ago(looked_days * day_ms) }
    const others = await clinicsToLookAt(scope, times)
    for (const clinicId of new Set([...cutOff, ...others])) scope.enqueue(lookQueue, { clinicId })
  })
}
