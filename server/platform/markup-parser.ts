import { Parser } from 'htmlparser2'
import type { MarkupElement, MarkupNode } from '../../contract/pasted-markup.ts'

/** What stands deeper gives up its shape and keeps its words. */
const depth_max = 100
const elementsWithoutText = new Set([
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'iframe',
  'title',
  'xml',
])

/** HTML as its elements and text; comments, conditional ones too, are none. */
export function parseMarkup(html: string): MarkupNode[] {
  const root: MarkupElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  let tooDeep = 0
  let unseen = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (elementsWithoutText.has(tag)) unseen++
      if (open.length > depth_max) return void tooDeep++
      const made = { tag, attributes, children: [] }
      open.at(-1)!.children.push(made)
      open.push(made)
    },
    ontext(text) {
      if (unseen === 0) open.at(-1)!.children.push(text)
    },
    onclosetag(tag) {
      if (elementsWithoutText.has(tag)) unseen--
      if (tooDeep > 0) tooDeep--
      else open.pop()
    },
  })
  parser.end(html)
  return root.children
}
