import { expect, test } from 'vitest'
import { draftKey, saveDraft, readStoredDraft, type StoredDraft } from './draft-autosave.ts'
import { newDraft } from './template-editor-rules.ts'

const storageOf = (held = new Map<string, string>()) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
})
const storedDraft: StoredDraft = { keptAt: '2026-11-21T10:00:00.000Z', versionId: null, draft: newDraft() }

test('what was kept comes back to the same template alone', () => {
  const storage = storageOf()
  saveDraft(storage, draftKey('filling'), storedDraft)
  expect(readStoredDraft(storage, draftKey('filling'))).toEqual(storedDraft)
  expect(readStoredDraft(storage, draftKey(null))).toBeNull()
  saveDraft(storage, draftKey('filling'), null)
  expect(readStoredDraft(storage, draftKey('filling'))).toBeNull()
})

test.each([
  ['no JSON', '{'],
  ['another thing', '"text"'],
  ['a draft of another form', '{"keptAt":"a","versionId":null,"draft":{"sections":[]}}'],
])('%s under the key is nothing', (_, text) =>
  expect(readStoredDraft(storageOf(new Map([['key', text]])), 'key')).toBeNull(),
)

test('a browser that keeps nothing is no reason to fail', () => {
  const refuse = () => {
    throw new Error('full')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(() => saveDraft(storage, 'key', storedDraft)).not.toThrow()
  expect(readStoredDraft(storage, 'key')).toBeNull()
})
