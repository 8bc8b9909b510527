import { expect, test } from 'vitest'
import { withHead } from './message-head.ts'

const html = '<!doctype html><html lang="en"><body><p>Hello</p></body></html>'

test('the name stands in the practice’s colour above the message, and can write no HTML', () => {
  const headed = withHead(html, { name: 'Bryn & <b>Sons</b> $&', colour: '#7a1f5c' })
  expect(headed).toContain('color:#7a1f5c')
  expect(headed).toContain('Bryn &amp; &lt;b&gt;Sons&lt;/b&gt; $&amp;</p><p>Hello</p>')
})

test('without a colour the message stays as it is', () => {
  expect(withHead(html, { name: 'Harbour Street', colour: null })).toBe(html)
})
