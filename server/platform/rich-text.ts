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
  // A link whose words name another site than it leads to keeps its words and is none.
  exclusiveFilter: ({ tag, text, attribs }) =>
    tag === 'a' && leadsElsewhere(text, attribs['href']!) ? 'excludeTag' : false,
}

/**
 * A link of the web or to write or ring to. The name of a host is in plain letters, since others look like them
 * ('nhѕ.uk'), and nothing stands before it that could be read as one ('nhs.uk@elsewhere').
 */
function isAllowedLink(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, hostname, username, password } = new URL(href)
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  const isPlain = !/(?:^|\.)xn--/.test(hostname) && username === '' && password === ''
  return isPlain && (protocol === 'http:' || protocol === 'https:')
}

/** Words that are read as the address of a site: with a scheme or 'www.', or by an ending that sites have. */
const namedSite =
  /(?:https?:\/\/|www\.)([\p{L}\p{N}.-]+)|(?<![\p{L}\p{N}.@-])((?:[\p{L}\p{N}-]+\.)+(?:uk|com|org|net|eu|ie|info|health|care))(?![\p{L}\p{N}-])/giu

const withoutWww = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.+$/, '')

/** Whether the words of a link name one site and the link leads to another. */
function leadsElsewhere(words: string, href: string): boolean {
  const { protocol, hostname } = new URL(href)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const host = withoutWww(hostname)
  return Array.from(words.matchAll(namedSite), ([, named, ending]) => withoutWww(named ?? ending!)).some(
    (named) => host !== named && !host.endsWith(`.${named}`),
  )
}

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
