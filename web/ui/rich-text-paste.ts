import { cleanMarkup, plainTextMarkup, type MarkupNode } from '../../contract/pasted-markup.ts'
import { markTokens } from './rich-text-html.ts'

/** The page's elements and text; comments, conditional ones too, are none. */
const markupOf = (node: Node): MarkupNode[] =>
  [...node.childNodes].flatMap((child): MarkupNode[] => {
    if (child instanceof Text) return [child.data]
    if (!(child instanceof Element)) return []
    const attributes = Object.fromEntries(Array.from(child.attributes, ({ name, value }) => [name, value]))
    return [{ tag: child.localName, attributes, children: markupOf(child) }]
  })

/** Pasted HTML as the editor writes it itself, whichever program it is from. What was copied here stays as it is. */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const isOurs = page.querySelector('[data-pm-slice]') !== null
  return markTokens(isOurs ? page.body.innerHTML : cleanMarkup(markupOf(page.body)))
}

/** Pasted text with lists or columns in it as an element to take them from; null where it has neither. */
export function pastedText(text: string): HTMLElement | null {
  const html = plainTextMarkup(text)
  return html === null ? null : new DOMParser().parseFromString(markTokens(html), 'text/html').body
}
