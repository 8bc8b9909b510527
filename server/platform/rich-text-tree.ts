import { DomHandler, Parser } from 'htmlparser2'

/** An element of rich text: a block, or a mark around text. */
export type RichElement = { tag: string; href?: string; children: RichNode[] }
/** Text as people read it, or an element. */
export type RichNode = string | RichElement

/** What stands under each other: elements of their own, or a run of text and marks that no paragraph holds. */
export type RichPart = { block: RichElement } | { run: RichNode[] }

const blockTags = new Set(['p', 'ul', 'ol', 'li', 'h3', 'h4'])

/** Reads HTML that `sanitiseRichText` let through, which also keeps it from being too deep. */
export function parseRichNodes(html: string): RichNode[] {
  const handler = new DomHandler()
  new Parser(handler).end(html)
  return nodesOf(handler.dom)
}

function nodesOf(dom: DomHandler['dom']): RichNode[] {
  const nodes: RichNode[] = []
  for (const node of dom) {
    if ('attribs' in node) nodes.push(elementOf(node))
    else if ('data' in node) {
      const before = nodes.at(-1)
      if (typeof before === 'string') nodes[nodes.length - 1] = before + node.data
      else nodes.push(node.data)
    }
  }
  return nodes
}

function elementOf({ name, attribs, children }: Extract<DomHandler['dom'][number], { attribs: object }>) {
  const { href } = attribs
  return { tag: name, ...(href === undefined ? {} : { href }), children: nodesOf(children) }
}

/** What browsers show as nothing at the edge of a line; a no-break space is not of it. */
const blank_start = /^[ \t\n\r\f]+/
const blank_end = /[ \t\n\r\f]+$/

const isBreak = (node: RichNode | undefined) => typeof node === 'object' && node.tag === 'br'

/** A run without the blanks at its edges and around its breaks, which nobody sees. */
function trimmedRun(run: RichNode[]): RichNode[] {
  const trimmed = run.map((node, index) => {
    if (typeof node !== 'string') return node
    const start = index === 0 || isBreak(run[index - 1]) ? node.replace(blank_start, '') : node
    return index === run.length - 1 || isBreak(run[index + 1]) ? start.replace(blank_end, '') : start
  })
  return trimmed.filter((node) => node !== '')
}

/** The parts of a block in their order; blanks between blocks are none. */
export function splitParts(nodes: RichNode[]): RichPart[] {
  const parts: RichPart[] = []
  let run: RichNode[] = []
  const close = () => {
    const trimmed = trimmedRun(run)
    if (trimmed.length > 0) parts.push({ run: trimmed })
    run = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !blockTags.has(node.tag)) run.push(node)
    else {
      close()
      parts.push({ block: node })
    }
  }
  close()
  return parts
}

const isParagraph = (part: RichPart) => 'block' in part && part.block.tag === 'p'

/** The parts of a list item: its text stands in it as it is, only several paragraphs need to be told apart. */
export function itemParts({ children }: RichElement): RichPart[] {
  const parts = splitParts(children)
  const [first, ...others] = parts
  if (!first || !('block' in first) || !isParagraph(first)) return parts
  if (others.some((part) => isParagraph(part) || 'run' in part)) return parts
  const inside = splitParts(first.block.children)
  return inside.length === 1 && 'run' in inside[0]! ? [inside[0], ...others] : parts
}

const escapedText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function inlineHtml(nodes: RichNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? escapedText(node) : markHtml(node))).join('')
}

function markHtml(element: RichElement): string {
  const { tag, href, children } = element
  if (tag === 'br') return '<br />'
  if (blockTags.has(tag)) return blockHtml(element)
  const address = href === undefined ? '' : ` href="${escapedText(href).replaceAll('"', '&quot;')}"`
  return `<${tag}${address}>${inlineHtml(children)}</${tag}>`
}

const partHtml = (part: RichPart): string => ('run' in part ? inlineHtml(part.run) : blockHtml(part.block))

function blockHtml(element: RichElement): string {
  const { tag, children } = element
  const parts = tag === 'li' ? itemParts(element) : splitParts(children)
  const html = partsToHtml(parts)
  return tag === 'ul' || tag === 'ol' ? `<${tag}>\n${html}\n</${tag}>` : `<${tag}>${html}</${tag}>`
}

/** Parts as HTML, each on a line of its own. */
export const partsToHtml = (parts: RichPart[]): string => parts.map(partHtml).join('\n')

/**
 * Sanitised rich text in the one form in which the editor writes it: blocks on lines of their own, and no blanks that
 * nobody sees. Equal for texts that read the same, however they were written.
 */
export const normaliseRichText = (html: string): string => partsToHtml(splitParts(parseRichNodes(html)))
