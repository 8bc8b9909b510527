import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Demo } from './journey.ts'
import { freePort, product, startProgram, untilReady } from './product-process.ts'

const secretKey = 'sk_test_journeys'
const webhookSecret = 'whsec_journeys'

/** The demo in an installation of its own that takes cards, of a payment service that runs here in Stripe's place. */
export async function startPayingInstallation() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-payments-'))
  const [port, apiPort, pagePort] = [await freePort(), await freePort(), await freePort()]
  const address = `http://localhost:${port}`
  const pages = `http://localhost:${pagePort}`
  const values = [String(apiPort), String(pagePort), address, secretKey, webhookSecret]
  const peer = startProgram('server/testing/mock-stripe-main.ts', values, process.env)
  const server = startProgram(product, [], {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
    STRIPE_API: `http://127.0.0.1:${apiPort}`,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_STARTER: 'price_starter',
    STRIPE_PRICE_GROWTH: 'price_growth',
    STRIPE_PRICE_GROWTH_PRO: 'price_growth_pro',
  })
  const close = async () => {
    await Promise.all([server.stop(), peer.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady('The payment service', peer, `${pages}/checkout/none`)
    await untilReady('The server', server, `${address}/readyz`)
  } catch (error) {
    await close()
    throw error
  }
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
  return {
    address,
    demo,
    /** The page on which a customer's card is made to fail until the period after this one has begun. */
    failPage: (customerId: string) => `${pages}/fail/${customerId}`,
    close,
  }
}
