import { startDemoInstallation } from './demo-installation.ts'
import { freePort, startUntil } from './product-process.ts'

const secretKey = 'sk_test_journeys'
const webhookSecret = 'whsec_journeys'

/** The demo in an installation of its own that takes cards, of a payment service that runs here in Stripe's place. */
export async function startPayingInstallation() {
  const [port, apiPort, pagePort] = [await freePort(), await freePort(), await freePort()]
  const pages = `http://localhost:${pagePort}`
  const values = [String(apiPort), String(pagePort), `http://localhost:${port}`, secretKey, webhookSecret]
  const sign = `${pages}/checkout/none`
  const program = 'server/testing/mock-stripe-main.ts'
  const peer = await startUntil('The payment service', sign, program, values, process.env)
  const settings = {
    STRIPE_API: `http://127.0.0.1:${apiPort}`,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_STARTER: 'price_starter',
    STRIPE_PRICE_GROWTH: 'price_growth',
    STRIPE_PRICE_GROWTH_PRO: 'price_growth_pro',
  }
  return {
    ...(await startDemoInstallation(port, settings, [peer])),
    /** The page on which a customer's card is made to fail until the period after this one has begun. */
    failPage: (customerId: string) => `${pages}/fail/${customerId}`,
  }
}
