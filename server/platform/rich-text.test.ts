import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clipboardInputs, plainInputs } from '../../tests/clipboard-inputs.ts'
import { markupFromPlainText } from '../../contract/pasted-markup.ts'
import { hostileHtml } from '../../tests/hostile-html.ts'
import { findActiveContent } from '../testing/active-content.ts'
import { sanitiseRichText } from './rich-text.ts'

const allowed =
  '<h3>Risks</h3><p>It is <strong>rare</strong>, <em>very</em> <u>rare</u>.<br />Ask us.</p><ul><li>One</li></ul><ol><li>Two</li></ol>' +
  '<h4>More</h4><p><a href="https://example.org/a?b=1">Read</a> <a href="tel:+442079460018">phone</a> <a href="mailto:a@example.org">write</a></p>'

test('lists and tables of Word are kept as they stand on its clipboard', () => {
  const file = path.join(import.meta.dirname, '../../tests/field/word-clipboard.html')
  expect(sanitiseRichText(readFileSync(file, 'utf8'))).toBe(
    '<p><strong>Risks</strong></p><ol><li>Pain</li></ol><ul><li>Bleeding</li></ul><p>Nerve damage: 1 in 100</p>',
  )
})

test('keeps what rich text may hold, and placeholders', () => {
  expect(sanitiseRichText(allowed)).toBe(allowed)
  expect(sanitiseRichText('<p>Your {{tooth}} &amp; gum</p>')).toBe('<p>Your {{tooth}} &amp; gum</p>')
})

test.each([
  '<a href="https://www.nhs.uk/crowns">nhs.uk</a>',
  '<a href="https://nhs.uk/crowns">www.nhs.uk/crowns</a>',
  '<a href="https://practice.example/leaflet.pdf">leaflet.pdf, i.e. ours</a>',
  '<a href="https://www.bda.org/">the dentists’ association</a>',
  '<a href="mailto:a@example.org">a@example.org</a>',
  '<a href="https://practice.example/write">a@example.org</a>',
])('keeps %s, which leads where its words say', (link) => {
  expect(sanitiseRichText(link)).toBe(link)
})

test.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="alert(1)" style="color:red" class="x">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<a href="java\nscript:alert(1)">a</a>', 'a'],
  ['<a href="data:text/html,x">a</a>', 'a'],
  ['<a href="//evil.example">a</a>', 'a'],
  ['<a href="/clinic/settings">a</a>', 'a'],
  // Letters of other alphabets in the name of a host, a host in front of the host, and words that name another site.
  ['<a href="https://www.nh\u0455.uk/a">NHS</a>', 'NHS'],
  ['<a href="https://xn--nh-2rd.uk/">NHS</a>', 'NHS'],
  ['<a href="https://www.nhs.uk@evil.example/">NHS</a>', 'NHS'],
  ['<a href="https://www.nhs.uk:a@evil.example/">NHS</a>', 'NHS'],
  ['<a href="https://evil.example/">https://www.nhs.uk/crowns</a>', 'https://www.nhs.uk/crowns'],
  ['<a href="https://evil.example/">read <em>nhs.uk</em> first</a>', 'read <em>nhs.uk</em> first'],
  ['<a href="https://nhs.uk.evil.example/">www.nhs.uk</a>', 'www.nhs.uk'],
  ['<a href="https://evil.example/">nhs\u202e.uk</a>', 'nhs.uk'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<iframe src="https://example.org"></iframe>', ''],
  ['<h1>Title</h1>', '<h3>Title</h3>'],
  ['<b>bold</b> <i>italic</i>', '<strong>bold</strong> <em>italic</em>'],
  ['<p>1 < 2', '<p>1 &lt; 2</p>'],
  ['<p>a\u0000b\ud800c\u202ed</p>', '<p>abcd</p>'],
  [
    '<a href="https://example.org"><svg><a href="https://example.com">a</a></svg></a>',
    '<a href="https://example.org"></a><a href="https://example.com">a</a>',
  ],
])('%s becomes %s', (typed, saved) => {
  expect(sanitiseRichText(typed)).toBe(saved)
  expect(sanitiseRichText(saved)).toBe(saved)
})

test('nothing hostile is left alive, and saving what is left changes nothing', () => {
  expect(hostileHtml.length).toBeGreaterThan(800)
  for (const typed of hostileHtml) {
    const saved = sanitiseRichText(typed)
    expect(findActiveContent(saved), typed).toEqual([])
    expect(sanitiseRichText(saved), typed).toBe(saved)
  }
})

test('what is nested without end gives up its shape and keeps its words', () => {
  const saved = sanitiseRichText(`${'<ul><li>'.repeat(5000)}<p>Deep</p>`)
  expect(saved.match(/<ul>/g)).toHaveLength(16)
  expect(saved).toContain('Deep')
  expect(sanitiseRichText(saved)).toBe(saved)
})

/** As it is read: blanks between blocks are not seen. */
const seen = (html: string) => html.replaceAll(/>\s+</g, '><')

test.each(clipboardInputs)('keeps lists, tables and emphasis of $from', ({ html, stored }) => {
  const saved = sanitiseRichText(html)
  expect(seen(saved)).toBe(stored)
  expect(sanitiseRichText(saved)).toBe(saved)
  expect(saved).not.toMatch(/mso|Mso|class=|style=|o:p|if !support|StartFragment/)
})

test.each(plainInputs)('reads lists and columns of plain text: $from', ({ text, stored }) => {
  expect(markupFromPlainText(text)).toBe(stored)
})

test('tokens that were copied as chips are tokens again', () => {
  expect(sanitiseRichText('<p>For <span data-token="tooth">Tooth</span>.</p>')).toBe('<p>For {{tooth}}.</p>')
})
