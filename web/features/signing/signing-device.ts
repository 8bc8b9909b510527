import { tellWorry } from './aftercare-api.ts'
import { signConsent } from './signing-api.ts'
import { createMemory } from './signing-memory.ts'
import { createOutbox } from './signing-outbox.ts'
import { createWorryOutbox } from './worry-outbox.ts'

const nothing = {
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

/** Signatures on their way, kept on this device over days if need be. */
export const outbox = createOutbox(storageOf('localStorage'), signConsent)

/** Worries on their way, likewise. */
export const worryOutbox = createWorryOutbox(storageOf('localStorage'), tellWorry)

/** What this tab remembers until it is closed. */
export const memory = createMemory(storageOf('sessionStorage'))

const kept = storageOf('localStorage')

/** The person's own settings on this device, such as the size of the text. What cannot be kept lasts as long as the page. */
export const settings = {
  get(slot: string): string | null {
    try {
      return kept.getItem(slot)
    } catch {
      return null
    }
  },
  set(slot: string, value: string): void {
    try {
      kept.setItem(slot, value)
    } catch {
      // Some private windows keep nothing.
    }
  },
}
