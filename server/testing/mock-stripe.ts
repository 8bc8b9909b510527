import { Stripe } from 'stripe'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readForm, StripeApiError, createStripeResponses } from './mock-stripe-responses.ts'
import { createMockStripeState, type PeerEvent } from './mock-stripe-state.ts'

type Settings = {
  start?: Date
  prices?: Record<string, number>
  /** Where its pages are, if anybody shows them. */
  pageAddress?: string
  port?: number
}

/**
 * Speaks the calls of Stripe's API that the product makes; any key but this one is refused. Its clock is moved by hand,
 * and what it posts is signed as Stripe signs.
 */
export async function openMockStripe(
  secretKey: string,
  { start = new Date(), prices = {}, pageAddress = 'http://pages.example', port = 0 }: Settings = {},
) {
  const asked: string[] = []
  const answered = new Map<string, { body: string; answer: object }>()
  let takesCharges = true
  let isDown = false
  const books = createMockStripeState(start, prices)
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answers = createStripeResponses(books, (kind, id) => `${pageAddress}/${kind}/${id}`)

  async function answerTo(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://peer')
    const body = await text(request)
    // A provider repeats what it was sent; we do not.
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return {
        status: 401,
        body: { error: { message: `Invalid API Key provided: ${request.headers.authorization}` } },
      }
    if (isDown) return { status: 503, body: { error: { type: 'api_error', message: 'Down' } } }
    if (pathname === '/v1/account')
      return { status: 200, body: { id: 'acct_1', charges_enabled: takesCharges } }
    const key = request.headers['idempotency-key'] as string | undefined
    const before = key && answered.get(key)
    if (before && before.body !== body)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Another call' } } }
    if (before) return { status: 200, body: before.answer }
    try {
      const form = readForm(request.method === 'GET' ? search.slice(1) : body)
      const answer = answers.answer({ method: request.method!, path: pathname, form })
      if (key) answered.set(key, { body, answer: JSON.parse(JSON.stringify(answer)) as object })
      return { status: 200, body: answer }
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      const { status, type, code } = error
      return { status, body: { error: { type, code, message: 'Refused' } } }
    }
  }

  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    void answerTo(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    api: address(),
    asked,
    books,
    complete: answers.complete,
    /** Whether the account may take charges from now on. */
    letCharge: (may: boolean) => void (takesCharges = may),
    /** Whether nothing is answered but that it is down. */
    letBeDown: (is: boolean) => void (isDown = is),
    /** An event as it is posted, signed at a moment. */
    post(event: PeerEvent | string, secret: string, at: Date) {
      const payload = typeof event === 'string' ? event : JSON.stringify(event)
      const timestamp = Math.floor(at.getTime() / 1000)
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
