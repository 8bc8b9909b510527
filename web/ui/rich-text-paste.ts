import { cleanMarkup, markupFromPlainText, type MarkupNode } from '../../contract/pasted-markup.ts'
import { tokensToElements } from './rich-text-html.ts'

/** The page's elements and text; comments, conditional ones too, are none. */
const markupNodesOf = (node: Node): MarkupNode[] =>
  [...node.childNodes].flatMap((child): MarkupNode[] => {
    if (child instanceof Text) return [child.data]
    if (!(child instanceof Element)) return []
    const attributes = Object.fromEntries(Array.from(child.attributes, ({ name, value }) => [name, value]))
    return [{ tag: child.localName, attributes, children: markupNodesOf(child) }]
  })

/** Pasted HTML as the editor writes it itself, whichever program it is from. What was copied here stays as it is. */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const isOurs = page.querySelector('[data-pm-slice]') !== null
  return tokensToElements(isOurs ? page.body.innerHTML : cleanMarkup(markupNodesOf(page.body)))
}

/** Pasted text with lists or columns in it as an element to take them from; null where it has neither. */
export function pastedTextToElement(text: string): HTMLElement | null {
  const html = markupFromPlainText(text)
  return html === null ? null : new DOMParser().parseFromString(tokensToElements(html), 'text/html').body
}
