import { describe, expect, it } from 'vitest'
import { easyLayout } from './easy-layout.ts'

const easy = (html: string) => easyLayout(html, 'en-GB')
const line = (html: string) => `<span class="easy-line">${html}</span>`
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('the easy to read layout', () => {
  it.each([
    ['<p>One. Two.</p>', `<p>${line('One. ')}${line('Two.')}</p>`],
    ['<p>One alone.</p>', '<p>One alone.</p>'],
    ['<h3>A title. Not cut.</h3>', '<h3>A title. Not cut.</h3>'],
    [
      '<ul><li>One. Two.</li><li>Three</li></ul>',
      `<ul><li>${line('One. ')}${line('Two.')}</li><li>Three</li></ul>`,
    ],
    [
      '<p><strong>One. Two.</strong></p>',
      `<p>${line('<strong>One. </strong>')}${line('<strong>Two.</strong>')}</p>`,
    ],
    [
      '<p>See <a href="https://x.org">Read it. All.</a> Then rest.</p>',
      `<p>${line('See <a href="https://x.org">Read it. All.</a> ')}${line('Then rest.')}</p>`,
    ],
    [
      '<ul><li>One.<ul><li>Deep. Deeper.</li></ul></li></ul>',
      `<ul><li>One.<ul><li>${line('Deep. ')}${line('Deeper.')}</li></ul></li></ul>`,
    ],
    [
      '<p>You pay £7.50 &amp; more. Done.</p>',
      `<p>${line('You pay £7.50 &amp; more. ')}${line('Done.')}</p>`,
    ],
    ['', ''],
  ])('%s', (html, laidOut) => expect(easy(html)).toBe(laidOut))

  it('keeps every word', () => {
    const html =
      '<p>It can <em>hurt. Then</em> phone <strong>us. Do</strong> not wait.</p><ul><li>A. B! C?</li></ul><p>x &lt; y. z</p>'
    expect(wordsOf(easy(html))).toBe(wordsOf(html))
  })
})
