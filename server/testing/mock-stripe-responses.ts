import type {
  MockStripeState,
  PeerItemChange,
  PeerLine,
  PeerSchedule,
  PeerSubscription,
  StripeObject,
} from './mock-stripe-state.ts'

type Form = { [name: string]: string | Form }
export type StripeRequest = { method: string; path: string; form: Form }
/** Stripe's way to refuse. */
export class StripeApiError extends Error {
  override name = 'StripeApiError'
  readonly status: number
  readonly type: string
  readonly code: string
  constructor(status: number, type: string, code: string) {
    super(code)
    this.status = status
    this.type = type
    this.code = code
  }
}

/** Reads `items[0][price]=…` as it was meant. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = name.split(/[[\]]+/).filter(Boolean)
    let into = form
    for (const part of parts.slice(0, -1)) into = (into[part] ??= {}) as Form
    into[parts.at(-1)!] = value
  }
  return form
}

const textIn = (form: Form, ...names: string[]): string | undefined => {
  let at: Form | string | undefined = form
  for (const name of names) at = typeof at === 'object' ? at[name] : undefined
  return typeof at === 'string' ? at : undefined
}
/** What stands under a name in brackets with numbers, in order. */
const formsIn = (form: Form, name: string): Form[] =>
  Object.values((form[name] ?? {}) as Form).filter((each) => typeof each === 'object')
const list = (data: readonly object[], url: string) => ({ object: 'list', url, has_more: false, data })
const missing = () => new StripeApiError(404, 'invalid_request_error', 'resource_missing')
const found = <T>(thing: T | undefined): T => {
  if (!thing) throw missing()
  return thing
}

const scheduleView = ({ phases, ...schedule }: PeerSchedule) => ({
  ...schedule,
  current_phase: { start_date: phases[0]!.start_date, end_date: phases[0]!.end_date },
  phases: phases.map(({ price, ...phase }) => ({ ...phase, items: [{ price, quantity: 1 }] })),
})

/** What Stripe's API answers to the calls that the product makes, from the books. */
export function createStripeResponses(books: MockStripeState, page: (kind: string, id: string) => string) {
  const sessions = new Map<
    string,
    StripeObject & { customer: string; lines: PeerLine[]; trialEnd: number | null; success_url: string }
  >()

  const subscriptionView = (subscription: PeerSubscription, isWhole: boolean) => ({
    ...subscription,
    schedule:
      isWhole && subscription.schedule
        ? scheduleView(books.schedules.get(subscription.schedule)!)
        : subscription.schedule,
  })

  const itemChangeOf = (form: Form): PeerItemChange => ({
    ...(textIn(form, 'id') ? { id: textIn(form, 'id')! } : {}),
    ...(textIn(form, 'price') ? { price: textIn(form, 'price')! } : {}),
    ...(textIn(form, 'quantity') ? { quantity: Number(textIn(form, 'quantity')) } : {}),
    ...(textIn(form, 'deleted') === 'true' ? { deleted: true } : {}),
  })

  function changeSubscription(subscription: PeerSubscription, form: Form) {
    const price = textIn(form, 'items', '0', 'price')
    const ends = textIn(form, 'cancel_at_period_end')
    const items = formsIn(form, 'items').map(itemChangeOf)
    if (items.length > 0 && !textIn(form, 'payment_behavior'))
      books.changeItems(subscription, items, {
        at: Number(textIn(form, 'proration_date') ?? books.now()),
        isCharged: textIn(form, 'proration_behavior') === 'always_invoice',
      })
    else if (price) {
      const isCharged = textIn(form, 'proration_behavior') === 'always_invoice'
      const at = Number(textIn(form, 'proration_date') ?? books.now())
      if (!books.change(subscription, price, { at, isCharged }))
        throw new StripeApiError(402, 'card_error', 'card_declined')
    }
    if (ends) books.setEnding(subscription, ends === 'true')
    return subscriptionView(subscription, false)
  }

  function preview(form: Form) {
    const subscription = found(books.subscriptions.get(textIn(form, 'subscription') ?? ''))
    const details = found(form.subscription_details as Form | undefined)
    const changes = formsIn(details, 'items').map(itemChangeOf)
    const net = books.dueForItems(subscription, changes, Number(textIn(details, 'proration_date')))
    const total = net + Math.round(net / 5)
    return {
      object: 'invoice',
      id: 'upcoming',
      total,
      total_excluding_tax: net,
      amount_due: Math.max(0, total),
    }
  }

  function openSession(form: Form) {
    const id = books.newId('cs')
    const trialEnd = textIn(form, 'subscription_data', 'trial_end')
    const session = {
      ...{ id, object: 'checkout.session', status: 'open', customer: textIn(form, 'customer')! },
      lines: formsIn(form, 'line_items').map((line) => ({
        price: textIn(line, 'price')!,
        quantity: Number(textIn(line, 'quantity') ?? 1),
      })),
      trialEnd: trialEnd ? Number(trialEnd) : null,
      ...{
        success_url: textIn(form, 'success_url')!,
        cancel_url: textIn(form, 'cancel_url')!,
        url: page('checkout', id),
      },
      metadata: ((form.subscription_data as Form).metadata ?? {}) as Record<string, string>,
    }
    for (const { price } of session.lines) found(books.prices.get(price))
    sessions.set(id, session)
    return session
  }

  function addTaxId(customer: string, form: Form) {
    const value = textIn(form, 'value') ?? ''
    // As the real one: a number that cannot be one is refused.
    if (value.endsWith('000000000')) throw new StripeApiError(400, 'invalid_request_error', 'tax_id_invalid')
    const taxId = { id: books.newId('txi'), object: 'tax_id', type: textIn(form, 'type')!, value, customer }
    books.taxIds.push(taxId)
    return taxId
  }

  function addCustomer(form: Form) {
    const customer = {
      id: books.newId('cus'),
      object: 'customer',
      name: textIn(form, 'name') ?? '',
      cardFails: false,
    }
    books.customers.set(customer.id, customer)
    return customer
  }

  function changeCustomer(id: string, form: Form) {
    const customer = found(books.customers.get(id))
    return Object.assign(customer, { name: textIn(form, 'name'), email: textIn(form, 'email') })
  }

  function setPhases(schedule: PeerSchedule, form: Form) {
    const subscription = books.subscriptions.get(schedule.subscription)!
    books.arrange(subscription, textIn(form, 'phases', '1', 'items', '0', 'price')!)
    return scheduleView(books.schedules.get(schedule.id)!)
  }

  function schedule(form: Form) {
    const subscription = found(books.subscriptions.get(textIn(form, 'from_subscription') ?? ''))
    books.arrange(subscription, books.itemOf(subscription).price.id)
    return scheduleView(books.schedules.get(subscription.schedule!)!)
  }

  const ofCustomer = <T extends { customer?: unknown }>(things: Iterable<T>, customer: string | undefined) =>
    [...things].filter((thing) => thing.customer === customer).toReversed()
  const told = (form: Form) => {
    const since = Number(textIn(form, 'created', 'gte') ?? 0)
    const types = Object.values((form.types ?? {}) as Record<string, string>)
    return books.events.filter(({ type, created }) => created >= since && types.includes(type)).toReversed()
  }

  type Answer = (asked: { form: Form; names: string[] }) => object
  const answers: [string, RegExp, Answer][] = [
    ['GET', /^\/v1\/prices\/([^/]+)$/, ({ names }) => found(books.prices.get(names[0]!))],
    ['POST', /^\/v1\/customers$/, ({ form }) => addCustomer(form)],
    ['POST', /^\/v1\/customers\/([^/]+)$/, ({ names, form }) => changeCustomer(names[0]!, form)],
    [
      'GET',
      /^\/v1\/customers\/([^/]+)\/tax_ids$/,
      ({ names }) => list(ofCustomer(books.taxIds, names[0]), '/v1/tax_ids'),
    ],
    ['POST', /^\/v1\/customers\/([^/]+)\/tax_ids$/, ({ names, form }) => addTaxId(names[0]!, form)],
    [
      'DELETE',
      /^\/v1\/customers\/[^/]+\/tax_ids\/([^/]+)$/,
      ({ names }) => {
        books.taxIds.splice(
          books.taxIds.findIndex(({ id }) => id === names[0]),
          1,
        )
        return { id: names[0], object: 'tax_id', deleted: true }
      },
    ],
    ['POST', /^\/v1\/checkout\/sessions$/, ({ form }) => openSession(form)],
    ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, ({ names }) => found(sessions.get(names[0]!))],
    [
      'POST',
      /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      ({ names }) => Object.assign(found(sessions.get(names[0]!)), { status: 'expired' }),
    ],
    [
      'POST',
      /^\/v1\/billing_portal\/sessions$/,
      ({ form }) => ({
        id: books.newId('bps'),
        object: 'billing_portal.session',
        url: page('portal', textIn(form, 'customer')!),
      }),
    ],
    [
      'GET',
      /^\/v1\/subscriptions$/,
      ({ form }) =>
        list(
          ofCustomer(books.subscriptions.values(), textIn(form, 'customer')).map((each) =>
            subscriptionView(each, true),
          ),
          '/v1/subscriptions',
        ),
    ],
    [
      'GET',
      /^\/v1\/subscriptions\/([^/]+)$/,
      ({ names }) => subscriptionView(found(books.subscriptions.get(names[0]!)), false),
    ],
    [
      'POST',
      /^\/v1\/subscriptions\/([^/]+)$/,
      ({ names, form }) => changeSubscription(found(books.subscriptions.get(names[0]!)), form),
    ],
    [
      'DELETE',
      /^\/v1\/subscriptions\/([^/]+)$/,
      ({ names }) => {
        const ended = found(books.subscriptions.get(names[0]!))
        books.setStatus(ended, 'canceled')
        return subscriptionView(ended, false)
      },
    ],
    ['POST', /^\/v1\/subscription_schedules$/, ({ form }) => schedule(form)],
    [
      'GET',
      /^\/v1\/subscription_schedules\/([^/]+)$/,
      ({ names }) => scheduleView(found(books.schedules.get(names[0]!))),
    ],
    [
      'POST',
      /^\/v1\/subscription_schedules\/([^/]+)$/,
      ({ names, form }) => setPhases(found(books.schedules.get(names[0]!)), form),
    ],
    [
      'POST',
      /^\/v1\/subscription_schedules\/([^/]+)\/release$/,
      ({ names }) => {
        const released = found(books.schedules.get(names[0]!))
        books.release(released)
        return scheduleView(released)
      },
    ],
    [
      'GET',
      /^\/v1\/invoices$/,
      ({ form }) => list(ofCustomer(books.invoices, textIn(form, 'customer')), '/v1/invoices'),
    ],
    ['POST', /^\/v1\/invoices\/create_preview$/, ({ form }) => preview(form)],
    ['GET', /^\/v1\/events$/, ({ form }) => list(told(form), '/v1/events')],
  ]

  return {
    answer({ method, path, form }: StripeRequest): object {
      for (const [verb, pattern, make] of answers) {
        const match = verb === method ? pattern.exec(path) : null
        if (match) return make({ form, names: match.slice(1) })
      }
      throw missing()
    },
    /** The customer pays on the page of a session; answers where they are led. */
    complete(sessionId: string): string {
      const session = found(sessions.get(sessionId))
      if (session.status !== 'open') throw missing()
      session.status = 'complete'
      books.begin(session.customer, session.lines, {
        metadata: session.metadata as Record<string, string>,
        trialEnd: session.trialEnd,
      })
      books.tell('checkout.session.completed', session)
      return session.success_url
    },
  }
}
