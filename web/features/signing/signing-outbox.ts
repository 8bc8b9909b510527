import type { PatientConsent } from '../../../contract/signing.ts'
import type { SignatureInput } from './signing-api.ts'
import { CallRefused } from './signing-call.ts'

/**
 * A signature on its way. It is kept on the device until the server has answered for good, and its key makes
 * sending it again harmless.
 */
export type Posting = { consentId: string; key: string; body: SignatureInput }

export type Delivery =
  | { state: 'sent'; consent: PatientConsent }
  /** Kept, and worth trying again by itself. */
  | { state: 'waiting' }
  /** Kept until the birth date is proved again. `missing`: the cookie that was sent opens other consents, or none is left. */
  | { state: 'locked-out'; missing: boolean }
  /** Let go: it can no longer become a signature, or one exists already. */
  | { state: 'settled'; reason: 'already-signed' | 'stale-version' }
  /** Kept until the person says otherwise: the server will not take it as it is. */
  | { state: 'refused'; reason: string; message: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Send = (consentId: string, body: SignatureInput, key: string) => Promise<PatientConsent>

const slot = (consentId: string) => `candour:outbox:${consentId}`

type Outbox = {
  /** The signature of this consent that still waits, if there is one. */
  waiting: (consentId: string) => Posting | undefined
  /** Takes a signature in. `onDevice` is false where the browser keeps nothing and only this page holds it. */
  keep: (consentId: string, body: SignatureInput) => { posting: Posting; onDevice: boolean }
  deliver: (posting: Posting) => Promise<Delivery>
  /** Lets a signature go because the person decided so. */
  discard: (consentId: string) => void
}

/** An outbox over the device's storage. Two tries of one posting at the same time become one. */
export function createOutbox(
  store: Store,
  send: Send,
  newKey: () => string = () => crypto.randomUUID(),
): Outbox {
  const held = new Map<string, Posting>()
  const underWay = new Map<string, Promise<Delivery>>()

  function waiting(consentId: string): Posting | undefined {
    return held.get(consentId) ?? read(store, consentId)
  }

  function keep(consentId: string, body: SignatureInput) {
    const posting = { consentId, key: newKey(), body }
    held.set(consentId, posting)
    return { posting, onDevice: write(store, posting) }
  }

  function discard(consentId: string) {
    held.delete(consentId)
    try {
      store.removeItem(slot(consentId))
    } catch {
      // A browser that keeps nothing has nothing to remove.
    }
  }

  async function attempt(posting: Posting): Promise<Delivery> {
    const delivery = await deliveryOf(posting, send)
    const done = delivery.state === 'sent' || delivery.state === 'settled'
    if (done && waiting(posting.consentId)?.key === posting.key) discard(posting.consentId)
    return delivery
  }

  function deliver(posting: Posting): Promise<Delivery> {
    const running = underWay.get(posting.key)
    if (running) return running
    const started = attempt(posting).finally(() => underWay.delete(posting.key))
    underWay.set(posting.key, started)
    return started
  }

  return { waiting, keep, deliver, discard }
}

/** What an answer means for a kept signature (rulings 17). */
async function deliveryOf({ consentId, body, key }: Posting, send: Send): Promise<Delivery> {
  try {
    return { state: 'sent', consent: await send(consentId, body, key) }
  } catch (error) {
    if (!(error instanceof CallRefused)) return { state: 'waiting' }
    const { reason } = error.details
    if (reason === 'already-signed' || reason === 'stale-version') return { state: 'settled', reason }
    const missing = error.code === 'not-found'
    if (missing || error.code === 'unauthenticated') return { state: 'locked-out', missing }
    return { state: 'refused', reason: reason ?? '', message: error.message }
  }
}

function read(store: Store, consentId: string): Posting | undefined {
  try {
    const kept = store.getItem(slot(consentId))
    return kept === null ? undefined : (JSON.parse(kept) as Posting)
  } catch {
    return undefined
  }
}

function write(store: Store, posting: Posting): boolean {
  try {
    store.setItem(slot(posting.consentId), JSON.stringify(posting))
    return true
  } catch {
    return false
  }
}
