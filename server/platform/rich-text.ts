import sanitizeHtml from 'sanitize-html'

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'u', 'h3', 'h4', 'br', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // A link of another site's making must say where it goes: neither '//host' nor a path of ours.
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (tagName, { href = '' }): sanitizeHtml.Tag => ({ tagName, attribs: isAbsolute(href) ? { href } : {} }),
  },
}

const isAbsolute = (href: string): boolean => URL.canParse(href)

/**
 * HTML that people typed or pasted, cut down to what our rich text may hold: paragraphs, lists, emphasis, two levels
 * of headings, breaks and absolute links. Done once, where text is saved; saving it again changes nothing.
 */
export const sanitiseRichText = (html: string): string => sanitizeHtml(html, options).trim()
