/** Who writes: a tag that tells people apart and names nobody, and 32 bytes of key as base64url. */
export type DraftOwner = { owner: string; key: string }

type SlotStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** How long a draft is kept in a tab that is never closed, in milliseconds: seven days. */
const draft_ttl_ms = 7 * 24 * 60 * 60 * 1000
const iv_bytes = 12

type DraftStoreOptions = {
  /** What the storage's slots begin with. */
  prefix?: string
  ttl_ms?: number
  /**
   * Slots carry the name of what they hold, so that it can be seen without the key that something is there, and be taken
   * away. For names that say nothing of anybody.
   */
  isNamed?: boolean
  now?: () => number
}

/**
 * What is typed and not sent yet, of one person at a time. It is read and written at once, in memory; the browser's storage
 * holds it sealed with AES-256-GCM under a key that the server gives to that person's open session alone. Until `open`,
 * and where the browser has no WebCrypto (plain HTTP), nothing leaves the page's memory.
 */
export class DraftStore {
  readonly #slots: () => SlotStorage
  readonly #manner: Required<DraftStoreOptions>
  readonly #drafts = new Map<string, { slot: string; text: string }>()
  #owner: string | undefined
  #key: CryptoKey | undefined
  /** Whether the session has ended: then nothing is taken until somebody's session opens. */
  #isClosed = false
  /** One opening after the other. */
  #opening: Promise<void> = Promise.resolve()

  /** `slots` may throw, as a browser's storage does that lets nobody at it. */
  constructor(slots: () => SlotStorage, manner: DraftStoreOptions = {}) {
    this.#slots = slots
    const usual = { prefix: 'candour.draft.', ttl_ms: draft_ttl_ms, isNamed: false, now: Date.now }
    this.#manner = { ...usual, ...manner }
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

  /** Whether something is there by this name, of anybody; of a store with names in its slots, also while it is sealed. */
  has(name: string): boolean {
    return this.#drafts.has(name) || this.#slotsNamed(name).length > 0
  }

  /** It is held at once. Answers whether it stands sealed in the storage, too. */
  setItem(name: string, text: string): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    const draft = { slot: this.#drafts.get(name)?.slot ?? this.#newSlot(name), text }
    this.#drafts.set(name, draft)
    return this.#seal(name, draft)
  }

  removeItem(name: string): void {
    const draft = this.#drafts.get(name)
    this.#drafts.delete(name)
    for (const slot of draft ? [this.#slotOf(draft), ...this.#slotsNamed(name)] : this.#slotsNamed(name))
      ignoreStorageErrors(() => this.#slots().removeItem(slot))
  }

  /**
   * Opens what this person left here, also from another tab meanwhile. What was typed before anybody was known stays, and
   * is theirs from now on. What is too old, and what the key does not open, is removed.
   */
  open(owner: DraftOwner): Promise<void> {
    const opening = this.#opening.then(() => this.#openFor(owner))
    this.#opening = opening.catch(() => {})
    return opening
  }

  async #openFor({ owner, key }: DraftOwner): Promise<void> {
    if (this.#owner === owner) return this.#take(owner)
    if (this.#owner !== undefined) this.close()
    this.#forgetOld()
    this.#owner = owner
    this.#isClosed = false
    const imported = await importKey(key)
    if (this.#owner !== owner) return
    this.#key = imported
    const typedBefore = [...this.#drafts]
    await this.#take(owner)
    await Promise.all(typedBefore.map(([name, draft]) => this.#seal(name, draft)))
  }

  async #take(owner: string): Promise<void> {
    const own = this.#slotOf({ slot: '' })
    const known = new Set([...this.#drafts.values()].map(this.#slotOf))
    for (const slot of this.#key ? this.#slotsBy(own) : []) {
      if (known.has(slot)) continue
      const found = await this.#unseal(slot)
      if (this.#owner !== owner) return
      if (!found || this.#drafts.has(found[0])) ignoreStorageErrors(() => this.#slots().removeItem(slot))
      else this.#drafts.set(found[0], { slot: slot.slice(own.length), text: found[1] })
    }
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
      for (const slot of this.#slotsBy(this.#slotOf({ slot: '' })))
        ignoreStorageErrors(() => this.#slots().removeItem(slot))
    this.close()
  }

  #slotOf = ({ slot }: { slot: string }): string => `${this.#manner.prefix}${this.#owner ?? ''}.${slot}`

  #newSlot = (name: string): string =>
    this.#manner.isNamed ? name : crypto.getRandomValues(new Uint32Array(2)).join('-')

  #slotsNamed = (name: string): string[] =>
    this.#manner.isNamed ? this.#slotsBy(this.#manner.prefix).filter((slot) => slot.endsWith(`.${name}`)) : []

  #slotsBy(beginning: string): string[] {
    return (
      ignoreStorageErrors(() => {
        const slots = this.#slots()
        return Array.from({ length: slots.length }, (_none, at) => slots.key(at) ?? '').filter((slot) =>
          slot.startsWith(beginning),
        )
      }) ?? []
    )
  }

  #forgetOld(): void {
    const { prefix, now, ttl_ms } = this.#manner
    for (const slot of this.#slotsBy(prefix)) {
      const savedAt = Number.parseInt(ignoreStorageErrors(() => this.#slots().getItem(slot)) ?? '', 10)
      if (!(now() - savedAt < ttl_ms)) ignoreStorageErrors(() => this.#slots().removeItem(slot))
    }
  }

  /** Names are sealed too: they may speak of somebody. */
  async #seal(name: string, draft: { slot: string; text: string }): Promise<boolean> {
    const [key, slot] = [this.#key, this.#slotOf(draft)]
    if (!key) return false
    const iv = crypto.getRandomValues(new Uint8Array(iv_bytes))
    const data = bytesOf(JSON.stringify([name, draft.text]))
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bytesOf(slot) },
      key,
      data,
    )
    // Meanwhile it may have been changed, sent, or its writer gone.
    if (this.#key !== key || this.#drafts.get(name) !== draft) return false
    const sealedText = `${this.#manner.now()}.${textOf(iv)}.${textOf(new Uint8Array(sealed))}`
    return ignoreStorageErrors(() => (this.#slots().setItem(slot, sealedText), true)) ?? false
  }

  async #unseal(slot: string): Promise<[string, string] | undefined> {
    const [, iv = '', sealed = ''] = (ignoreStorageErrors(() => this.#slots().getItem(slot)) ?? '').split('.')
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
function ignoreStorageErrors<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
