import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import type { PlanName } from '../../contract/plans.ts'
import type { openMockStripe } from '../../server/testing/mock-stripe.ts'
import { UnavailableError, ResponseError } from './fetch-caller.ts'
import type { InvariantReport } from './invariants.ts'
import type { Practice } from './signed-consents.ts'

type Peer = Awaited<ReturnType<typeof openMockStripe>>
type CardPaymentDeps = { stripe: Peer; webhookSecret: string; address: string }

const pause_ms = 700
/** Of what goes wrong, so much is told at once. */
const reported_failures_max = 5
/** Larger ones hold at once and are charged; a smaller one waits for the end of the period, or takes that back. */
const plans: PlanName[] = ['growth-pro', 'growth']
const reconciliation_ms_max = 240_000

/**
 * A practice that begins to pay by card and changes its plan again and again, while Stripe posts what happens, each
 * event twice and in any order, until it was taken.
 */
export function cardPayments(practice: Practice, { stripe, webhookSecret, address }: CardPaymentDeps) {
  const { staff } = practice
  const { books } = stripe
  const counts = { changes: 0, unanswered: 0, eventsTaken: 0 }
  const wrong: string[] = []
  const taken = new Set<string>()
  let isEnding = false
  const noteWrong = (what: string) => {
    if (wrong.push(what) <= reported_failures_max) console.error(what)
  }

  async function patiently(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof ResponseError && error.reason === 'payments-unanswered') counts.unanswered++
      else if (error instanceof ResponseError && error.reason === 'requires-recent-login')
        await practice.signIn()
      // What was unanswered may have been done after all.
      else if (
        error instanceof ResponseError &&
        ['same-plan', 'has-subscription', 'preview-outdated', 'rate-limited'].includes(error.reason)
      )
        await sleep(pause_ms)
      else if (!(error instanceof UnavailableError)) noteWrong((error as Error).message)
    }
  }

  async function postAll(): Promise<void> {
    const waiting = books.events.filter(({ id }) => !taken.has(id))
    for (const event of [...waiting, ...waiting].toSorted(() => Math.random() - 0.5)) {
      const { payload, signature } = stripe.post(event, webhookSecret, new Date())
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await fetch(`${address}/api/provider/stripe`, { method: 'POST', headers, body: payload })
      await answer.arrayBuffer()
      if (answer.ok) taken.add(event.id)
      else if (answer.status !== 503) noteWrong(`an event of Stripe was answered ${answer.status}`)
    }
    counts.eventsTaken = taken.size
  }

  async function work(): Promise<void> {
    let isPaying = false
    for (let turn = 0; !isEnding; turn++) {
      await patiently(async () => {
        if (!isPaying) {
          const { url } = await staff.call(contract.billing.subscribe, { plan: 'growth' })
          stripe.complete(url.split('/').at(-1)!)
          isPaying = true
          return
        }
        const plan = plans[turn % plans.length]!
        const { previewedAt } = await staff.call(contract.billing.preview, { plan })
        await staff.call(contract.billing.change, { plan, previewedAt })
        counts.changes++
      })
      await postAll()
      await sleep(pause_ms)
    }
    await postAll()
  }
  const working = work()

  return {
    ...{ counts, wrong },
    async stop() {
      isEnding = true
      await working
    },
    /** What the practice is told has to be what Stripe has, charged once for each larger plan. */
    async examine({ checked, amiss }: InvariantReport): Promise<void> {
      const own = [...books.subscriptions.values()]
      const check = (invariant: string, holds: boolean, what: string) => {
        checked[invariant] = (checked[invariant] ?? 0) + 1
        if (!holds) amiss.push(`${invariant}: ${what}`)
      }
      check('one subscription was made', own.length === 1, `${own.length}`)
      if (own.length === 0) return
      const paid = Number(books.itemOf(own[0]!).price.unit_amount)
      const until = Date.now() + reconciliation_ms_max
      let told = await staff.call(contract.billing.get, {})
      while (told.subscription?.monthlyPence !== paid && Date.now() < until) {
        await sleep(1000)
        told = await staff.call(contract.billing.get, {})
      }
      check(
        'the practice is told what it pays',
        told.subscription?.monthlyPence === paid,
        JSON.stringify(told),
      )
      // The first plan and the one larger one: going back before the period ends takes nothing back and charges nothing.
      const charged = books.events.filter(({ type }) => type === 'invoice.paid')
      const invoices = new Set(charged.map(({ data }) => data.object.id))
      check('no invoice was paid twice', invoices.size === charged.length, `${charged.length}`)
      const amounts = charged.map(({ data }) => Number(data.object.total)).filter((total) => total > 0)
      check('each plan was charged once', amounts.length <= 2, amounts.join())
    },
  }
}
