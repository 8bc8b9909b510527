import { describe, expect, it } from 'vitest'
import { hostileHtml } from '../../tests/hostile-html.ts'
import { sanitiseRichText } from './rich-text.ts'
import { MarkdownError, parseMarkdown } from './rich-text-markdown.ts'
import { normaliseRichText } from './rich-text-tree.ts'
import { richTextToMarkdown } from './rich-text-to-markdown.ts'

/** The text after it was written down as Markdown and read again. */
const roundTrip = (html: string) => parseMarkdown(richTextToMarkdown(html))
const stored = (html: string) => normaliseRichText(sanitiseRichText(html))

/** Numbers that look like chance and are the same every time. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const pieces = [
  ...['a', 'Word', 'two words', ' ', '  ', '\n', '\n\n', '\u00a0', '{{tooth}}', '{{patientName}}', 'é', '🦷'],
  ...['*', '**', '_', '#', '# ', '- ', '+ ', '1. ', '12) ', '> ', '>', '`', '```', '~~', '|', '---', '==='],
  ...[
    '&',
    '&amp;',
    '&lt;b>',
    '&copy;',
    '&#35;',
    '<',
    '<b>',
    '[',
    ']',
    '[x]',
    '](https://x)',
    '!',
    '\\',
    '\\*',
  ],
  ...[
    'https://x.org',
    'www.nhs.uk',
    'a@b.org',
    ':',
    '(',
    ')',
    '"',
    "'",
    '\n## ',
    '{% block: x %}',
    '\t',
    '    ',
  ],
]

/** Words that nothing but their first sign makes special. */
const plainPieces = [
  'Word',
  'two words',
  '{{tooth}}',
  'A&E',
  '10%',
  '2 * 3 = 6',
  '#1',
  'a_b',
  '[x]',
  '1. one',
  '- two',
]

/** Rich text that somebody might have typed, of every element there may be. */
function randomHtml(next: () => number, words: readonly string[], depth = 0): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const many = (most: number, make: () => string) =>
    Array.from({ length: Math.floor(next() * most) + 1 }, make).join('')
  const written = () => many(4, () => pick(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  const inline = (level = 0): string =>
    many(4, () => {
      const kind = next()
      if (level > 2 || kind < 0.5) return written()
      if (kind < 0.6) return '<br>'
      if (kind < 0.7)
        return `<a href="${pick(['https://x.org/a?b=1&amp;c=(2)', 'tel:999', 'mailto:a@b.org'])}">${inline(level + 1)}</a>`
      const tag = pick(['strong', 'em', 'u'])
      return `<${tag}>${inline(level + 1)}</${tag}>`
    })
  const item = () => {
    const nested = depth < 2 && next() < 0.3 ? randomHtml(next, words, depth + 1) : ''
    return `<li>${next() < 0.7 ? inline() : `<p>${inline()}</p>`}${nested}</li>`
  }
  return many(4, () => {
    const kind = next()
    if (kind < 0.5) return `<p>${inline()}</p>`
    if (kind < 0.6) return `<h3>${inline()}</h3>`
    if (kind < 0.65) return `<h4>${inline()}</h4>`
    if (kind < 0.7) return pick(['<p></p>', inline(), '\n'])
    const tag = pick(['ul', 'ol'])
    return `<${tag}>${many(3, item)}</${tag}>`
  })
}

describe('rich text as Markdown', () => {
  it.each([
    ['a paragraph', '<p>A <strong>b</strong> <em>c</em> {{tooth}}</p>', 'A **b** *c* {{tooth}}'],
    ['headings', '<h3>A</h3><h4>B</h4><p>C</p>', '### A\n\n#### B\n\nC'],
    ['lists', '<ul><li>a</li><li><p>b</p></li></ul><ol><li>c</li></ol>', '- a\n- b\n\n1. c'],
    ['lists side by side', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
    ['lists in lists', '<ul><li>a<ol><li>b</li><li>c</li></ol></li></ul>', '- a\n  1. b\n  2. c'],
    ['items of paragraphs', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
    ['a break', '<p>a<br>b</p>', 'a\\\nb'],
    ['underlined words', '<p><u>a</u> b</p>', '<u>a</u> b'],
    ['an empty line', '<p>a</p><p></p><p>b</p>', 'a\n\n<p></p>\n\nb'],
    [
      'links',
      '<p><a href="https://x.org/?a=1&amp;b=2">a</a> <a href="tel:999">b</a></p>',
      '[a](https://x.org/?a=1&b=2) [b](tel:999)',
    ],
    [
      'signs at the start of a line',
      '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p><p>+ e</p>',
      '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\+ e',
    ],
    [
      'signs in the text',
      '<p>a*b*_c_`d`[e] &lt;f> &amp;amp; \\ A&amp;E</p>',
      'a\\*b\\*\\_c\\_\\`d\\`\\[e\\] \\<f> \\&amp; \\\\ A&E',
    ],
    ['emphasis within a word', '<p>a<strong>"b"</strong>c</p>', 'a<strong>"b"</strong>c'],
    ['text of no block', 'a <strong>b</strong>', '```html\na <strong>b</strong>\n```'],
    [
      'text behind a list of an item',
      '<ul><li>a<ul><li>b</li></ul>c</li></ul>',
      '```html\n<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\nc</li>\n</ul>\n```',
    ],
    ['nothing', '', ''],
  ])('writes %s', (_name, html, text) => {
    expect(richTextToMarkdown(sanitiseRichText(html))).toBe(text)
    expect(parseMarkdown(text)).toBe(stored(html))
  })

  it('reads again as it was, whatever may have been typed', () => {
    const numbers = randomNumbers(4)
    const next = () => numbers.next().value
    for (let count = 0; count < 200; count++) {
      const html = stored(randomHtml(next, pieces))
      expect(roundTrip(html)).toBe(html)
      expect(stored(html)).toBe(html)
    }
  })

  it('needs a fence for the odd ones only, such as text beside a paragraph of its item', () => {
    const numbers = randomNumbers(9)
    const next = () => numbers.next().value
    const texts = Array.from({ length: 100 }, () => stored(randomHtml(next, plainPieces)))
    for (const html of texts) expect(roundTrip(html)).toBe(html)
    const fenced = texts.filter((html) => richTextToMarkdown(html).startsWith('```'))
    expect(fenced.length).toBeLessThan(texts.length / 2)
  })

  it('reads again as it was, whatever was left of hostile text', () => {
    for (const html of hostileHtml) {
      const kept = stored(html)
      expect(roundTrip(kept)).toBe(kept)
    }
  })

  it('is not held up by signs of emphasis without end', () => {
    const html = `<p>${'_a_ '.repeat(5000).trim()}</p>`
    expect(richTextToMarkdown(html)).toMatch(/^```html\n/)
    expect(roundTrip(html)).toBe(html)
    expect(() => parseMarkdown('_a_ '.repeat(5000))).toThrow('more than 4000 signs * and _')
  })

  it('keeps nothing of a section from the fence it stands in', () => {
    const html = '<p>a</p>\nb ```html\n``` c'
    expect(roundTrip(html)).toBe(normaliseRichText(html))
  })
})

describe('Markdown of others', () => {
  it.each([
    ['a table', '| a |\n| - |\n| b |', 'cannot show this (table)'],
    ['code', '`a`', 'cannot show this (codespan)'],
    ['a picture', '![a](https://x.org/a.png)', 'cannot show this (image)'],
    ['a quotation', '> a', 'cannot show this (blockquote)'],
    ['HTML', 'a <img src=x onerror=alert(1)>', 'cannot show this (HTML)'],
    ['a block of HTML', '<script>alert(1)</script>', 'cannot show this (HTML)'],
    ['a large heading', '# a', 'use ### or #### for'],
    ['a link to a script', '[a](javascript:alert(1))', 'links must begin with'],
    ['a link of this site', '[a](/b)', 'links must begin with'],
  ])('is refused for %s', (_name, text, why) => {
    expect(() => parseMarkdown(text)).toThrow(MarkdownError)
    expect(() => parseMarkdown(text)).toThrow(why)
  })

  it('is read as it is meant elsewhere', () => {
    expect(parseMarkdown('A &amp; B &lt;c&gt;\r\n\r\n- a\r\n\r\n- b')).toBe(
      '<p>A &amp; B &lt;c&gt;</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    )
  })

  it('cannot smuggle anything past the sanitiser in a fence', () => {
    expect(parseMarkdown('```html\n<p onclick="a()">a</p><script>b()</script>\n```')).toBe('<p>a</p>')
  })
})
