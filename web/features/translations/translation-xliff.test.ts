import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { xliffOf } from './translation-xliff.ts'

const english = [
  {
    id: 1,
    title: 'Risks & more',
    content:
      '<p>It is for {{tooth}}.</p><ul><li><strong>Pain</strong> &amp; swelling</li><li>Fever</li></ul>',
  },
  { id: 2, title: 'Benefits', content: '<p>One.</p><p>Two.</p>' },
  { id: 3, title: 'No treatment', content: '<p>You can wait.</p>' },
]
const section = (sectionId: number, title: string, content: string, status: 'machine' | 'checked') => ({
  ...{ sectionId, title, content, status, isStale: false, checkedByName: null, checkedAt: null },
})
const translated = [
  section(
    1,
    'Riscuri',
    '<p>Este pentru {{tooth}}.</p><ul><li><strong>Durere</strong> și umflare</li><li>Febră</li></ul>',
    'checked',
  ),
  section(2, 'Beneficii', '<p>Unu și doi.</p>', 'machine'),
]

const text = xliffOf({ templateName: 'Crown "A" $&', language: 'ro', english, translated })

type Node = { name?: string; attribs?: Record<string, string>; children?: Node[]; data?: string }
const all = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...(node.children ?? []).flatMap((child) => all(child, name)),
]
const words = (node: Node): string => node.data ?? (node.children ?? []).map(words).join('')
const document = parseDocument(text, { xmlMode: true }) as unknown as Node
const segments = all(document, 'segment').map((segment) => [
  segment.attribs!.state,
  ...['source', 'target'].flatMap((name) => all(segment, name).map(words)),
])

test('each paragraph and point stands beside its translation, with who vouches for it', () => {
  expect(segments).toEqual([
    ['reviewed', 'Risks & more', 'Riscuri'],
    ['reviewed', 'It is for .', 'Este pentru .'],
    ['reviewed', 'Pain & swelling', 'Durere și umflare'],
    ['reviewed', 'Fever', 'Febră'],
    ['translated', 'Benefits', 'Beneficii'],
    // Another number of paragraphs: nothing says which belongs to which.
    ['translated', 'One. Two.', 'Unu și doi.'],
    ['initial', 'No treatment'],
    ['initial', 'You can wait.'],
  ])
})

test('gaps are placeholders and bold words spans, on both sides alike', () => {
  const marks = (name: string) =>
    all(document, name).flatMap((node) => [
      ...all(node, 'ph').map(({ attribs }) => attribs!.equiv),
      ...all(node, 'pc').map(({ attribs }) => attribs!.subType),
    ])
  expect(marks('source')).toEqual(['{{tooth}}', 'xlf:b'])
  expect(marks('target')).toEqual(['{{tooth}}', 'xlf:b'])
})

test('it says of what it is a translation, and into what', () => {
  expect(all(document, 'xliff')[0]!.attribs).toMatchObject({
    version: '2.1',
    srcLang: 'en-GB',
    trgLang: 'ro',
  })
  expect(text).toContain('original="Crown &quot;A&quot; $&amp;"')
})
