import { Stripe } from 'stripe'
import type { StripeSettings } from './stripe-account.ts'

const answer_ms_max = 10_000

/** Speaks to Stripe, at the address that is configured. What is tried again carries the same idempotency key. */
export function openStripe({ secretKey, api }: StripeSettings): Stripe {
  const { hostname, port, protocol } = new URL(api)
  const isSecure = protocol === 'https:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
    protocol: isSecure ? 'https' : 'http',
    timeout: answer_ms_max,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** What was posted, if Stripe signed it with the secret not long ago. */
export function verifyWebhookEvent(
  body: Buffer,
  {
    signature,
    secret,
    now,
    secondsMax,
  }: { signature: string; secret: string; now: Date; secondsMax: number },
): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, secondsMax, undefined, now.getTime())
  } catch {
    return null
  }
}

/** Why Stripe did not do what it was asked: the card, what was entered, or anything else. Its words are not repeated. */
export function classifyStripeError(error: unknown): { kind: 'card' | 'invalid' | 'other'; code: string } {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const code = error.code ?? error.type
  if (error instanceof Stripe.errors.StripeCardError) return { kind: 'card', code }
  return { kind: error instanceof Stripe.errors.StripeInvalidRequestError ? 'invalid' : 'other', code }
}
