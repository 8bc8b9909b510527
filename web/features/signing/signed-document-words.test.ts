import { expect, test } from 'vitest'
import { documentWord } from './signed-document-words.ts'

const words = {
  signed: 'Signed form',
  finalised: 'Countersigned form',
  annex: 'Annex',
  archived: 'Form with a time stamp',
  'annex-archived': 'Annex with a time stamp',
}

test('a document with a newer seal is told as what it is, and as none with a time stamp', () => {
  expect(documentWord(words, 'resealed')).toBe('Signed form')
  expect(documentWord(words, 'annex-resealed')).toBe('Annex')
  expect(documentWord(words, 'annex-archived')).toBe('Annex with a time stamp')
})
