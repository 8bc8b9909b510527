import { expect, test } from 'vitest'
import { DraftStore } from './draft-store.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const amara = { owner: 'a'.repeat(32), key: key(1) }
const ben = { owner: 'b'.repeat(32), key: key(2) }

/** A tab's storage, with a promise for its next change. */
function createTestStorage() {
  const storedItems = new Map<string, string>()
  let changed = Promise.withResolvers<void>()
  return {
    held: storedItems,
    next: () => (changed = Promise.withResolvers<void>()).promise,
    get length() {
      return storedItems.size
    },
    key: (at: number) => [...storedItems.keys()][at] ?? null,
    getItem: (slot: string) => storedItems.get(slot) ?? null,
    setItem(slot: string, value: string) {
      storedItems.set(slot, value)
      changed.resolve()
    },
    removeItem: (slot: string) => void storedItems.delete(slot),
  }
}

/** A tab where Amara has typed a reason, sealed by now. */
async function storeWithDraft(now = () => 1_000) {
  const slots = createTestStorage()
  const store = new DraftStore(() => slots, { now })
  await store.open(amara)
  const sealed = slots.next()
  void store.setItem('/clinic/patients/1 note', 'Bleeds easily')
  await sealed
  return { slots, store }
}

test('what is typed is read back at once, and no word or name of it stands in the storage', async () => {
  const { slots, store } = await storeWithDraft()
  expect(store.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
  const storedText = JSON.stringify([...slots.held])
  expect(storedText).not.toMatch(/Bleeds|clinic|note/)
})

test('a page that is loaded again finds it, once the same person is there', async () => {
  const { slots } = await storeWithDraft()
  const again = new DraftStore(() => slots, { now: () => 2_000 })
  expect(again.getItem('/clinic/patients/1 note')).toBeNull()
  await again.open(amara)
  expect(again.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
})

test('another person finds nothing, and leaves it for whoever typed it', async () => {
  const { slots } = await storeWithDraft()
  const again = new DraftStore(() => slots, { now: () => 2_000 })
  await again.open(ben)
  expect(again.length).toBe(0)
  await again.open(amara)
  expect(again.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
})

test('a key that is not the right one opens nothing', async () => {
  const { slots } = await storeWithDraft()
  const again = new DraftStore(() => slots, { now: () => 2_000 })
  await again.open({ ...amara, key: ben.key })
  expect(again.length).toBe(0)
  expect(slots.held.size).toBe(0)
})

test('a session that ends takes words and key out of the page; nothing is taken until one opens', async () => {
  const { slots, store } = await storeWithDraft()
  store.close()
  void store.setItem('note', 'typed after the end')
  expect(store.length).toBe(0)
  expect(slots.held.size).toBe(1)
  await store.open(amara)
  expect(store.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
})

test('signing out forgets it, sealed or not', async () => {
  const { slots, store } = await storeWithDraft()
  store.clear()
  expect(slots.held.size).toBe(0)
  await store.open(amara)
  expect(store.length).toBe(0)
})

test('what was sent is forgotten', async () => {
  const { slots, store } = await storeWithDraft()
  store.removeItem('/clinic/patients/1 note')
  expect(store.getItem('/clinic/patients/1 note')).toBeNull()
  expect(slots.held.size).toBe(0)
})

test('what is seven days old is forgotten', async () => {
  const { slots } = await storeWithDraft(() => 0)
  const week_ms = 7 * 24 * 60 * 60 * 1000
  await new DraftStore(() => slots, { now: () => week_ms }).open(ben)
  expect(slots.held.size).toBe(0)
})

test('a browser that keeps nothing still holds it for the page', async () => {
  const store = new DraftStore(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  await store.open(amara)
  void store.setItem('note', 'here')
  expect(store.getItem('note')).toBe('here')
})

/** A device where Amara's signature waits, under its name. */
async function storeWithQueuedItem(ttl_ms = Number.POSITIVE_INFINITY) {
  const slots = createTestStorage()
  const manner = { prefix: 'outbox.', isNamed: true, ttl_ms, now: () => 1_000 }
  const open = () => new DraftStore(() => slots, manner)
  const store = open()
  await store.open(amara)
  expect(await store.setItem('signature:c1', 'Amara Okafor')).toBe(true)
  return { slots, open, store }
}

test('a store with names shows without the key that something waits, and not what', async () => {
  const { slots, open } = await storeWithQueuedItem()
  const sealed = open()
  expect([sealed.has('signature:c1'), sealed.has('signature:c2')]).toEqual([true, false])
  expect(sealed.getItem('signature:c1')).toBeNull()
  expect(JSON.stringify([...slots.held])).not.toContain('Okafor')
  await sealed.open(amara)
  expect(sealed.getItem('signature:c1')).toBe('Amara Okafor')
})

test('without the key it can be let go by its name', async () => {
  const { slots, open } = await storeWithQueuedItem()
  open().removeItem('signature:c1')
  expect(slots.held.size).toBe(0)
})

test('what another tab left meanwhile is found at the next opening; what it took away does not come back', async () => {
  const { slots, open, store } = await storeWithQueuedItem()
  const other = open()
  await other.open(amara)
  await other.setItem('check:c1', 'answers')
  await store.open(amara)
  expect(store.getItem('check:c1')).toBe('answers')
  other.removeItem('signature:c1')
  await store.open(amara)
  expect([...slots.held.keys()]).toEqual([expect.stringMatching(/\.check:c1$/)])
})

test('two openings at once both end with what was left', async () => {
  const { open } = await storeWithQueuedItem()
  const again = open()
  void again.open(amara)
  await again.open(amara)
  expect(again.getItem('signature:c1')).toBe('Amara Okafor')
})

test('a session that ends while it opens leaves the key behind', async () => {
  const { slots, store } = await storeWithDraft()
  store.close()
  const opening = store.open(amara)
  await Promise.resolve()
  store.close()
  await opening
  expect(store.length).toBe(0)
  expect(await store.setItem('note', 'typed after the end')).toBe(false)
  expect(slots.held.size).toBe(1)
})

test('it is said where nothing stands in the storage', async () => {
  const full = {
    ...createTestStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const store = new DraftStore(() => full)
  expect(await store.setItem('note', 'before the key')).toBe(false)
  await store.open(amara)
  expect(await store.setItem('note', 'no room')).toBe(false)
  expect(store.getItem('note')).toBe('no room')
})
