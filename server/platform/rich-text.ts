import sanitizeHtml from 'sanitize-html'
import { cleanMarkup } from '../../contract/pasted-markup.ts'
import { parseMarkup } from './markup-parser.ts'

/** Lists within lists within lists; what stands deeper gives up its shape and keeps its words. */
const nesting_max = 32

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'u', 'h3', 'h4', 'br', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // A link of another site's making must say where it goes: neither '//host' nor a path of ours.
  allowProtocolRelative: false,
  nestingLimit: nesting_max,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  transformTags: {
    b: 'strong',
    i: 'em',
    // A link that leads nowhere we allow is none; `span` is not kept, its words are.
    a: (_tagName, { href = '' }): sanitizeHtml.Tag =>
      isAllowedLink(href) ? { tagName: 'a', attribs: { href } } : { tagName: 'span', attribs: {} },
  },
}

const isAllowedLink = (href: string): boolean =>
  URL.canParse(href) && ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(href).protocol)

/** Control characters, halves of characters, and what turns the reading direction of what stands beside it. */
const unprintable = /[\p{Cs}\u202A-\u202E\u2066-\u2069]|(?![\n\r\t])\p{Cc}/gu

/**
 * HTML that people typed or pasted, cut down to what our rich text may hold: paragraphs, lists, emphasis, two levels
 * of headings, breaks and absolute links; what Word and others write for lists and tables is read as such. Done once, where text is saved; saving it again changes nothing.
 */
export function sanitiseRichText(html: string): string {
  const kept = sanitizeHtml(cleanMarkup(parseMarkup(html.replaceAll(unprintable, ''))), options).trim()
  // What stood around it may have decided how something was read: it is read again until nothing changes.
  return kept === html ? kept : sanitiseRichText(kept)
}
