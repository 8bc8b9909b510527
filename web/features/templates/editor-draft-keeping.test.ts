import { expect, test } from 'vitest'
import { draftKey, keepDraft, readKeptDraft, type KeptDraft } from './editor-draft-keeping.ts'
import { newDraft } from './template-editor-rules.ts'

const storageOf = (held = new Map<string, string>()) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
})
const kept: KeptDraft = { keptAt: '2026-11-21T10:00:00.000Z', versionId: null, draft: newDraft() }

test('what was kept comes back to the same template alone', () => {
  const storage = storageOf()
  keepDraft(storage, draftKey('filling'), kept)
  expect(readKeptDraft(storage, draftKey('filling'))).toEqual(kept)
  expect(readKeptDraft(storage, draftKey(null))).toBeNull()
  keepDraft(storage, draftKey('filling'), null)
  expect(readKeptDraft(storage, draftKey('filling'))).toBeNull()
})

test.each([
  ['no JSON', '{'],
  ['another thing', '"text"'],
  ['a draft of another form', '{"keptAt":"a","versionId":null,"draft":{"sections":[]}}'],
])('%s under the key is nothing', (_, text) =>
  expect(readKeptDraft(storageOf(new Map([['key', text]])), 'key')).toBeNull(),
)

test('a browser that keeps nothing is no reason to fail', () => {
  const refuse = () => {
    throw new Error('full')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(() => keepDraft(storage, 'key', kept)).not.toThrow()
  expect(readKeptDraft(storage, 'key')).toBeNull()
})
