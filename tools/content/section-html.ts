import { Marked, type Token } from 'marked'

const understood = new Set([
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

/** Raised with a sentence for the writer when a text uses Markdown that patients' pages do not show. */
export class MarkdownRefused extends Error {
  override name = 'MarkdownRefused'
}

const markdown = new Marked({
  walkTokens: refuseOthers,
  renderer: {
    // Only what HTML needs: marked also encodes quotation marks, which would change when sanitised again.
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
      return token.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    },
    link({ href, tokens }) {
      return `<a href="${encodeURI(decodeURI(href)).replaceAll('&', '&amp;')}">${this.parser.parseInline(tokens)}</a>`
    },
  },
})

/**
 * Markdown as the HTML that sections may hold: p, ul, ol, li, strong, em, h3, br and links to https.
 * Throws `MarkdownRefused` for anything else.
 */
export function sectionHtml(text: string): string {
  return markdown.parse(text, { async: false }).trim()
}

function refuseOthers(token: Token): void {
  const fault = faultOf(token)
  if (fault) throw new MarkdownRefused(`${fault}: ${token.raw.trim().slice(0, 40)}`)
}

function faultOf(token: Token): string | null {
  if (!understood.has(token.type)) return `cannot show this (${token.type})`
  if (token.type === 'heading' && token.depth !== 3) return 'use ### for'
  if (token.type === 'link' && !token.href.startsWith('https://')) return 'links must begin with https://'
  if (token.type === 'list' && token.loose) return 'no empty lines between the points of a list'
  return null
}
