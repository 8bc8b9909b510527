import type { OpenedConsent } from '../../../contract/signing.ts'
import { DraftStore, drafts } from '../../ui/plain/draft-store.ts'
import { createCheckOutbox } from './check-outbox.ts'
import { sendCheckAnswer } from './check-api.ts'
import { reportWorry } from './aftercare-api.ts'
import { readDraftKey, signConsent } from './signing-api.ts'
import { createMemory } from './signing-memory.ts'
import { createOutbox } from './signing-outbox.ts'
import { createWorryOutbox } from './worry-outbox.ts'

const unavailableStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {
    throw new DOMException('There is no storage', 'QuotaExceededError')
  },
  removeItem() {},
}

/** The browser's storage; nothing while pages are made ahead, and where the browser forbids it. */
function storageOf(kind: 'localStorage' | 'sessionStorage') {
  try {
    return typeof document === 'undefined' ? unavailableStorage : globalThis[kind]
  } catch {
    return unavailableStorage
  }
}

const storages = { device: storageOf('localStorage'), tab: storageOf('sessionStorage') }

/** Holds what a page is told until it is left. */
function createMemoryStorage() {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (at: number) => [...entries.keys()][at] ?? null,
    getItem: (slot: string) => entries.get(slot) ?? null,
    setItem: (slot: string, value: string) => void entries.set(slot, value),
    removeItem: (slot: string) => void entries.delete(slot),
  }
}

/** From now on nothing is kept on the device, and nothing that it keeps is read: for the form that anybody may try. */
export const disableDeviceStorage = () =>
  void Object.assign(storages, { device: createMemoryStorage(), tab: createMemoryStorage() })

/** Looks up at each use where things are kept. */
const lazyStorage = (where: keyof typeof storages) => ({
  get length() {
    return storages[where].length
  },
  key: (at: number) => storages[where].key(at),
  getItem: (slot: string) => storages[where].getItem(slot),
  setItem: (slot: string, value: string) => storages[where].setItem(slot, value),
  removeItem: (slot: string) => storages[where].removeItem(slot),
})

/** What this device keeps over days and anybody may read: settings, and the parts that were on the screen. */
export const deviceStore = lazyStorage('device')

/** How long a signature that was begun is kept on the device when its tab is gone, in milliseconds: a day. */
const signature_ttl_ms = 24 * 60 * 60 * 1000
const signatureStoreOptions = { prefix: 'candour.begun.', isNamed: true, ttl_ms: signature_ttl_ms }
const draftStoreOptions = {
  tab: new DraftStore(() => sessionStorage, signatureStoreOptions),
  device: new DraftStore(() => localStorage, signatureStoreOptions),
}
/** What is on its way to the practice, kept on this device over days if need be. */
export const sealedOutbox = new DraftStore(() => localStorage, {
  ...{ prefix: 'candour.outbox.', isNamed: true, ttl_ms: Number.POSITIVE_INFINITY },
})

/**
 * Opens all that this device and tab hold sealed of the person behind a consent.
 * @throws CallLost, or CallRefused where the birth date has to be proved again
 */
const unlockSealedStores = async (consentId: string): Promise<void> =>
  openSealedStores(await readDraftKey(consentId))

/** The same with the key at hand. */
export async function openSealedStores(owner: NonNullable<OpenedConsent['draftKey']>): Promise<void> {
  await Promise.all(
    [drafts, draftStoreOptions.tab, draftStoreOptions.device, sealedOutbox].map((store) => store.open(owner)),
  )
}

/** Answers to the questions of a form on their way, kept as long as signatures are. */
export const checkOutbox = createCheckOutbox(sealedOutbox, sendCheckAnswer)

/** Signatures on their way. What was answered before is sent before. */
export const outbox = createOutbox(sealedOutbox, unlockSealedStores, async (...signature) => {
  await checkOutbox.deliver(signature[0])
  return signConsent(...signature)
})

/** Worries on their way, likewise. */
export const worryOutbox = createWorryOutbox(sealedOutbox, reportWorry)

/** What this tab remembers until it is closed. */
export const memory = createMemory(lazyStorage('tab'), deviceStore, draftStoreOptions)

/** The person's own settings on this device, such as the size of the text. What cannot be kept lasts as long as the page. */
export const settings = {
  get(slot: string): string | null {
    try {
      return deviceStore.getItem(slot)
    } catch {
      return null
    }
  },
  set(slot: string, value: string): void {
    try {
      deviceStore.setItem(slot, value)
    } catch {
      // Some private windows keep nothing.
    }
  },
}
