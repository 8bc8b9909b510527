import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Speaks the one call of Stripe's API that reads an account; any key but this one is refused. */
export async function openStripePeer(secretKey: string) {
  const asked: string[] = []
  let takesCharges = true
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const isKnown = request.headers.authorization === `Bearer ${secretKey}`
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    // A provider repeats what it was sent; we do not.
    const refusal = { error: { message: `Invalid API Key provided: ${request.headers.authorization}` } }
    response.end(JSON.stringify(isKnown ? { id: 'acct_1', charges_enabled: takesCharges } : refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Whether the account may take charges from now on. */
    letCharge: (may: boolean) => void (takesCharges = may),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
