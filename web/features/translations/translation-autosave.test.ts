import { expect, test } from 'vitest'
import { saveDraft } from '../templates/index.ts'
import { readStoredTranslation, translationDraftKey } from './translation-autosave.ts'

const storageOf = (held = new Map<string, string>()) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
})
const part = { sectionId: 1, title: 'Rhan', content: '', isChecked: false, isCompared: false }
const storedTranslation = {
  keptAt: '2026-11-21T10:00:00.000Z',
  ...{ english: [{ id: 1, title: 'Part', content: '' }], base: [part], draft: [part] },
}

test('what was kept comes back to the same template, language and form alone', () => {
  const storage = storageOf()
  const key = translationDraftKey('filling', { language: 'cy', format: 'standard' })
  saveDraft(storage, key, storedTranslation)
  expect(readStoredTranslation(storage, key)).toEqual(storedTranslation)
  const others = [
    translationDraftKey('crown', { language: 'cy', format: 'standard' }),
    translationDraftKey('filling', { language: 'pl', format: 'standard' }),
    translationDraftKey('filling', { language: 'cy', format: 'easy-read' }),
  ]
  for (const other of others) expect(readStoredTranslation(storage, other)).toBeNull()
})

test.each([
  ['no JSON', '{'],
  ['no time', { ...storedTranslation, keptAt: 3 }],
  ['no English', { ...storedTranslation, english: undefined }],
  ['a part without text', { ...storedTranslation, draft: [{ sectionId: 1, title: 'Rhan' }] }],
  ['a part that is none', { ...storedTranslation, base: [null] }],
])('%s under the key is nothing', (_name, held) => {
  const text = typeof held === 'string' ? held : JSON.stringify(held)
  expect(readStoredTranslation(storageOf(new Map([['key', text]])), 'key')).toBeNull()
})
