import { beforeEach, expect, test, vi } from 'vitest'
import type { PatientConsent } from '../../../contract/signing.ts'
import { DraftStore } from '../../ui/plain/draft-store.ts'
import type { SignatureInput } from './signing-api.ts'
import { RequestFailedError, RequestRefusedError } from './signing-call.ts'
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
  new RequestRefusedError({ code, message: 'No', details: reason === undefined ? {} : { reason } })

const owner = { owner: 'a'.repeat(32), key: Buffer.alloc(32, 1).toString('base64url') }
const storeOptions = { prefix: 'outbox.', isNamed: true }

function createTestDevice() {
  const slots = new Map<string, string>()
  return {
    get length() {
      return slots.size
    },
    key: (at: number) => [...slots.keys()][at] ?? null,
    getItem: (slot: string) => slots.get(slot) ?? null,
    setItem: (slot: string, value: string) => void slots.set(slot, value),
    removeItem: (slot: string) => void slots.delete(slot),
  }
}

let device: ReturnType<typeof createTestDevice>
let keys = 0
type Send = Parameters<typeof createOutbox>[2]
/** The outbox of a page that was loaded just now: what the device holds is sealed until the key is fetched. */
function createTestOutbox(send: Send, fetchKey = async () => owner) {
  const store = new DraftStore(() => device, storeOptions)
  const open = async () => store.open(await fetchKey())
  return createOutbox(store, open, send, () => `key-${(keys += 1)}`)
}
/** An outbox with its key, and a signature that stands on the device. */
async function outboxWithSignature(send: Send) {
  const store = new DraftStore(() => device, storeOptions)
  await store.open(owner)
  const outbox = createOutbox(
    store,
    () => Promise.reject(new Error('asked for a key')),
    send,
    () => `key-${(keys += 1)}`,
  )
  expect(await outbox.enqueue('c1', body)).toBe(true)
  return outbox
}

beforeEach(() => {
  device = createTestDevice()
  keys = 0
})

test('a signature is on the device before it is sent, sealed, and gone once it is accepted', async () => {
  const outbox = await outboxWithSignature(async (consentId, sent, key) => {
    expect([consentId, sent, key]).toEqual(['c1', body, 'key-1'])
    expect(device.length).toBe(1)
    expect(device.getItem(device.key(0)!)).not.toContain('Eleanor')
    return signed
  })
  expect(await outbox.deliver('c1')).toEqual({ state: 'sent', consent: signed })
  expect([outbox.isWaiting('c1'), device.length]).toEqual([false, 0])
})

test('without an answer it waits, survives a reload and goes out under the same key', async () => {
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new RequestFailedError('unavailable'))
    .mockResolvedValue(signed)
  expect(await (await outboxWithSignature(send)).deliver('c1')).toEqual({ state: 'waiting' })
  const reloaded = createTestOutbox(send)
  expect(reloaded.isWaiting('c1')).toBe(true)
  expect(await reloaded.deliver('c1')).toMatchObject({ state: 'sent' })
  expect(send.mock.calls.map(([, sent, key]) => [sent, key])).toEqual([
    [body, 'key-1'],
    [body, 'key-1'],
  ])
  expect([reloaded.isWaiting('c1'), device.length]).toEqual([false, 0])
})

test.each([
  ['no connection', new RequestFailedError('unavailable'), { state: 'waiting' }],
  ['no proof', refused('unauthenticated'), { state: 'locked-out', missing: false }],
  ['a cookie of others', refused('not-found', 'not-found'), { state: 'locked-out', missing: true }],
])('where its key is not to be had it stays on the device: %s', async (_, problem, delivery) => {
  await outboxWithSignature(() => Promise.resolve(signed))
  const send = vi.fn<Send>()
  const reloaded = createTestOutbox(send, () => Promise.reject(problem))
  expect(await reloaded.deliver('c1')).toEqual(delivery)
  expect(reloaded.isWaiting('c1')).toBe(true)
  expect(send).not.toHaveBeenCalled()
})

test('what no key opens any more is let go, and says so', async () => {
  await outboxWithSignature(() => Promise.resolve(signed))
  const other = { owner: 'b'.repeat(32), key: Buffer.alloc(32, 2).toString('base64url') }
  const reloaded = createTestOutbox(vi.fn<Send>(), async () => other)
  expect(await reloaded.deliver('c1')).toEqual({ state: 'settled', reason: 'unreadable' })
  expect(reloaded.isWaiting('c1')).toBe(false)
})

test.each([
  [refused('aborted', 'already-signed'), { state: 'settled', reason: 'already-signed' }],
  [refused('aborted', 'stale-version'), { state: 'settled', reason: 'stale-version' }],
])('an answer that settles it lets it go: %o', async (problem, delivery) => {
  const outbox = await outboxWithSignature(() => Promise.reject(problem))
  expect(await outbox.deliver('c1')).toEqual(delivery)
  expect(outbox.isWaiting('c1')).toBe(false)
})

test.each([
  [refused('unauthenticated'), { state: 'locked-out', missing: false }],
  [refused('not-found', 'not-found'), { state: 'locked-out', missing: true }],
  [refused('aborted', 'wrong-state'), { state: 'refused', reason: 'wrong-state', message: 'No' }],
  [
    refused('invalid-argument', 'empty-signature'),
    { state: 'refused', reason: 'empty-signature', message: 'No' },
  ],
  [new RequestFailedError('internal'), { state: 'waiting' }],
  [new Error('anything else'), { state: 'waiting' }],
])('any other answer keeps it: %o', async (problem, delivery) => {
  const outbox = await outboxWithSignature(() => Promise.reject(problem))
  expect(await outbox.deliver('c1')).toEqual(delivery)
  expect([outbox.isWaiting('c1'), device.length]).toEqual([true, 1])
})

test('two tries at the same time are one request', async () => {
  const send = vi.fn<Send>().mockResolvedValue(signed)
  const outbox = await outboxWithSignature(send)
  await Promise.all([outbox.deliver('c1'), outbox.deliver('c1')])
  expect(send).toHaveBeenCalledOnce()
})

test('an old answer does not let a newer signature go', async () => {
  const { promise, resolve } = Promise.withResolvers<PatientConsent>()
  const send = vi.fn<Send>().mockReturnValueOnce(promise).mockResolvedValue(signed)
  const outbox = await outboxWithSignature(send)
  const first = outbox.deliver('c1')
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  await outbox.enqueue('c1', { ...body, name: 'E. Whitcombe' })
  resolve(signed)
  await first
  expect(outbox.isWaiting('c1')).toBe(true)
  await outbox.deliver('c1')
  expect(send).toHaveBeenLastCalledWith('c1', { ...body, name: 'E. Whitcombe' }, 'key-2')
})

test('the person may let a refused signature go; another consent keeps its own', async () => {
  const outbox = await outboxWithSignature(() => Promise.reject(refused('aborted', 'wrong-state')))
  await outbox.enqueue('c2', body)
  outbox.discard('c1')
  expect([outbox.isWaiting('c1'), outbox.isWaiting('c2')]).toEqual([false, true])
})

test('where the browser keeps nothing, the page itself holds the signature and says so', async () => {
  device.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const outbox = createTestOutbox(() => Promise.reject(new RequestFailedError('unavailable')))
  expect(await outbox.enqueue('c1', body)).toBe(false)
  expect(await outbox.deliver('c1')).toEqual({ state: 'waiting' })
  expect(outbox.isWaiting('c1')).toBe(true)
})
