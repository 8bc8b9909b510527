import { expect, test } from 'vitest'
import { privateKeysIn, patientKeysIn } from './private-storage.ts'

/** A store as browsers have it. */
function makeStore(kept: Record<string, string>) {
  const slots = new Map(Object.entries(kept))
  return {
    slots,
    get length() {
      return slots.size
    },
    key: (at: number) => [...slots.keys()][at] ?? null,
    getItem: (slot: string) => slots.get(slot) ?? null,
    setItem: (slot: string, value: string) => void slots.set(slot, value),
    removeItem: (slot: string) => void slots.delete(slot),
  }
}

test('what speaks of health goes, all of it; settings and what is on its way stay', () => {
  const store = makeStore({
    ['candour.private.history-draft:tom:eleanor']: '{}',
    'template-draft:tom:new': '{}',
    ['candour.private.history-draft:tom:yusuf']: '{}',
    'candour:language': 'cy',
    'candour.outbox.a.signature:1': '{}',
  })
  privateKeysIn(store)
  expect([...store.slots.keys()]).toEqual([
    'template-draft:tom:new',
    'candour:language',
    'candour.outbox.a.signature:1',
  ])
})

test('so does what a patient filled in on a tablet and did not send', () => {
  // As web/features/signing/signing-memory.ts and signing-device.ts name them.
  const store = makeStore({
    'candour:link:token': 'c',
    'candour:step:c': 'summary',
    'candour.begun.a.draft:c': 'sealed',
  })
  privateKeysIn(store)
  expect(store.slots.size).toBe(0)
})

test('a tablet taken back keeps what staff wrote and what is on its way, and nothing that a patient had begun', () => {
  const staffs = { ['candour.private.history-draft:tom:eleanor']: '{}', 'candour.outbox.a.signature:1': '{}' }
  const store = makeStore({
    ...staffs,
    'candour:link:token': 'c',
    'candour:step:c': 'confirm',
    'candour:place:c': 'part:2',
    'candour.begun.a.draft:c': 'sealed',
  })
  patientKeysIn(store)
  expect(Object.fromEntries(store.slots)).toEqual(staffs)
})
