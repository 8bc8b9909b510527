import type { App } from '../app.ts'
import { contract } from '../../contract/index.ts'
import type { PlanName } from '../../contract/plans.ts'
import type { PeerEvent } from './mock-stripe-state.ts'
import { openMockStripe } from './mock-stripe.ts'
import { createTestCaller } from './test-caller.ts'
import type { TestClinic } from './test-clinic.ts'
import type { TestApp } from './test-app.ts'

const secretKey = 'sk_test_candour'
const webhookSecret = 'whsec_candour_test'

/** What the plans cost at the peer, in pence a month; enterprise has no price. */
export const testPrices = { starter: 2900, growth: 7900, 'growth-pro': 19_900 } as const

/** An instance of the product that takes payments by card, of a peer in Stripe's place. */
export async function openPayments(testApp: TestApp) {
  const prices = Object.fromEntries(
    Object.entries(testPrices).map(([plan, pence]) => [`price_${plan}`, pence]),
  )
  const peer = await openMockStripe(secretKey, { start: testApp.clock.now(), prices })
  const planPrices = Object.fromEntries(Object.keys(testPrices).map((plan) => [plan, `price_${plan}`]))
  const billing = { off: false, secretKey, webhookSecret, api: peer.api } as const
  const app: App = await testApp.openSecondInstance({ billing, planPrices })
  const { books } = peer

  /** Posts an event as Stripe would; answers the status. */
  async function post(event: PeerEvent | string, { by = webhookSecret, at = testApp.clock.now() } = {}) {
    const { payload, signature } = peer.post(event, by, at)
    const { status } = await createTestCaller(app.http).send({
      method: 'POST',
      url: '/api/provider/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    return status
  }

  const customerOf = (clinicId: string): string =>
    [...books.subscriptions.values()].find(({ metadata }) => metadata.clinicId === clinicId)!.customer

  return {
    ...{ app, peer, books, post, customerOf, billing, planPrices },
    /** The same person at this instance. */
    as: (person: { cookie: string }) => createTestCaller(app.http, person.cookie),
    /** What a practice subscribed to last. */
    subscriptionOf: (clinicId: string) =>
      [...books.subscriptions.values()].findLast(({ metadata }) => metadata.clinicId === clinicId)!,
    eventsOf: (clinicId: string) => {
      const customer = customerOf(clinicId)
      return books.events.filter(({ data }) => data.object.customer === customer)
    },
    /** Events that were made since so many, posted in order. */
    async postSince(count: number) {
      for (const event of books.events.slice(count)) await post(event)
      await app.jobs.drain()
    },
    /** The owner of a practice begins to pay for a plan, and it is told. */
    async subscribe(clinic: TestClinic, plan: PlanName) {
      const owner = createTestCaller(app.http, clinic.staff.owner.cookie)
      const { url } = await owner.callOk(contract.billing.subscribe, { plan })
      const before = books.events.length
      peer.complete(url.split('/').at(-1)!)
      for (const event of books.events.slice(before)) await post(event)
      await app.jobs.drain()
    },
    /** Moves both clocks; the peer's events wait to be posted. */
    advance(days: number) {
      testApp.clock.advance(days * 86_400_000)
      books.advanceTo(testApp.clock.now())
    },
    async close() {
      await app.close()
      await peer.close()
    },
  }
}

export type TestPayments = Awaited<ReturnType<typeof openPayments>>
