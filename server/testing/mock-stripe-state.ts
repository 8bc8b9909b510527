import { randomBytes } from 'node:crypto'

/** What the peer keeps and answers with: objects in the form of Stripe's API, as far as the product reads them. */
export type StripeObject = Record<string, unknown> & { id: string; object: string }
type Item = {
  id: string
  object: 'subscription_item'
  quantity: number
  price: StripeObject
  current_period_start: number
  current_period_end: number
}
export type PeerSubscription = StripeObject & {
  customer: string
  status: string
  created: number
  cancel_at_period_end: boolean
  cancel_at: number | null
  ended_at: number | null
  trial_end: number | null
  schedule: string | null
  metadata: Record<string, string>
  items: { object: 'list'; data: Item[] }
}
type PeerInvoice = StripeObject & {
  customer: string
  status: string
  total: number
  total_excluding_tax: number
  amount_due: number
  attempt_count: number
  retryAt: number | null
  subscriptionId: string
}
type Phase = { price: string; start_date: number; end_date: number }
export type PeerSchedule = StripeObject & { subscription: string; status: string; phases: Phase[] }
export type PeerEvent = {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: StripeObject }
}

/** What is bought: how many of a price. */
export type PeerLine = { price: string; quantity: number }
/** A change of an item, or one more. */
export type PeerItemChange = { id?: string; price?: string; quantity?: number; deleted?: boolean }

const day_s = 86_400
/** On which days after the first an invoice is tried again. */
const retry_days = [3, 5, 7]

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`

function monthLater(seconds: number, count = 1): number {
  const at = new Date(seconds * 1000)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + count, at.getUTCDate()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Math.floor(
    Date.UTC(year, month, Math.min(day, last), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()) /
      1000,
  )
}

/**
 * The books of a payment service with a clock to move: subscriptions that renew, invoices that are tried again, changes
 * that wait for the end of a period. VAT is a fifth.
 */
export function createMockStripeState(start: Date, pricesInPence: Record<string, number>) {
  let now = Math.floor(start.getTime() / 1000)
  let invoiceNumber = 0
  const prices = new Map<string, StripeObject>(
    Object.entries(pricesInPence).map(([id, pence]) => [
      id,
      {
        id,
        object: 'price',
        active: true,
        currency: 'gbp',
        unit_amount: pence,
        tax_behavior: 'exclusive',
        type: 'recurring',
        recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
      },
    ]),
  )
  const customers = new Map<string, StripeObject & { cardFails: boolean }>()
  const taxIds: (StripeObject & { customer: string })[] = []
  const subscriptions = new Map<string, PeerSubscription>()
  const schedules = new Map<string, PeerSchedule>()
  const invoices: PeerInvoice[] = []
  const events: PeerEvent[] = []
  /** What follows when the last try of an invoice fails. */
  let afterTries: 'unpaid' | 'canceled' = 'unpaid'

  const shown = (thing: StripeObject): StripeObject => JSON.parse(JSON.stringify(thing)) as StripeObject
  const tell = (type: string, thing: StripeObject) =>
    void events.push({
      id: newId('evt'),
      object: 'event',
      type,
      created: now,
      data: { object: shown(thing) },
    })
  const priceOf = (id: string): StripeObject => {
    const price = prices.get(id)
    if (!price) throw new Error(`No such price: ${id}`)
    return price
  }
  const itemOf = (subscription: PeerSubscription) => subscription.items.data[0]!
  const penceOf = ({ items }: PeerSubscription): number =>
    items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount as number) * quantity, 0)
  const newItem = ({ price, quantity }: PeerLine, from: number, until: number): Item => ({
    ...{ id: newId('si'), object: 'subscription_item', quantity, price: priceOf(price) },
    ...{ current_period_start: from, current_period_end: until },
  })

  function tryToPay(invoice: PeerInvoice): boolean {
    invoice.attempt_count += 1
    if (invoice.total > 0 && customers.get(invoice.customer)!.cardFails) {
      const days = retry_days[invoice.attempt_count - 1]
      invoice.retryAt = days === undefined ? null : (invoice.created as number) + days * day_s
      tell('invoice.payment_failed', invoice)
      return false
    }
    Object.assign(invoice, { status: 'paid', retryAt: null })
    tell('invoice.paid', invoice)
    return true
  }

  function bill(subscription: PeerSubscription, netPence: number): PeerInvoice {
    invoiceNumber += 1
    const total = netPence + Math.round(netPence / 5)
    const id = newId('in')
    const invoice: PeerInvoice = {
      ...{ id, object: 'invoice', number: `CAND-${String(invoiceNumber).padStart(4, '0')}`, created: now },
      ...{
        customer: subscription.customer,
        subscriptionId: subscription.id,
        status: 'open',
        currency: 'gbp',
      },
      ...{ total, total_excluding_tax: netPence, amount_due: total, attempt_count: 0, retryAt: null },
      ...{
        hosted_invoice_url: `https://invoice.example/${id}`,
        invoice_pdf: `https://invoice.example/${id}.pdf`,
      },
    }
    invoices.push(invoice)
    return invoice
  }

  function setStatus(subscription: PeerSubscription, status: string): void {
    if (subscription.status === status) return
    subscription.status = status
    if (status === 'canceled') {
      subscription.ended_at = now
      tell('customer.subscription.deleted', subscription)
    } else tell('customer.subscription.updated', subscription)
  }

  /** Begins the next period at the price that holds then, and asks for the money. */
  function renew(subscription: PeerSubscription): void {
    const item = itemOf(subscription)
    const schedule = subscription.schedule && schedules.get(subscription.schedule)
    const phase = schedule && schedule.phases.find(({ start_date: from }) => from === item.current_period_end)
    if (phase) item.price = priceOf(phase.price)
    if (schedule && phase) {
      schedule.status = 'released'
      subscription.schedule = null
    }
    const from = item.current_period_end
    for (const each of subscription.items.data)
      Object.assign(each, { current_period_start: from, current_period_end: monthLater(from) })
    const wasTrial = subscription.status === 'trialing'
    const isPaid = tryToPay(bill(subscription, penceOf(subscription)))
    if (wasTrial || phase) subscription.status = isPaid ? 'active' : 'past_due'
    if (!isPaid && subscription.status === 'active') subscription.status = 'past_due'
    tell('customer.subscription.updated', subscription)
  }

  function retry(invoice: PeerInvoice): void {
    const subscription = subscriptions.get(invoice.subscriptionId)!
    if (tryToPay(invoice)) {
      if (!owes(subscription)) setStatus(subscription, 'active')
    } else if (invoice.retryAt === null) setStatus(subscription, afterTries)
  }
  const owes = ({ id }: PeerSubscription) =>
    invoices.some(({ subscriptionId, status }) => subscriptionId === id && status === 'open')

  const isOver = ({ status }: PeerSubscription) => status === 'canceled' || status === 'incomplete_expired'
  /** What happens next, and when. */
  function nextStep(): { at: number; act: () => void } | undefined {
    const steps = [...subscriptions.values()]
      .filter((each) => !isOver(each))
      .map((each) => {
        const at = itemOf(each).current_period_end
        return { at, act: () => (each.cancel_at_period_end ? setStatus(each, 'canceled') : renew(each)) }
      })
    const tries = invoices
      .filter(({ status, retryAt }) => status === 'open' && retryAt !== null)
      .map((invoice) => ({ at: invoice.retryAt!, act: () => retry(invoice) }))
    return [...steps, ...tries].toSorted((one, other) => one.at - other.at)[0]
  }

  function begin(
    customer: string,
    lines: readonly PeerLine[],
    { metadata, trialEnd }: { metadata: Record<string, string>; trialEnd: number | null },
  ): PeerSubscription {
    const periodEnd = trialEnd ?? monthLater(now)
    const subscription: PeerSubscription = {
      ...{
        id: newId('sub'),
        object: 'subscription',
        customer,
        metadata,
        created: now,
        status: trialEnd ? 'trialing' : 'incomplete',
      },
      ...{
        cancel_at_period_end: false,
        cancel_at: null,
        ended_at: null,
        trial_end: trialEnd,
        schedule: null,
        currency: 'gbp',
      },
      items: { object: 'list', data: lines.map((line) => newItem(line, now, periodEnd)) },
    }
    subscriptions.set(subscription.id, subscription)
    tell('customer.subscription.created', subscription)
    if (!trialEnd && tryToPay(bill(subscription, penceOf(subscription)))) setStatus(subscription, 'active')
    return subscription
  }

  /** What the rest of a period costs more, or less, at another price. */
  function rest(subscription: PeerSubscription, price: string, at: number): number {
    const { current_period_start: from, current_period_end: until } = itemOf(subscription)
    const difference = (priceOf(price).unit_amount as number) - penceOf(subscription)
    return Math.round((difference * (until - at)) / (until - from))
  }

  /** The items as changes leave them. */
  function itemsAfter(subscription: PeerSubscription, changes: readonly PeerItemChange[]): Item[] {
    const { current_period_start: from, current_period_end: until } = itemOf(subscription)
    let items = [...subscription.items.data]
    for (const { id, price, quantity = 1, deleted } of changes) {
      const changed = { quantity, ...(price ? { price: priceOf(price) } : {}) }
      if (!id) items.push(newItem({ price: price!, quantity }, from, until))
      else if (deleted) items = items.filter((each) => each.id !== id)
      else items = items.map((each) => (each.id === id ? { ...each, ...changed } : each))
    }
    return items
  }
  /** What the rest of a period costs more, or less, with other items. */
  function dueForItems(
    subscription: PeerSubscription,
    changes: readonly PeerItemChange[],
    at: number,
  ): number {
    const { current_period_start: from, current_period_end: until } = itemOf(subscription)
    const after = {
      ...subscription,
      items: { object: 'list', data: itemsAfter(subscription, changes) } as const,
    }
    return Math.round(((penceOf(after) - penceOf(subscription)) * (until - at)) / (until - from))
  }

  return {
    ...{ prices, customers, taxIds, subscriptions, schedules, invoices, events },
    ...{ tell, newId, begin, priceOf, dueForItems, itemOf, setStatus },
    now: () => now,
    letFollow: (what: 'unpaid' | 'canceled') => void (afterTries = what),
    /** Lets time pass, and whatever happens in it. */
    advanceTo(at: Date): void {
      const until = Math.floor(at.getTime() / 1000)
      for (let step = nextStep(); step && step.at <= until; step = nextStep()) {
        now = Math.max(now, step.at)
        step.act()
      }
      now = until
    },
    /** Another price from now on; where `isCharged`, the rest of the period is paid at once. False where the card refuses. */
    change(
      subscription: PeerSubscription,
      price: string,
      { at = now, isCharged = true }: { at?: number; isCharged?: boolean } = {},
    ): boolean {
      const due = isCharged ? rest(subscription, price, at) : 0
      if (due > 0 && customers.get(subscription.customer)!.cardFails) return false
      if (due > 0) tryToPay(bill(subscription, due))
      itemOf(subscription).price = priceOf(price)
      tell('customer.subscription.updated', subscription)
      return true
    },
    /** Other items and numbers of them from now on; where `isCharged`, what they cost more or less is on an invoice at once. */
    changeItems(
      subscription: PeerSubscription,
      changes: readonly PeerItemChange[],
      { at = now, isCharged }: { at?: number; isCharged: boolean },
    ): void {
      const due = dueForItems(subscription, changes, at)
      subscription.items.data = itemsAfter(subscription, changes)
      if (isCharged && !tryToPay(bill(subscription, due))) subscription.status = 'past_due'
      tell('customer.subscription.updated', subscription)
    },
    setEnding(subscription: PeerSubscription, ends: boolean): void {
      subscription.cancel_at_period_end = ends
      subscription.cancel_at = ends ? itemOf(subscription).current_period_end : null
      tell('customer.subscription.updated', subscription)
    },
    /** The customer pays what is open, as on the page of an invoice. */
    payOpen(customer: string): void {
      for (const invoice of invoices.filter((each) => each.customer === customer && each.status === 'open'))
        retry(invoice)
    },
    /** A smaller plan from the end of the period on. */
    arrange(subscription: PeerSubscription, price: string): void {
      const item = itemOf(subscription)
      const id = subscription.schedule ?? newId('sub_sched')
      const phases = [
        { price: item.price.id, start_date: item.current_period_start, end_date: item.current_period_end },
        { price, start_date: item.current_period_end, end_date: monthLater(item.current_period_end) },
      ]
      schedules.set(id, {
        id,
        object: 'subscription_schedule',
        subscription: subscription.id,
        status: 'active',
        phases,
      })
      subscription.schedule = id
      tell('customer.subscription.updated', subscription)
    },
    release(schedule: PeerSchedule): void {
      schedule.status = 'released'
      const subscription = subscriptions.get(schedule.subscription)!
      subscription.schedule = null
      tell('customer.subscription.updated', subscription)
    },
  }
}

export type MockStripeState = ReturnType<typeof createMockStripeState>
