import { expect, test } from 'vitest'
import { keepDraft } from '../templates/index.ts'
import { readKeptTranslation, translationDraftKey } from './translation-keeping.ts'

const storageOf = (held = new Map<string, string>()) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
})
const part = { sectionId: 1, title: 'Rhan', content: '', isChecked: false, isCompared: false }
const kept = {
  keptAt: '2026-11-21T10:00:00.000Z',
  ...{ english: [{ id: 1, title: 'Part', content: '' }], base: [part], draft: [part] },
}

test('what was kept comes back to the same template, language and form alone', () => {
  const storage = storageOf()
  const key = translationDraftKey('filling', { language: 'cy', format: 'standard' })
  keepDraft(storage, key, kept)
  expect(readKeptTranslation(storage, key)).toEqual(kept)
  const others = [
    translationDraftKey('crown', { language: 'cy', format: 'standard' }),
    translationDraftKey('filling', { language: 'pl', format: 'standard' }),
    translationDraftKey('filling', { language: 'cy', format: 'easy-read' }),
  ]
  for (const other of others) expect(readKeptTranslation(storage, other)).toBeNull()
})

test.each([
  ['no JSON', '{'],
  ['no time', { ...kept, keptAt: 3 }],
  ['no English', { ...kept, english: undefined }],
  ['a part without text', { ...kept, draft: [{ sectionId: 1, title: 'Rhan' }] }],
  ['a part that is none', { ...kept, base: [null] }],
])('%s under the key is nothing', (_name, held) => {
  const text = typeof held === 'string' ? held : JSON.stringify(held)
  expect(readKeptTranslation(storageOf(new Map([['key', text]])), 'key')).toBeNull()
})
