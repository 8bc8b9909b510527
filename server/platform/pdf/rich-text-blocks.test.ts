import { describe, expect, test } from 'vitest'
import { LIST_DEPTH_MAX, parseRichText } from './rich-text-blocks.ts'
import type { Block } from './rich-text-blocks.ts'

const text = (words: string) => ({ kind: 'text', text: words })
const paragraph = (words: string) => ({ kind: 'paragraph', children: [text(words)] })

const listDepth = (blocks: Block[]): number =>
  Math.max(0, ...blocks.map((block) => ('items' in block ? 1 + Math.max(...block.items.map(listDepth)) : 0)))

const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join('')
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
          .map(([key, item]) =>
            key === 'text' ? String(item) : typeof item === 'object' ? wordsOf(item) : '',
          )
          .join('')
      : ''

describe('rich text becomes blocks', () => {
  test('paragraphs, marks, breaks and links', () => {
    expect(
      parseRichText('<p>A <strong>b</strong><br><em>c</em> <a href="https://nhs.uk/x">d</a></p>'),
    ).toEqual([
      {
        kind: 'paragraph',
        children: [
          text('A '),
          { kind: 'strong', children: [text('b')] },
          { kind: 'break' },
          { kind: 'emphasis', children: [text('c')] },
          text(' '),
          { kind: 'link', href: 'https://nhs.uk/x', children: [text('d')] },
        ],
      },
    ])
  })

  test('lists, with lists inside', () => {
    expect(parseRichText('<ol><li>a<ul><li>b</li></ul></li><li> </li></ol>')).toEqual([
      { kind: 'numbers', items: [[paragraph('a'), { kind: 'bullets', items: [[paragraph('b')]] }]] },
    ])
  })

  test('tables, ragged rows filled up', () => {
    const [table] = parseRichText('<table><tr><th>a<th>b</tr><tr><td>c</tr></table>')
    expect(table).toEqual({
      kind: 'table',
      columns: 2,
      rows: [
        [
          { heading: true, columns: 1, children: [text('a')] },
          { heading: true, columns: 1, children: [text('b')] },
        ],
        [
          { heading: false, columns: 1, children: [text('c')] },
          { heading: false, columns: 1, children: [] },
        ],
      ],
    })
  })

  test('headings start at level 3 and skip none', () => {
    const levels = (html: string) => parseRichText(html).map((block) => 'level' in block && block.level)
    expect(levels('<h4>a</h4><h3>b</h3><h4>c</h4><h1>d</h1><h6>e</h6><h3></h3>')).toEqual([3, 3, 4, 3, 4])
  })

  test('text outside any block is a paragraph, blocks inside inline elements are kept', () => {
    expect(parseRichText('a<div>b</div><span><p>c</p></span>')).toEqual(['a', 'b', 'c'].map(paragraph))
    expect(parseRichText(' <p> </p><br>')).toEqual([])
  })
})

describe('hostile rich text', () => {
  test.each(['javascript:alert(1)', 'http://a.b', 'data:text/html,x', '//a.b', 'file:///etc/passwd', ''])(
    'a link to %j is plain text',
    (href) => {
      expect(parseRichText(`<p><a href="${href}">x</a></p>`)).toEqual([paragraph('x')])
    },
  )

  test('scripts and styles leave nothing, unknown elements leave their words', () => {
    const html =
      '<script>a</script><style>b</style><p>c<blink>d</blink><img src=x onerror=e></p><constructor>f</constructor>'
    expect(wordsOf(parseRichText(html))).toBe('cdf')
  })

  test('lists are flattened at the greatest depth without losing a word', () => {
    const blocks = parseRichText(`${'<ul><li>a'.repeat(30)}last`)
    expect(listDepth(blocks)).toBe(LIST_DEPTH_MAX)
    expect(wordsOf(blocks)).toBe(`${'a'.repeat(30)}last`)
  })

  test('nesting of any depth is read, marks open at most once', () => {
    const blocks = parseRichText(`<p>${'<b><i>'.repeat(20_000)}x`)
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        children: [{ kind: 'strong', children: [{ kind: 'emphasis', children: [text('x')] }] }],
      },
    ])
    expect(wordsOf(parseRichText(`${'<div>'.repeat(50_000)}x`))).toBe('x')
  })

  test('a table wider than a page is read cell by cell', () => {
    expect(parseRichText(`<table><tr>${'<td>x</td>'.repeat(50)}</tr></table>`)).toEqual(
      Array.from({ length: 50 }, () => paragraph('x')),
    )
    const spanned = parseRichText('<table><tr><td colspan=99999999>x</td></tr></table>')[0]
    expect(spanned).toMatchObject({ kind: 'table', columns: 12 })
  })
})
