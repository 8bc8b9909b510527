import { beforeEach, expect, test, vi } from 'vitest'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { SignatureInput } from './signing-api.ts'
import { CallLost, CallRefused } from './signing-call.ts'
import { createOutbox } from './signing-outbox.ts'

const body: SignatureInput = {
  contentHash: 'a'.repeat(64),
  name: 'Eleanor Whitcombe',
  signerRole: 'patient',
  confirmed: [0, 1],
  declined: [2],
  mark: { kind: 'typed', typed: 'Eleanor Whitcombe' },
}
const signed = { id: 'c1', status: 'signed' } as PatientConsent
const refused = (code: 'aborted' | 'not-found' | 'unauthenticated' | 'invalid-argument', reason?: string) =>
  new CallRefused({ code, message: 'No', details: reason === undefined ? {} : { reason } })

let store: Map<string, string>
let keys = 0
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
}
const outboxThat = (send: Parameters<typeof createOutbox>[1]) =>
  createOutbox(storage, send, () => `key-${(keys += 1)}`)

beforeEach(() => {
  store = new Map()
  keys = 0
})

test('a signature is on the device before it is sent, and gone once it is accepted', async () => {
  const outbox = outboxThat(async (consentId, sent, key) => {
    expect([...store.values()].map((kept) => JSON.parse(kept))).toEqual([{ consentId, body: sent, key }])
    return signed
  })
  const { posting, onDevice } = outbox.keep('c1', body)
  expect(onDevice).toBe(true)
  expect(await outbox.deliver(posting)).toEqual({ state: 'sent', consent: signed })
  expect(outbox.waiting('c1')).toBeUndefined()
  expect(store.size).toBe(0)
})

test('without an answer it waits, survives a reload and goes out under the same key', async () => {
  const send = vi.fn().mockRejectedValueOnce(new CallLost('unavailable')).mockResolvedValue(signed)
  const outbox = outboxThat(send)
  expect(await outbox.deliver(outbox.keep('c1', body).posting)).toEqual({ state: 'waiting' })
  const reloaded = outboxThat(send)
  const kept = reloaded.waiting('c1')
  expect(kept).toEqual({ consentId: 'c1', body, key: 'key-1' })
  expect(await reloaded.deliver(kept!)).toMatchObject({ state: 'sent' })
  expect(send.mock.calls.map(([, , key]) => key)).toEqual(['key-1', 'key-1'])
  expect(reloaded.waiting('c1')).toBeUndefined()
})

test.each([
  [refused('aborted', 'already-signed'), { state: 'settled', reason: 'already-signed' }],
  [refused('aborted', 'stale-version'), { state: 'settled', reason: 'stale-version' }],
])('an answer that settles it lets it go: %o', async (problem, delivery) => {
  const outbox = outboxThat(() => Promise.reject(problem))
  expect(await outbox.deliver(outbox.keep('c1', body).posting)).toEqual(delivery)
  expect(outbox.waiting('c1')).toBeUndefined()
})

test.each([
  [refused('unauthenticated'), { state: 'locked-out', missing: false }],
  [refused('not-found', 'not-found'), { state: 'locked-out', missing: true }],
  [refused('aborted', 'wrong-state'), { state: 'refused', reason: 'wrong-state', message: 'No' }],
  [
    refused('invalid-argument', 'empty-signature'),
    { state: 'refused', reason: 'empty-signature', message: 'No' },
  ],
  [new CallLost('internal'), { state: 'waiting' }],
  [new Error('anything else'), { state: 'waiting' }],
])('any other answer keeps it: %o', async (problem, delivery) => {
  const outbox = outboxThat(() => Promise.reject(problem))
  expect(await outbox.deliver(outbox.keep('c1', body).posting)).toEqual(delivery)
  expect(outbox.waiting('c1')).toMatchObject({ key: 'key-1' })
})

test('two tries at the same time are one request', async () => {
  const send = vi.fn().mockResolvedValue(signed)
  const outbox = outboxThat(send)
  const { posting } = outbox.keep('c1', body)
  await Promise.all([outbox.deliver(posting), outbox.deliver(posting)])
  expect(send).toHaveBeenCalledOnce()
})

test('an old answer does not let a newer signature go', async () => {
  let answer = (_: PatientConsent) => {}
  const send = vi.fn(() => new Promise<PatientConsent>((resolve) => (answer = resolve)))
  const outbox = outboxThat(send)
  const first = outbox.deliver(outbox.keep('c1', body).posting)
  outbox.keep('c1', { ...body, name: 'E. Whitcombe' })
  answer(signed)
  await first
  expect(outbox.waiting('c1')).toMatchObject({ key: 'key-2', body: { name: 'E. Whitcombe' } })
})

test('the person may let a refused signature go; another consent keeps its own', () => {
  const outbox = outboxThat(() => Promise.reject(refused('aborted', 'wrong-state')))
  outbox.keep('c1', body)
  outbox.keep('c2', body)
  outbox.discard('c1')
  expect(outbox.waiting('c1')).toBeUndefined()
  expect(outbox.waiting('c2')).toBeDefined()
})

test('where the browser keeps nothing, the page itself holds the signature and says so', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const outbox = createOutbox({ getItem: full, setItem: full, removeItem: full }, () =>
    Promise.reject(new CallLost('unavailable')),
  )
  const { posting, onDevice } = outbox.keep('c1', body)
  expect(onDevice).toBe(false)
  expect(await outbox.deliver(posting)).toEqual({ state: 'waiting' })
  expect(outbox.waiting('c1')).toBe(posting)
})

test('a damaged entry counts as none', () => {
  store.set('candour:outbox:c1', '{')
  expect(outboxThat(() => Promise.resolve(signed)).waiting('c1')).toBeUndefined()
})
