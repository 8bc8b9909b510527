/**
 * The tests' payment service as a program: `node server/testing/mock-stripe-main.ts <port of its API> <port of
 * its pages> <address of the product> <secret key> <webhook secret>`. Its pages have one button each; what happens is told to the product, signed.
 */
import { createServer } from 'node:http'
import { openMockStripe } from './mock-stripe.ts'

const [apiPort, pagePort, product, secretKey, webhookSecret] = process.argv.slice(2)
if (!Number(apiPort) || !Number(pagePort) || !product || !secretKey || !webhookSecret)
  throw new Error('Name two ports, the address of the product, the secret key and the webhook secret')

const prices = { price_starter: 2900, price_growth: 7900, price_growth_pro: 19_900 }
const peer = await openMockStripe(secretKey, {
  prices,
  port: Number(apiPort),
  pageAddress: `http://localhost:${pagePort}`,
})
let postedCount = 0

/** Posts what has happened since, in order. */
async function postEvents(): Promise<void> {
  for (const event of peer.books.events.slice(postedCount)) {
    const { payload, signature } = peer.post(event, webhookSecret!, new Date())
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await fetch(`${product}/api/provider/stripe`, { method: 'POST', headers, body: payload })
    postedCount += 1
  }
}

const page = (action: string) =>
  `<!doctype html><html lang="en"><title>Payment</title><h1>Payment</h1><form method="post"><button>${action}</button></form>`

/** What a button does, and where it leads. */
function applyAction(kind: string, id: string): string {
  if (kind === 'checkout') return peer.complete(id)
  const customer = peer.books.customers.get(id)!
  customer.cardFails = kind === 'fail'
  if (kind === 'fail') {
    const subscription = [...peer.books.subscriptions.values()].findLast((each) => each.customer === id)!
    const after = new Date((peer.books.itemOf(subscription).current_period_end + 3600) * 1000)
    peer.books.advanceTo(after)
  } else peer.books.payOpen(id)
  return `${product}/clinic/billing?from=portal`
}

const pages = createServer((request, response) => {
  const [, kind = '', id = ''] = (request.url ?? '').split('/')
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' })
    return response.end(
      page(kind === 'checkout' ? 'Pay' : kind === 'fail' ? 'Let the card fail' : 'Pay what is open'),
    )
  }
  const to = applyAction(kind, id)
  void postEvents().then(() => {
    response.writeHead(303, { location: to })
    response.end()
  })
})
pages.listen(Number(pagePort), '127.0.0.1')
