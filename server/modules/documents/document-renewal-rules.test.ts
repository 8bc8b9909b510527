import { describe, expect, it, test } from 'vitest'
import { isBetter, renewalReason, renewalStateOf } from './document-renewal-rules.ts'

const day_ms = 86_400_000
const at = (day: string) => new Date(`${day}T12:00:00Z`)
const key = { id: 'key', until: at('2036-11-01') }
const signed = { createdAt: at('2026-11-01'), stampedUntil: null, sealedWith: null, sealingKeyId: 'key' }
const stamped = { ...signed, stampedUntil: at('2030-12-01'), sealedWith: ['SHA-512', 'RSA-4096'] }
const reasonAt = (version: typeof signed | typeof stamped, day: string, hasAuthority = true) =>
  renewalReason(version, renewalStateOf(at(day), hasAuthority, [key]))

describe('a version is renewed', () => {
  it.each([
    ['not on the day of its seal', signed, '2026-11-01', true, undefined],
    ['first by a stamp', signed, '2026-11-04', true, 'no time stamp for the archive yet'],
    ['not without an authority while its seal is good', signed, '2034-01-01', false, undefined],
    ['before the certificate of its seal ends', signed, '2034-12-01', false, undefined],
    ['before RSA ends', signed, '2035-01-02', false, 'RSA-3072 nears its end'],
    ['not while its stamp is good', stamped, '2030-01-01', true, undefined],
    [
      'when a tenth of the time of its stamp is left',
      stamped,
      '2030-11-01',
      true,
      'its time stamp can be relied on until 2030-12-01',
    ],
    [
      'when an algorithm of its stamp nears its end',
      { ...stamped, sealedWith: ['SHA-256', 'RSA-2048'], stampedUntil: at('2060-01-01') },
      '2030-01-01',
      true,
      'RSA-2048 nears its end',
    ],
    [
      'when it is from before the table and an authority may have used what ends',
      { ...stamped, createdAt: at('2026-11-01'), sealedWith: null, stampedUntil: at('2060-01-01') },
      '2030-01-01',
      true,
      'RSA-2048 nears its end',
    ],
  ] as const)('%s', (_when, version, day, hasAuthority, reason) => {
    expect(reasonAt(version as typeof stamped, day, hasAuthority)).toBe(reason)
  })

  it('by the certificate of its own key, once', () => {
    const keys = [{ id: 'key', until: at('2030-06-01') }]
    const state = renewalStateOf(at('2029-07-01'), false, keys)
    expect(renewalReason(signed, state)).toBe('the certificate of its seal nears its end')
    expect(renewalReason({ ...signed, sealingKeyId: 'another' }, state)).toBeUndefined()
    // Made when the end was known to be near: whoever made it could do no better.
    expect(renewalReason({ ...signed, createdAt: at('2029-06-20') }, state)).toBeUndefined()
  })
})

test('a renewal is better when it is good for longer or made with something else', () => {
  const before = { until: at('2030-01-01'), algorithms: ['SHA-256', 'RSA-3072'] }
  const same = { certificateEnd: at('2030-01-01'), algorithms: ['SHA-256', 'RSA-3072'] }
  expect(isBetter(same, before)).toBe(false)
  expect(isBetter({ ...same, algorithms: ['SHA-512', 'RSA-3072'] }, before)).toBe(true)
  expect(isBetter({ ...same, certificateEnd: new Date(at('2030-01-01').getTime() + day_ms) }, before)).toBe(
    true,
  )
  expect(isBetter(same, { ...before, until: undefined })).toBe(true)
})
