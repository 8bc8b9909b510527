import { expect, test } from 'vitest'
import { fingerprintOf, saveUpload, readStoredUpload, type StoredUpload } from './stored-upload.ts'

const storeOf = (held = new Map<string, string>()) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
})
const storedUpload: StoredUpload = {
  name: 'crown.mp4',
  size: 5,
  fingerprint: '5-ab',
  url: '/api/clinic/video-uploads/1',
  sent: 'original',
  begunAt: '2026-11-22T10:00:00.000Z',
  percent: 43,
}
const at = (time: string) => new Date(`2026-11-${time}Z`)

test('an upload is remembered until the server has let it go', () => {
  const store = storeOf()
  saveUpload(store, 'key', storedUpload)
  expect(readStoredUpload(store, 'key', at('23T09:59:59'))).toEqual(storedUpload)
  expect(readStoredUpload(store, 'key', at('23T10:00:00'))).toBeNull()
  expect(readStoredUpload(store, 'other', at('22T10:00:01'))).toBeNull()
  saveUpload(store, 'key', null)
  expect(readStoredUpload(store, 'key', at('22T10:00:01'))).toBeNull()
})

test.each([
  ['no JSON', '{'],
  ['another thing', '"text"'],
  ['half of it', '{"name":"crown.mp4"}'],
])('%s under the key is nothing', (_, text) =>
  expect(readStoredUpload(storeOf(new Map([['key', text]])), 'key', new Date())).toBeNull(),
)

test('files that differ anywhere that is looked at have different fingerprints', async () => {
  const MB = 1024 * 1024
  const bytes = new Uint8Array(4 * MB)
  const changedAt = (place: number) => {
    const other = bytes.slice()
    other[place] = 1
    return fingerprintOf(new Blob([other]))
  }
  const one = await fingerprintOf(new Blob([bytes]))
  expect(await fingerprintOf(new Blob([bytes]))).toBe(one)
  for (const place of [0, 2 * MB, 4 * MB - 1]) expect(await changedAt(place)).not.toBe(one)
  expect(await fingerprintOf(new Blob([bytes, 'x']))).not.toBe(one)
  expect(await fingerprintOf(new Blob([]))).toMatch(/^0-[\da-f]{64}$/)
})
