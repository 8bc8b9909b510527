import { expect, it } from 'vitest'
import { sectionOfView } from './consent-list-query.ts'
import { consentSectionIn, sectionOfMessage, type ConsentSection } from './consent-sections.ts'

it.each<[string, string | null, ConsentSection | 'all']>([
  ['section=conversation', 'hash', 'conversation'],
  ['section=conversation', null, 'conversation'],
  ['section=documents', 'hash', 'documents'],
  // A draft has no such part: its page is not empty.
  ['section=documents', null, 'overview'],
  ['section=all', null, 'all'],
  ['section=elsewhere', 'hash', 'overview'],
  ['', 'hash', 'overview'],
])('opens the part that the address %j asks for', (query, contentHash, section) => {
  expect(consentSectionIn(new URLSearchParams(query), { contentHash })).toBe(section)
})

it.each<[string, ConsentSection]>([
  ['question-answered', 'conversation'],
  ['supporter-link', 'conversation'],
  ['signed-copy', 'documents'],
  ['aftercare', 'aftercare'],
  ['survey', 'aftercare'],
  ['consent-link', 'messages'],
  ['reminder', 'messages'],
])('shows for a message of kind %j the part that it is about', (kind, section) => {
  expect(sectionOfMessage(kind)).toBe(section)
})

it('leads from what waits to the part where it is dealt with', () => {
  expect(sectionOfView('questions')).toBe('conversation')
  expect(sectionOfView('undelivered')).toBe('messages')
  expect(sectionOfView('look-again')).toBe('conversation')
  expect(sectionOfView('all')).toBe('overview')
})
