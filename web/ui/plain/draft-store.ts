/** Who writes: a tag that tells people apart and names nobody, and 32 bytes of key as base64url. */
export type DraftOwner = { owner: string; key: string }

type Slots = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const prefix = 'candour.draft.'
/** How long a draft is kept in a tab that is never closed, in milliseconds: seven days. */
const draft_kept_ms = 7 * 24 * 60 * 60 * 1000
const iv_bytes = 12

/**
 * What is typed and not sent yet, of one person at a time. It is read and written at once, in memory; the tab's storage
 * holds it sealed with AES-256-GCM under a key that the server gives to that person's open session alone. Until `open`,
 * and where the browser has no WebCrypto (plain HTTP), nothing leaves the page's memory.
 */
export class DraftStore {
  readonly #slots: () => Slots
  readonly #now: () => number
  readonly #drafts = new Map<string, { slot: string; text: string }>()
  #owner: string | undefined
  #key: CryptoKey | undefined
  /** Whether the session has ended: then nothing is taken until somebody's session opens. */
  #isClosed = false

  /** `slots` may throw, as a browser's storage does that lets nobody at it. */
  constructor(slots: () => Slots, now: () => number = Date.now) {
    this.#slots = slots
    this.#now = now
  }

  get length(): number {
    return this.#drafts.size
  }

  key(at: number): string | null {
    return [...this.#drafts.keys()][at] ?? null
  }

  getItem(name: string): string | null {
    return this.#drafts.get(name)?.text ?? null
  }

  setItem(name: string, text: string): void {
    if (this.#isClosed) return
    const draft = {
      slot: this.#drafts.get(name)?.slot ?? crypto.getRandomValues(new Uint32Array(2)).join('-'),
      text,
    }
    this.#drafts.set(name, draft)
    void this.#seal(name, draft)
  }

  removeItem(name: string): void {
    const draft = this.#drafts.get(name)
    this.#drafts.delete(name)
    if (draft) quietly(() => this.#slots().removeItem(this.#slotOf(draft)))
  }

  /**
   * Opens what this person left in this tab. What was typed before anybody was known stays, and is theirs from now on.
   * Drafts older than seven days, and those that the key does not open, are removed.
   */
  async open({ owner, key }: DraftOwner): Promise<void> {
    if (this.#owner === owner) return
    if (this.#owner !== undefined) this.close()
    this.#forgetOld()
    this.#owner = owner
    this.#isClosed = false
    this.#key = await importKey(key)
    if (!this.#key) return
    const typedBefore = [...this.#drafts]
    for (const slot of this.#slotsBy(`${prefix}${owner}.`)) {
      const found = await this.#unseal(slot)
      if (!found || this.#drafts.has(found[0])) quietly(() => this.#slots().removeItem(slot))
      else this.#drafts.set(found[0], { slot: slot.slice(this.#slotOf({ slot: '' }).length), text: found[1] })
    }
    await Promise.all(typedBefore.map(([name, draft]) => this.#seal(name, draft)))
  }

  /** The session has ended: key and words leave the page's memory. Who signs in again finds the sealed ones. */
  close(): void {
    this.#drafts.clear()
    this.#owner = undefined
    this.#key = undefined
    this.#isClosed = true
  }

  /** Somebody signs out: what they typed is gone, sealed or not. */
  clear(): void {
    if (this.#owner !== undefined)
      for (const slot of this.#slotsBy(`${prefix}${this.#owner}.`))
        quietly(() => this.#slots().removeItem(slot))
    this.close()
  }

  #slotOf = ({ slot }: { slot: string }): string => `${prefix}${this.#owner ?? ''}.${slot}`

  #slotsBy(beginning: string): string[] {
    return (
      quietly(() => {
        const slots = this.#slots()
        return Array.from({ length: slots.length }, (_none, at) => slots.key(at) ?? '').filter((slot) =>
          slot.startsWith(beginning),
        )
      }) ?? []
    )
  }

  #forgetOld(): void {
    for (const slot of this.#slotsBy(prefix)) {
      const savedAt = Number.parseInt(quietly(() => this.#slots().getItem(slot)) ?? '', 10)
      if (!(this.#now() - savedAt < draft_kept_ms)) quietly(() => this.#slots().removeItem(slot))
    }
  }

  /** Names are sealed too: they may speak of somebody. */
  async #seal(name: string, draft: { slot: string; text: string }): Promise<void> {
    const [key, slot] = [this.#key, this.#slotOf(draft)]
    if (!key) return
    const iv = crypto.getRandomValues(new Uint8Array(iv_bytes))
    const data = bytesOf(JSON.stringify([name, draft.text]))
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bytesOf(slot) },
      key,
      data,
    )
    // Meanwhile it may have been changed, sent, or its writer gone.
    if (this.#key !== key || this.#drafts.get(name) !== draft) return
    const kept = `${this.#now()}.${textOf(iv)}.${textOf(new Uint8Array(sealed))}`
    quietly(() => this.#slots().setItem(slot, kept))
  }

  async #unseal(slot: string): Promise<[string, string] | undefined> {
    const [, iv = '', sealed = ''] = (quietly(() => this.#slots().getItem(slot)) ?? '').split('.')
    if (!this.#key) return undefined
    try {
      const how = { name: 'AES-GCM', iv: fromText(iv), additionalData: bytesOf(slot) }
      const opened = await crypto.subtle.decrypt(how, this.#key, fromText(sealed))
      return JSON.parse(new TextDecoder().decode(opened)) as [string, string]
    } catch {
      return undefined
    }
  }
}

/** What is typed in this tab. */
export const drafts = new DraftStore(() => sessionStorage)

/** Undefined where the browser has no WebCrypto. The key cannot be taken out of the browser's keeping again. */
async function importKey(key: string): Promise<CryptoKey | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined
  return crypto.subtle.importKey('raw', fromText(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
const fromText = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0)!)

/** Storage throws in some private windows, and where it is full. */
function quietly<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
