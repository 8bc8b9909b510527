import { DomHandler, Parser } from 'htmlparser2'

const harmless = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'u', 'h3', 'h4', 'br', 'a'])

/** What of some HTML could do anything but show words, as a parser reads it: elements, attributes and links. */
export function findActiveContent(html: string): string[] {
  const found: string[] = []
  const handler = new DomHandler(undefined, undefined, (element) => {
    if (!harmless.has(element.name)) found.push(`<${element.name}>`)
    for (const [name, value] of Object.entries(element.attribs)) {
      const isLink = element.name === 'a' && name === 'href' && /^(https?|mailto|tel):/i.test(value)
      if (!isLink) found.push(`${name}="${value}"`)
    }
  })
  new Parser(handler).end(html)
  if (handler.dom.some(({ type }) => type !== 'tag' && type !== 'text')) found.push('no text')
  return found
}
