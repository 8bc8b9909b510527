import { expect, test } from 'vitest'
import { DraftStore } from './draft-store.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const amara = { owner: 'a'.repeat(32), key: key(1) }
const ben = { owner: 'b'.repeat(32), key: key(2) }

/** A tab's storage, with a promise for its next change. */
function makeSlots() {
  const held = new Map<string, string>()
  let changed = Promise.withResolvers<void>()
  return {
    held,
    next: () => (changed = Promise.withResolvers<void>()).promise,
    get length() {
      return held.size
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    getItem: (slot: string) => held.get(slot) ?? null,
    setItem(slot: string, value: string) {
      held.set(slot, value)
      changed.resolve()
    },
    removeItem: (slot: string) => void held.delete(slot),
  }
}

/** A tab where Amara has typed a reason, sealed by now. */
async function typedByAmara(now = () => 1_000) {
  const slots = makeSlots()
  const store = new DraftStore(() => slots, now)
  await store.open(amara)
  const sealed = slots.next()
  store.setItem('/clinic/patients/1 note', 'Bleeds easily')
  await sealed
  return { slots, store }
}

test('what is typed is read back at once, and no word or name of it stands in the storage', async () => {
  const { slots, store } = await typedByAmara()
  expect(store.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
  const kept = JSON.stringify([...slots.held])
  expect(kept).not.toMatch(/Bleeds|clinic|note/)
})

test('a page that is loaded again finds it, once the same person is there', async () => {
  const { slots } = await typedByAmara()
  const again = new DraftStore(
    () => slots,
    () => 2_000,
  )
  expect(again.getItem('/clinic/patients/1 note')).toBeNull()
  await again.open(amara)
  expect(again.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
})

test('another person finds nothing, and leaves it for whoever typed it', async () => {
  const { slots } = await typedByAmara()
  const again = new DraftStore(
    () => slots,
    () => 2_000,
  )
  await again.open(ben)
  expect(again.length).toBe(0)
  await again.open(amara)
  expect(again.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
})

test('a key that is not the right one opens nothing', async () => {
  const { slots } = await typedByAmara()
  const again = new DraftStore(
    () => slots,
    () => 2_000,
  )
  await again.open({ ...amara, key: ben.key })
  expect(again.length).toBe(0)
  expect(slots.held.size).toBe(0)
})

test('a session that ends takes words and key out of the page; nothing is taken until one opens', async () => {
  const { slots, store } = await typedByAmara()
  store.close()
  store.setItem('note', 'typed after the end')
  expect(store.length).toBe(0)
  expect(slots.held.size).toBe(1)
  await store.open(amara)
  expect(store.getItem('/clinic/patients/1 note')).toBe('Bleeds easily')
})

test('signing out forgets it, sealed or not', async () => {
  const { slots, store } = await typedByAmara()
  store.clear()
  expect(slots.held.size).toBe(0)
  await store.open(amara)
  expect(store.length).toBe(0)
})

test('what was sent is forgotten', async () => {
  const { slots, store } = await typedByAmara()
  store.removeItem('/clinic/patients/1 note')
  expect(store.getItem('/clinic/patients/1 note')).toBeNull()
  expect(slots.held.size).toBe(0)
})

test('what is seven days old is forgotten', async () => {
  const { slots } = await typedByAmara(() => 0)
  const week_ms = 7 * 24 * 60 * 60 * 1000
  await new DraftStore(
    () => slots,
    () => week_ms,
  ).open(ben)
  expect(slots.held.size).toBe(0)
})

test('a browser that keeps nothing still holds it for the page', async () => {
  const store = new DraftStore(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  await store.open(amara)
  store.setItem('note', 'here')
  expect(store.getItem('note')).toBe('here')
})
