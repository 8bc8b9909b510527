import { Marked, type Token } from 'marked'
import { sanitiseRichText } from './rich-text.ts'
import { normaliseRichText } from './rich-text-tree.ts'

const supportedTokens = new Set([
  'space',
  'paragraph',
  'text',
  'list',
  'list_item',
  'strong',
  'em',
  'heading',
  'br',
  'link',
  'escape',
])

/** Raised with a sentence for the writer when a text uses Markdown that rich text cannot hold. */
export class MarkdownError extends Error {
  override name = 'MarkdownError'
}

/** Why a piece of Markdown is refused, or null. */
export type MarkdownRule = (token: Token) => string | null

/** An ampersand that begins no character reference. */
const bareAmpersand = /&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z]\w{1,31};)/g
const anyAmpersand = /&/g
const escaped = (text: string, ampersand = bareAmpersand) =>
  text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const markdown = new Marked({
  renderer: {
    // Only what HTML needs: marked also encodes quotation marks, which would change when sanitised again.
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
      return escaped(token.text, token.type === 'escape' ? anyAmpersand : bareAmpersand)
    },
    link({ href, tokens }) {
      return `<a href="${escaped(href).replaceAll('"', '&quot;')}">${this.parser.parseInline(tokens)}</a>`
    },
  },
})

/** Markdown as HTML that still has to be sanitised. Throws `MarkdownError` with the first fault that is found. */
export function markdownToHtml(text: string, faultOf: MarkdownRule): string {
  const tokens = markdown.lexer(text)
  void markdown.walkTokens(tokens, (token) => {
    const fault =
      supportedTokens.has(token.type) || token.type === 'html'
        ? faultOf(token)
        : `cannot show this (${token.type})`
    if (fault) throw new MarkdownError(`${fault}: ${token.raw.trim().slice(0, 40)}`)
  })
  return markdown.parser(tokens).trim()
}

/** Marks for which Markdown has no sign of its own, or none that holds everywhere. */
const tags = /^(<\/?(strong|em|u)>|<br ?\/?>|<p><\/p>)+$/

function findUnsupported(token: Token): string | null {
  if (token.type === 'html') return tags.test(token.raw.trim()) ? null : 'cannot show this (HTML)'
  if (token.type === 'heading' && ![3, 4].includes(token.depth)) return 'use ### or #### for'
  if (token.type === 'link' && !/^(https?|mailto|tel):/i.test(token.href))
    return 'links must begin with https://, mailto: or tel:'
  return null
}

/** A text that is nothing but one fence of HTML: what Markdown has no form for. */
const fenced = /^(`{3,})html\n([^]*)\n\1$/

/** More of these signs than anybody emphasises words with; the time to pair them grows with their square. */
const emphasis_signs_max = 4000

/** Markdown as rich text in the form in which it is stored. Throws `MarkdownError`. */
export function parseMarkdown(text: string): string {
  const given = text.replaceAll('\r\n', '\n').trim()
  const html = fenced.exec(given)?.[2]
  if (html === undefined && (given.match(/[*_]/g)?.length ?? 0) > emphasis_signs_max)
    throw new MarkdownError(`more than ${emphasis_signs_max} signs * and _`)
  return normaliseRichText(sanitiseRichText(html ?? markdownToHtml(given, findUnsupported)))
}
