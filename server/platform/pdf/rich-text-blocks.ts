import { DomHandler, Parser } from 'htmlparser2'

type Node = DomHandler['dom'][number]
type Element = Extract<Node, { attribs: object }>

/** A run of text inside a block. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis' | 'underline'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' }

/** A cell of a table; `columns` is how many it spans. */
export type Cell = { heading: boolean; columns: number; children: Inline[] }

/** One paragraph, heading, list or table. Heading levels are 3 and 4, below the section's own title. */
export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: 3 | 4; children: Inline[] }
  | { kind: 'bullets' | 'numbers'; items: Block[][] }
  | { kind: 'table'; columns: number; rows: Cell[][] }

/** Deeper lists are drawn as the list at this depth: the typesetter's stack is not the author's to spend. */
export const LIST_DEPTH_MAX = 12

const nesting_max = 64
const columns_max = 12
const blockNames = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tfoot tr blockquote div section'.split(' '),
)
const unreadableNames = new Set(['script', 'style', 'template', 'title', 'textarea', 'noscript', 'iframe'])
const marks = {
  strong: 'strong',
  b: 'strong',
  em: 'emphasis',
  i: 'emphasis',
  u: 'underline',
  a: 'link',
} as const

/**
 * Reads rich text as a small tree that a document template can draw. Nothing in it is ever markup again.
 *
 * Elements not known here give way to what they contain, so that no word is lost; scripts and styles are
 * dropped, links other than https become plain text. A heading that skips a level is raised to the next
 * one allowed, because a tagged document may not skip.
 */
export function parseRichText(html: string): Block[] {
  const handler = new ShallowHandler()
  new Parser(handler).end(html)
  return normaliseHeadings(readBlocks(handler.dom, 0))
}

/** Reads elements nested past the limit as their text, so that no input can exhaust the stack. */
class ShallowHandler extends DomHandler {
  ignoredElements = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.ignoredElements > 0 || this.tagStack.length > nesting_max) this.ignoredElements++
    else super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    if (this.ignoredElements > 0) this.ignoredElements--
    else super.onclosetag()
  }
}

function readBlocks(nodes: readonly Node[], depth: number): Block[] {
  const blocks: Block[] = []
  let run: Node[] = []
  const endRun = () => {
    blocks.push(...paragraph(readInline(run)))
    run = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !holdsBlocks(node)) {
      run.push(node)
      continue
    }
    endRun()
    blocks.push(...readBlock(node, depth))
  }
  endRun()
  return blocks
}

function readBlock(element: Element, depth: number): Block[] {
  const { name, children } = element
  if (/^h[1-6]$/.test(name)) {
    const inline = trim(readInline(children))
    return inline.length === 0
      ? []
      : [{ kind: 'heading', level: Number(name[1]) <= 3 ? 3 : 4, children: inline }]
  }
  if (name === 'table') return readTable(element)
  if (name !== 'ul' && name !== 'ol') return readBlocks(children, depth)
  if (depth >= LIST_DEPTH_MAX) return readBlocks(children, depth)
  const items = children.filter(isElement).map((item) => readBlocks(item.children, depth + 1))
  const filled = items.filter((item) => item.length > 0)
  return filled.length === 0 ? [] : [{ kind: name === 'ul' ? 'bullets' : 'numbers', items: filled }]
}

function readTable(table: Element): Block[] {
  const rows = findRows(table)
    .map((row) =>
      row.children
        .filter(isElement)
        .filter(({ name }) => name === 'td' || name === 'th')
        .map((cell) => ({
          heading: cell.name === 'th',
          columns: Math.min(Math.max(Number.parseInt(cell.attribs.colspan ?? '1', 10) || 1, 1), columns_max),
          children: trim(readInline(cell.children)),
        })),
    )
    .filter((row) => row.length > 0)
  const columns = Math.max(0, ...rows.map((row) => row.reduce((sum, cell) => sum + cell.columns, 0)))
  // A table too wide for a page is read row by row instead: its words matter more than its shape.
  if (columns > columns_max) return rows.flat().flatMap((cell) => paragraph(cell.children))
  return columns === 0 ? [] : [{ kind: 'table', columns, rows: rows.map((row) => padRow(row, columns)) }]
}

function findRows(element: Element): Element[] {
  return element.children
    .filter(isElement)
    .flatMap((child) => (child.name === 'tr' ? [child] : findRows(child)))
}

function padRow(row: Cell[], columns: number): Cell[] {
  const missing = columns - row.reduce((sum, cell) => sum + cell.columns, 0)
  const empty: Cell = { heading: false, columns: 1, children: [] }
  return [...row, ...Array.from({ length: missing }, () => empty)]
}

/** Reads text and its marks. A mark inside itself says nothing more, so each is open at most once. */
function readInline(nodes: readonly Node[], open: readonly string[] = []): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.type === 'text') {
      const text = node.data.replace(/\s+/g, ' ')
      return text === '' ? [] : [{ kind: 'text', text }]
    }
    if (!isElement(node) || unreadableNames.has(node.name)) return []
    if (node.name === 'br') return [{ kind: 'break' }]
    const kind = Object.hasOwn(marks, node.name) ? marks[node.name as keyof typeof marks] : undefined
    if (!kind || open.includes(kind)) return readInline(node.children, open)
    const children = readInline(node.children, [...open, kind])
    if (children.length === 0) return []
    if (kind !== 'link') return [{ kind, children }]
    const href = httpsAddress(node.attribs.href)
    return href ? [{ kind, href, children }] : children
  })
}

function paragraph(inline: Inline[]): Block[] {
  const children = trim(inline)
  return children.length === 0 ? [] : [{ kind: 'paragraph', children }]
}

/** Drops blank text and line breaks at both ends, where HTML would not show them either. */
function trim(inline: Inline[]): Inline[] {
  const isBlank = (node: Inline) => node.kind === 'break' || (node.kind === 'text' && node.text.trim() === '')
  const first = inline.findIndex((node) => !isBlank(node))
  if (first === -1) return []
  return inline.slice(first, inline.findLastIndex((node) => !isBlank(node)) + 1)
}

function normaliseHeadings(blocks: Block[]): Block[] {
  let seen = false
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block
    if (block.level === 3) seen = true
    return seen ? block : { ...block, level: 3 }
  })
}

function httpsAddress(href: string | undefined): string | undefined {
  const address = href && URL.canParse(href) ? new URL(href) : undefined
  return address?.protocol === 'https:' ? address.href : undefined
}

function isElement(node: Node): node is Element {
  return 'name' in node && 'attribs' in node
}

function holdsBlocks(element: Element): boolean {
  return (
    blockNames.has(element.name) || element.children.some((child) => isElement(child) && holdsBlocks(child))
  )
}
