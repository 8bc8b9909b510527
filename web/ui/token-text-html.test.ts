import { expect, test } from 'vitest'
import { tokenTextHtml, tokenTextOf } from './token-text-html.ts'

test('plain text becomes a paragraph for each line, its tokens elements and its signs text', () => {
  expect(tokenTextHtml('Hello {{greetingName}}\n\n1 < 2 & 3')).toBe(
    '<p>Hello <span data-token="greetingName"></span></p><p></p><p>1 &lt; 2 &amp; 3</p>',
  )
})

test('and is plain text again as it is stored', () => {
  const token = { type: 'token', attrs: { name: 'link' } }
  const doc = {
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Open ' }, token] },
      { type: 'paragraph' },
      { type: 'paragraph', content: [{ type: 'text', text: 'Bye' }, { type: 'hardBreak' }] },
    ],
  }
  expect(tokenTextOf(doc)).toBe('Open {{link}}\n\nBye\n')
  expect(tokenTextOf({})).toBe('')
})
