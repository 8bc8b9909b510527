import type { JSONContent } from '@tiptap/react'

const token = /\{\{(\w+)\}\}/g

/** Tokens in text as elements that the editor shows as chips; what stands inside a tag stays. */
export const tokensToElements = (html: string): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : part.replaceAll(token, '<span data-token="$1"></span>')))
    .join('')

const escapedText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapedValue = (text: string) => escapedText(text).replaceAll('"', '&quot;')

type Mark = NonNullable<JSONContent['marks']>[number]

const tagOfMark: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', link: 'a' }

const opening = ({ type, attrs }: Mark) =>
  type === 'link' ? `<a href="${escapedValue(String(attrs?.['href'] ?? ''))}">` : `<${tagOfMark[type]}>`

const closing = ({ type }: Mark) => `</${tagOfMark[type]}>`

const isSameMark = (one: Mark | undefined, other: Mark | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Text with its marks: neighbours that share a mark stand in one element. */
function inlineHtml(nodes: readonly JSONContent[]): string {
  let html = ''
  let open: Mark[] = []
  const go = (marks: Mark[]) => {
    let shared = 0
    while (shared < open.length && isSameMark(open[shared], marks[shared])) shared++
    html += open.slice(shared).toReversed().map(closing).join('')
    html += marks.slice(shared).map(opening).join('')
    open = marks
  }
  for (const node of nodes) {
    go((node.marks ?? []).filter(({ type }) => type in tagOfMark))
    if (node.type === 'text') html += escapedText(node.text ?? '')
    else if (node.type === 'hardBreak') html += '<br />'
    else if (node.type === 'token') html += `{{${String(node.attrs?.['name'])}}}`
  }
  go([])
  return html
}

const isEmptyParagraph = ({ type, content = [] }: JSONContent) => type === 'paragraph' && content.length === 0

const blocksHtml = (nodes: readonly JSONContent[]): string => nodes.map(blockHtml).join('\n')

function blockHtml({ type, attrs, content = [] }: JSONContent): string {
  if (type === 'bulletList') return `<ul>\n${blocksHtml(content)}\n</ul>`
  if (type === 'orderedList') return `<ol>\n${blocksHtml(content)}\n</ol>`
  if (type === 'listItem') return `<li>${itemHtml(content)}</li>`
  const tag = type === 'heading' ? `h${String(attrs?.['level'] ?? 3)}` : 'p'
  return `<${tag}>${inlineHtml(content)}</${tag}>`
}

/** The text of a list item stands in it as it is; only several paragraphs need to be told apart. */
function itemHtml([first, ...others]: readonly JSONContent[]): string {
  if (!first) return ''
  if (others.some(({ type }) => type === 'paragraph')) return blocksHtml([first, ...others])
  const text = first.type === 'paragraph' ? inlineHtml(first.content ?? []) : blockHtml(first)
  return [text, ...others.map(blockHtml)].join('\n')
}

/** What the editor holds, as the HTML that is stored; nothing written is empty text. */
export function richTextHtml({ content = [] }: JSONContent): string {
  const last = content.findLastIndex((node) => !isEmptyParagraph(node))
  return blocksHtml(content.slice(0, last + 1))
}

const schemes = ['http:', 'https:', 'mailto:', 'tel:']

/** A complete address from what somebody typed, or null where it can be none. */
export function normalizeLinkHref(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (/\s|^\//.test(text) || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  if (!schemes.includes(protocol)) return null
  return protocol.startsWith('http') && !hostname.includes('.') ? null : address
}
