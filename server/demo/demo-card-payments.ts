import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { billingWebhooks } from '../../contract/billing.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { PlanName } from '../../contract/plans.ts'

/** What the invented payments of the demo's year cost by the month, in pence. */
const monthlyPence: Partial<Record<PlanName, number>> = { starter: 5900, growth: 11_900 }
const priceIdOf = (plan: string): string => `price_demo_${plan}`
const customer = 'cus_demo'

type Subscribed = { plan: PlanName; status: 'active' | 'past_due'; created_s: number }

/** An account for payments that takes no money: the product asks it as it asks Stripe, while the year is run. */
export type DemoPayments = Awaited<ReturnType<typeof openDemoPayments>>

const priceObject = (plan: string) => ({
  ...{ id: priceIdOf(plan), object: 'price', active: true, currency: 'gbp', tax_behavior: 'exclusive' },
  unit_amount: monthlyPence[plan as PlanName] ?? null,
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
})

const subscriptionObject = ({ plan, status, created_s }: Subscribed) => ({
  ...{ id: 'sub_demo', object: 'subscription', customer, status, created: created_s, schedule: null },
  ...{ cancel_at_period_end: false, cancel_at: null, trial_end: null },
  items: { object: 'list', data: [{ id: 'si_demo', quantity: 1, price: priceObject(plan) }] },
})

const list = (data: readonly object[]) => ({ object: 'list', has_more: false, data })

/** The few calls that subscribing and looking at a subscription make. */
function answerTo(path: string, subscribed: Subscribed | null): object {
  const plan = /^\/v1\/prices\/price_demo_(.+)$/.exec(path)?.[1]
  if (plan) return priceObject(plan)
  if (path === '/v1/customers') return { id: customer, object: 'customer' }
  if (path === '/v1/subscriptions') return list(subscribed ? [subscriptionObject(subscribed)] : [])
  if (path.startsWith('/v1/checkout/sessions'))
    return { id: 'cs_demo', object: 'checkout.session', status: 'complete', url: 'https://pay.example/demo' }
  return list([])
}

/** Opens it on this machine alone, with keys of its own. */
export async function openDemoPayments() {
  const [secretKey, webhookSecret] = ['sk_test_demo', `whsec_${randomBytes(24).toString('hex')}`]
  let subscribed: Subscribed | null = null
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answerTo(request.url!.split('?')[0]!, subscribed)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Posts an event as Stripe does; posted twice, it is stored once. */
  async function post(
    http: App['http'],
    at_ms: number,
    id: string,
    type: string,
    object: object,
  ): Promise<void> {
    const created = Math.floor(at_ms / 1000)
    const payload = JSON.stringify({ id: `evt_demo_${id}`, object: 'event', type, created, data: { object } })
    const secret = webhookSecret
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { path } = billingWebhooks.stripe
    const answer = await http.inject({ method: 'POST', url: path, payload, headers })
    if (answer.statusCode !== 200) throw new Error(`An event of payments was answered ${answer.statusCode}`)
  }

  return {
    config: {
      billing: { off: false, secretKey, webhookSecret, api },
      planPrices: { starter: priceIdOf('starter'), growth: priceIdOf('growth') },
    } satisfies Partial<Config>,
    /** The subscription is another from that moment on. */
    async change(http: App['http'], at_ms: number, now: Omit<Subscribed, 'created_s'>): Promise<void> {
      const type = subscribed ? 'updated' : 'created'
      subscribed = { ...now, created_s: subscribed?.created_s ?? Math.floor(at_ms / 1000) }
      const id = `${type}_${at_ms}`
      await post(http, at_ms, id, `customer.subscription.${type}`, subscriptionObject(subscribed))
    },
    /** The invoice of a month is paid, or the card refuses it. */
    async invoice(http: App['http'], at_ms: number, month: number, outcome: 'paid' | 'payment_failed') {
      const total_excluding_tax = monthlyPence[subscribed!.plan]!
      const total = Math.round(total_excluding_tax * 1.2)
      const invoice = { id: `in_demo_${month}`, object: 'invoice', customer, total, total_excluding_tax }
      await post(http, at_ms, `${outcome}_${month}`, `invoice.${outcome}`, invoice)
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
