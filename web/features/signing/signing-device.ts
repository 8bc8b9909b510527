import { DraftStore, drafts } from '../../ui/plain/draft-store.ts'
import { createCheckOutbox } from './check-outbox.ts'
import { sendCheckPosting } from './check-api.ts'
import { tellWorry } from './aftercare-api.ts'
import { draftKeyOf, signConsent } from './signing-api.ts'
import { createMemory } from './signing-memory.ts'
import { createOutbox } from './signing-outbox.ts'
import { createWorryOutbox } from './worry-outbox.ts'

const nothing = {
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
    return typeof document === 'undefined' ? nothing : globalThis[kind]
  } catch {
    return nothing
  }
}

const kept = { device: storageOf('localStorage'), tab: storageOf('sessionStorage') }

/** Holds what a page is told until it is left. */
function pageStorage() {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    getItem: (slot: string) => held.get(slot) ?? null,
    setItem: (slot: string, value: string) => void held.set(slot, value),
    removeItem: (slot: string) => void held.delete(slot),
  }
}

/** From now on nothing is kept on the device, and nothing that it keeps is read: for the form that anybody may try. */
export const keepInPageAlone = () => void Object.assign(kept, { device: pageStorage(), tab: pageStorage() })

/** Looks up at each use where things are kept. */
const through = (where: keyof typeof kept) => ({
  get length() {
    return kept[where].length
  },
  key: (at: number) => kept[where].key(at),
  getItem: (slot: string) => kept[where].getItem(slot),
  setItem: (slot: string, value: string) => kept[where].setItem(slot, value),
  removeItem: (slot: string) => kept[where].removeItem(slot),
})

/** What this device keeps over days and anybody may read: settings, and the parts that were on the screen. */
export const deviceStore = through('device')

/** How long a signature that was begun is kept on the device when its tab is gone, in milliseconds: a day. */
const begun_kept_ms = 24 * 60 * 60 * 1000
const begun = { prefix: 'candour.begun.', isNamed: true, kept_ms: begun_kept_ms }
const filledIn = {
  tab: new DraftStore(() => sessionStorage, begun),
  device: new DraftStore(() => localStorage, begun),
}
/** What is on its way to the practice, kept on this device over days if need be. */
export const sealedOutbox = new DraftStore(() => localStorage, {
  ...{ prefix: 'candour.outbox.', isNamed: true, kept_ms: Number.POSITIVE_INFINITY },
})

/**
 * Opens all that this device and tab hold sealed of the person behind a consent.
 * @throws CallLost, or CallRefused where the birth date has to be proved again
 */
export async function openSealed(consentId: string): Promise<void> {
  const owner = await draftKeyOf(consentId)
  await Promise.all([drafts, filledIn.tab, filledIn.device, sealedOutbox].map((store) => store.open(owner)))
}

/** Answers to the questions of a form on their way, kept as long as signatures are. */
export const checkOutbox = createCheckOutbox(sealedOutbox, sendCheckPosting)

/** Signatures on their way. What was answered before is sent before. */
export const outbox = createOutbox(sealedOutbox, openSealed, async (...signature) => {
  await checkOutbox.deliver(signature[0])
  return signConsent(...signature)
})

/** Worries on their way, likewise. */
export const worryOutbox = createWorryOutbox(sealedOutbox, tellWorry)

/** What this tab remembers until it is closed. */
export const memory = createMemory(through('tab'), deviceStore, filledIn)

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
