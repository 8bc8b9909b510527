import type { PatientConsent } from '../../../contract/signing.ts'
import type { DraftStore } from '../../ui/plain/draft-store.ts'
import type { SignatureInput } from './signing-api.ts'
import { RequestRefusedError } from './signing-call.ts'

/** A signature on its way; its key makes sending it again harmless. */
type QueuedSignature = { key: string; body: SignatureInput }

export type Delivery =
  | { state: 'sent'; consent: PatientConsent }
  /** Kept, and worth trying again by itself. */
  | { state: 'waiting' }
  /** Kept until the birth date is proved again. `missing`: the cookie that was sent opens other consents, or none is left. */
  | { state: 'locked-out'; missing: boolean }
  /** Let go: it can no longer become a signature, one exists already, or no key opens what the device holds. */
  | { state: 'settled'; reason: 'already-signed' | 'stale-version' | 'unreadable' }
  /** Kept until the person says otherwise: the server will not take it as it is. */
  | { state: 'refused'; reason: string; message: string }

type Store = Pick<DraftStore, 'has' | 'getItem' | 'setItem' | 'removeItem'>
/** Fetches the key that opens what the store holds of this consent. */
type UnlockStore = (consentId: string) => Promise<void>
type Send = (consentId: string, body: SignatureInput, key: string) => Promise<PatientConsent>

const storageKey = (consentId: string) => `signature:${consentId}`

type Outbox = {
  /** Whether a signature of this consent still waits; what it is may be sealed. */
  isWaiting: (consentId: string) => boolean
  /** Takes a signature in. False where only this page holds it. */
  enqueue: (consentId: string, body: SignatureInput) => Promise<boolean>
  /** Sends the signature of this consent that waits. */
  deliver: (consentId: string) => Promise<Delivery>
  /** Lets a signature go because the person decided so. */
  discard: (consentId: string) => void
}

/** An outbox over the device's sealed storage. Two tries at the same time become one. */
export function createOutbox(
  store: Store,
  open: UnlockStore,
  send: Send,
  newKey: () => string = () => crypto.randomUUID(),
): Outbox {
  const underWay = new Map<string, Promise<Delivery>>()

  const discard = (consentId: string) => store.removeItem(storageKey(consentId))

  function held(consentId: string): QueuedSignature | undefined {
    try {
      return JSON.parse(store.getItem(storageKey(consentId)) ?? '') as QueuedSignature
    } catch {
      return undefined
    }
  }

  async function attempt(consentId: string): Promise<Delivery> {
    let posting = held(consentId)
    const delivery = await deliveryOf(async () => {
      if (!posting) await open(consentId)
      posting = held(consentId)
      return posting ? await send(consentId, posting.body, posting.key) : undefined
    })
    const done = delivery.state === 'sent' || delivery.state === 'settled'
    if (done && held(consentId)?.key === posting?.key) discard(consentId)
    return delivery
  }

  function deliver(consentId: string): Promise<Delivery> {
    const running = underWay.get(consentId)
    if (running) return running
    const started = attempt(consentId).finally(() => underWay.delete(consentId))
    underWay.set(consentId, started)
    return started
  }

  return {
    isWaiting: (consentId) => store.has(storageKey(consentId)),
    enqueue: (consentId, body) =>
      store.setItem(storageKey(consentId), JSON.stringify({ key: newKey(), body })),
    deliver,
    discard,
  }
}

/** What an answer means for a kept signature (rulings 17). */
async function deliveryOf(attempt: () => Promise<PatientConsent | undefined>): Promise<Delivery> {
  try {
    const consent = await attempt()
    return consent ? { state: 'sent', consent } : { state: 'settled', reason: 'unreadable' }
  } catch (error) {
    if (!(error instanceof RequestRefusedError)) return { state: 'waiting' }
    const { reason } = error.details
    if (reason === 'already-signed' || reason === 'stale-version') return { state: 'settled', reason }
    const missing = error.code === 'not-found'
    if (missing || error.code === 'unauthenticated') return { state: 'locked-out', missing }
    return { state: 'refused', reason: reason ?? '', message: error.message }
  }
}
