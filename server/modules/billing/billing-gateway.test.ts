import { describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createBillingGateway } from './billing-gateway.ts'

const keys = { secretKey: 'sk_test_gate', webhookSecret: 'whsec_gate' }
const gateWith = (payments: Awaited<ReturnType<Parameters<typeof createBillingGateway>[0]['payments']>>) =>
  createBillingGateway({
    payments: async () => payments,
    priceIds: { growth: 'price_growth' },
    calculatesTax: false,
    clock: systemClock,
  })

describe('openBillingGate', () => {
  it('says that Stripe did not answer, rather than that a plan has no price', async () => {
    // Nothing listens there.
    const gate = gateWith({ off: false, ...keys, api: 'http://127.0.0.1:1' })
    expect(await gate.prices()).toEqual([])
    expect(gate.whyNoPrice()).toBe('payments-unanswered')
  })

  it('says that there is no price where no cards are taken', async () => {
    const gate = gateWith({ off: true })
    expect(await gate.prices()).toEqual([])
    expect(gate.whyNoPrice()).toBe('no-price')
  })
})
