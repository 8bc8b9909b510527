import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { day_ms } from '../../platform/clock.ts'
import {
  deliveryDeadline,
  hasFailedTooLong,
  selectWebhookEvents,
  generateSigningSecret,
  nextDeliveryAt,
  formatSecret,
  signatureHeaders,
} from './webhook-rules.ts'

const now = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

describe('tries', () => {
  it('come with pauses that grow, and end within three days', () => {
    const giveUpAt = deliveryDeadline(now)
    const pauses: number[] = []
    let at = now
    for (let tries = 1; ; tries++) {
      const next = nextDeliveryAt(tries, at, giveUpAt)
      if (!next) break
      pauses.push(next.getTime() - at.getTime())
      at = next
    }
    expect(pauses[0]).toBe(5_000)
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(pauses.length).toBeGreaterThan(8)
    expect(at.getTime()).toBeGreaterThan(later(2.5 * day_ms).getTime())
    expect(at <= giveUpAt).toBe(true)
  })

  it('stop for a webhook after three days without success', () => {
    expect(hasFailedTooLong(now, later(3 * day_ms - 1))).toBe(false)
    expect(hasFailedTooLong(now, later(3 * day_ms))).toBe(true)
  })
})

describe('news', () => {
  const chain = [
    { number: 1, event: 'consent.created', at: later(0) },
    { number: 2, event: 'consent.sent', at: later(1000) },
    { number: 3, event: 'consent.signed', at: later(2000) },
    { number: 4, event: 'consent.reassigned', at: later(3000) },
    { number: 5, event: 'document.sealed', at: later(4000) },
  ]

  it('is what was asked for, since the webhook is there', () => {
    const events = ['consent.sent', 'consent.signed', 'document.sealed'] as const
    const numbers = (createdAt: Date) =>
      selectWebhookEvents({ events, createdAt }, chain, later(5000)).map(({ number }) => number)
    expect(numbers(now)).toEqual([2, 3, 5])
    expect(numbers(later(2000))).toEqual([3, 5])
    expect(numbers(later(4001))).toEqual([])
    expect(selectWebhookEvents({ events: ['consent.voided'], createdAt: now }, chain, later(5000))).toEqual(
      [],
    )
  })

  it('is not what happened days ago', () => {
    const hook = { events: ['consent.sent', 'document.sealed'] as const, createdAt: now }
    expect(selectWebhookEvents(hook, chain, later(3 * day_ms + 2000)).map(({ number }) => number)).toEqual([
      5,
    ])
  })
})

describe('signatures', () => {
  const body = '{"type":"consent.signed"}'
  // The library of the standard compares the time with its own clock.
  const at = new Date()

  it('are what the library of the standard accepts', () => {
    const secret = generateSigningSecret()
    const headers = signatureHeaders([secret], { id: 'one', at, body })
    expect(new Webhook(formatSecret(secret)).verify(body, headers)).toEqual({ type: 'consent.signed' })
    expect(() =>
      new Webhook(formatSecret(secret)).verify(body.replace('signed', 'voided'), headers),
    ).toThrow()
    expect(() => new Webhook(formatSecret(generateSigningSecret())).verify(body, headers)).toThrow()
    expect(() =>
      new Webhook(formatSecret(secret)).verify(body, { ...headers, 'webhook-id': 'two' }),
    ).toThrow()
  })

  it('are two while a secret is replaced, and either is enough', () => {
    const [before, after] = [generateSigningSecret(), generateSigningSecret()]
    const headers = signatureHeaders([after, before], { id: 'one', at, body })
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    for (const secret of [before, after])
      expect(new Webhook(formatSecret(secret)).verify(body, headers)).toEqual({ type: 'consent.signed' })
  })
})
