import { expect, test } from 'vitest'
import { normalizeLinkHref, tokensToElements, richTextHtml } from './rich-text-html.ts'

const text = (written: string, ...marks: { type: string; attrs?: Record<string, unknown> }[]) => ({
  type: 'text',
  text: written,
  ...(marks.length > 0 ? { marks } : {}),
})
const token = (name: string) => ({ type: 'token', attrs: { name } })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const item = (...content: object[]) => ({ type: 'listItem', content })
const htmlOf = (...content: object[]) => richTextHtml({ type: 'doc', content })
const bold = { type: 'bold' }
const italic = { type: 'italic' }

test.each([
  ['a token in text', '<p>For {{tooth}}.</p>', '<p>For <span data-token="tooth"></span>.</p>'],
  ['two tokens side by side', '{{a}}{{b}}', '<span data-token="a"></span><span data-token="b"></span>'],
  [
    'a token in an address stays',
    '<a href="https://x.org/{{tooth}}">{{tooth}}</a>',
    '<a href="https://x.org/{{tooth}}"><span data-token="tooth"></span></a>',
  ],
  ['what is not closed stays', '<p>{{tooth} {tooth}}</p>', '<p>{{tooth} {tooth}}</p>'],
])('%s is marked', (_, html, marked) => expect(tokensToElements(html)).toBe(marked))

test('tokens come back as they were stored', () => {
  expect(htmlOf(paragraph(text('The price is '), token('price'), text('.')))).toBe(
    '<p>The price is {{price}}.</p>',
  )
  expect(htmlOf(paragraph({ ...token('price'), marks: [bold] }))).toBe('<p><strong>{{price}}</strong></p>')
})

test.each([
  ['nothing', [paragraph()], ''],
  ['no document at all', [], ''],
  ['text', [paragraph(text('a < b & "c"'))], '<p>a &lt; b &amp; "c"</p>'],
  [
    'paragraphs, the empty ones at the end dropped',
    [paragraph(text('a')), paragraph(), paragraph(text('b')), paragraph(), paragraph()],
    '<p>a</p>\n<p></p>\n<p>b</p>',
  ],
  [
    'headings',
    [
      { type: 'heading', attrs: { level: 3 }, content: [text('a')] },
      { type: 'heading', attrs: { level: 4 }, content: [text('b')] },
    ],
    '<h3>a</h3>\n<h4>b</h4>',
  ],
  [
    'a mark that goes on over another',
    [paragraph(text('a', bold), text('b', bold, italic), text('c', italic))],
    '<p><strong>a<em>b</em></strong><em>c</em></p>',
  ],
  ['a mark that is not ours', [paragraph(text('a', { type: 'strike' }))], '<p>a</p>'],
  [
    'a link with its address escaped',
    [paragraph(text('a', { type: 'link', attrs: { href: 'https://x.org/?a=1&b="' } }))],
    '<p><a href="https://x.org/?a=1&amp;b=&quot;">a</a></p>',
  ],
  ['a break', [paragraph(text('a'), { type: 'hardBreak' }, text('b'))], '<p>a<br />b</p>'],
  [
    'a list',
    [{ type: 'bulletList', content: [item(paragraph(text('a'))), item(paragraph(token('b')))] }],
    '<ul>\n<li>a</li>\n<li>{{b}}</li>\n</ul>',
  ],
  [
    'a list in a list',
    [
      {
        type: 'orderedList',
        content: [item(paragraph(text('a')), { type: 'bulletList', content: [item(paragraph(text('b')))] })],
      },
    ],
    '<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n</ol>',
  ],
  [
    'an item of two paragraphs',
    [{ type: 'bulletList', content: [item(paragraph(text('a')), paragraph(text('b')))] }],
    '<ul>\n<li><p>a</p>\n<p>b</p></li>\n</ul>',
  ],
])('%s is written as it is stored', (_, content, html) => expect(htmlOf(...content)).toBe(html))

test.each([
  ['www.nhs.uk', 'https://www.nhs.uk'],
  [' https://www.nhs.uk/a?b=c ', 'https://www.nhs.uk/a?b=c'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
  ['tel:+441134960000', 'tel:+441134960000'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['data:text/html,a', null],
  ['two words.org', null],
  ['nowhere', null],
  ['//evil.example', null],
  ['', null],
])('the address %j becomes %j', (typed, address) => expect(normalizeLinkHref(typed)).toBe(address))
