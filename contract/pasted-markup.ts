/** An element of what somebody pasted or sent; names in small letters. */
export type MarkupElement = { tag: string; attributes: Record<string, string>; children: MarkupNode[] }
/** Text as people read it, or an element; comments are left out by whoever reads the markup. */
export type MarkupNode = string | MarkupElement

/** A paragraph that is an item of a list: how word processors write lists for programs that know none. */
type ListItem = {
  level: number
  list: string
  isNumbered: boolean
  number: number | null
  children: MarkupNode[]
}
/** What stands under each other while lists are put together. */
type ListPiece = MarkupNode | { item: ListItem } | { goesOn: MarkupElement }

const element = (
  tag: string,
  children: MarkupNode[],
  attributes: Record<string, string> = {},
): MarkupElement => ({
  tag,
  attributes,
  children,
})

/** What is never text for people. */
const droppedElements = new Set(
  'script style textarea option noscript template iframe title xml head meta link'.split(' '),
)
const headingReplacements: Record<string, string> = {
  h1: 'h3',
  h2: 'h3',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
}
const inlineReplacements: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
}
const blocks = new Set(['p', 'h3', 'h4', 'ul', 'ol', 'li'])
const containers = new Set(
  'div section article main header footer blockquote center address pre dl dt dd figure'.split(' '),
)

/** The emphasis that word processors write as styles. */
const styleToInlineElement: readonly [RegExp, string][] = [
  [/font-weight:\s*(?:bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*:[^;]*underline/i, 'u'],
]
const isNormalWeight = (style: string) => /font-weight:\s*(?:normal|400)/i.test(style)

const isBlock = (node: MarkupNode) => typeof node !== 'string' && blocks.has(node.tag)
const isBreak = (node: MarkupNode) => typeof node !== 'string' && node.tag === 'br'

/** Blanks of every kind, no-break spaces too: what a paragraph is empty with. */
const textOf = (node: MarkupNode): string =>
  typeof node === 'string' ? node : node.tag === 'br' ? '\n' : node.children.map(textOf).join('')
const isEmpty = (nodes: readonly MarkupNode[]): boolean => nodes.map(textOf).join('').trim() === ''

/** The same without blanks and breaks at either end. */
function trimNodes(nodes: readonly MarkupNode[]): MarkupNode[] {
  const rest = [...nodes]
  while (rest.length > 0 && isEmpty([rest[0]!])) rest.shift()
  while (rest.length > 0 && isEmpty([rest.at(-1)!])) rest.pop()
  if (typeof rest[0] === 'string') rest[0] = rest[0].trimStart()
  const last = rest.at(-1)
  if (typeof last === 'string') rest[rest.length - 1] = last.trimEnd()
  return rest
}

/** Texts side by side as one. */
function mergeText(nodes: readonly MarkupNode[]): MarkupNode[] {
  const whole: MarkupNode[] = []
  for (const node of nodes) {
    const before = whole.at(-1)
    if (typeof node === 'string' && typeof before === 'string') whole[whole.length - 1] = before + node
    else if (node !== '') whole.push(node)
  }
  return whole
}

/** '1.', 'b)', '(iv)', '1.1': a number; '·', 'o', '§', '-' are none. The number itself where it is written in digits. */
function parseListMarker(written: string): Pick<ListItem, 'isNumbered' | 'number'> {
  const marker = written.trim()
  const digits = /(\d+)[.):]*$/.exec(marker)?.[1]
  if (digits !== undefined) return { isNumbered: true, number: Number(digits) }
  const isLetter = /^\(?[a-z]{1,6}[.)]+$/i.test(marker)
  return { isNumbered: isLetter, number: /^\(?[ai][.)]/i.test(marker) ? 1 : null }
}

/** Where Word says which list, and how deep, a paragraph is of. */
const wordListStyle = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i
const wordMarker = /mso-list:\s*Ignore/i
const listClass = /\bMsoList(?:Paragraph|Continue)/
const indent = /margin-left:\s*([\d.]+)(pt|in|cm|mm)/i
const pointsPerUnit: Record<string, number> = { pt: 1, in: 72, cm: 28.35, mm: 2.835 }
const level_points = 36

/** A marker in front of the words, as filtered HTML of Word has it: two blanks at least stand behind it. */
const typedListMarker = /^\s*([·•▪§o–-]|\(?(?:\d{1,3}|[a-z]{1,4})[.)])(?:[ \t\n]*\u00A0[\s\u00A0]*|\s{2,})/i

type InlineContext = { style: ReadonlySet<string>; inLink: boolean }
const plainContext: InlineContext = { style: new Set(), inLink: false }

/** Takes the marker out of a paragraph of Word's, and answers what it said. */
function stripListMarker(nodes: readonly MarkupNode[]): { marker: string; rest: MarkupNode[] } {
  let marker = ''
  const rest = nodes.flatMap((node): MarkupNode[] => {
    if (typeof node === 'string') return [node]
    if (wordMarker.test(node.attributes['style'] ?? '')) {
      marker += textOf(node)
      return []
    }
    const inside = stripListMarker(node.children)
    marker += inside.marker
    return [{ ...node, children: inside.rest }]
  })
  return { marker, rest }
}

/** A paragraph as the item of a list that it is, or null. */
function toListItem({ attributes, children }: MarkupElement, around: InlineContext): ListItem | null {
  const { style = '', class: name = '' } = attributes
  const [, list, level, override = ''] = wordListStyle.exec(style) ?? []
  if (list && level) {
    const { marker, rest } = stripListMarker(children)
    const words = trimNodes(toFlow(rest, around))
    return { level: Number(level), list: list + override, ...parseListMarker(marker), children: words }
  }
  if (!listClass.test(name)) return null
  const [first, ...others] = mergeText(toFlow(children, around))
  const found = typeof first === 'string' ? typedListMarker.exec(first) : null
  if (!found) return null
  const [, size = '0', unit = 'pt'] = indent.exec(style) ?? []
  const depth = Math.max(1, Math.round((Number(size) * pointsPerUnit[unit.toLowerCase()]!) / level_points))
  const marker = parseListMarker(found[1]!)
  const words = trimNodes([(first as string).slice(found[0].length), ...others])
  return { level: depth, list: String(marker.isNumbered), ...marker, children: words }
}

/** The emphasis of an element's style around what it holds, unless that stands within it already. */
function applyInlineStyles(
  style: string,
  children: readonly MarkupNode[],
  around: InlineContext,
): MarkupNode[] {
  const wanted = styleToInlineElement
    .filter(([sign, mark]) => sign.test(style) && !around.style.has(mark))
    .map(([, mark]) => mark)
    .filter((mark) => !(mark === 'u' && around.inLink))
  const inside = toFlow(children, { ...around, style: new Set([...around.style, ...wanted]) })
  if (isEmpty(inside) || inside.some(isBlock)) return inside
  return wanted.reduceRight<MarkupNode[]>((held, mark) => [element(mark, held)], inside)
}

/** What the editor's own chips and Word's paragraphs, lists and tables come to, still without lists put together. */
function toListPieces(node: MarkupNode, around: InlineContext): ListPiece[] {
  if (typeof node === 'string') return [node]
  const { tag, attributes, children } = node
  const { style = '', class: name = '' } = attributes
  if (droppedElements.has(tag)) return []
  if (/^\w+$/.test(attributes['data-token'] ?? '')) return [`{{${attributes['data-token']}}}`]
  if (tag === 'br') return [element('br', [])]
  if (tag === 'a') {
    const inside = toFlow(children, { ...around, inLink: true })
    const href = attributes['href']
    return href === undefined ? inside : [element('a', inside, { href })]
  }
  if (tag in inlineReplacements) {
    const mark = inlineReplacements[tag]!
    if (mark === 'strong' && isNormalWeight(style)) return toFlow(children, around)
    const inside = applyInlineStyles(style, children, { ...around, style: new Set([...around.style, mark]) })
    if (inside.every((held) => held === '')) return []
    return [element(mark, inside)]
  }
  if (tag === 'table') return tableToLines(node, around)
  if (tag === 'ul' || tag === 'ol') return listPieces(node, around)
  if (tag === 'p' || tag in headingReplacements) {
    const item = tag === 'p' ? toListItem(node, around) : null
    if (item) return [{ item }]
    const words = applyInlineStyles(style, children, around)
    const isForeign = Object.keys(attributes).length > 0 || children.some(isOfficeElement)
    if (isForeign && isEmpty(words)) return []
    const block = element(headingReplacements[tag] ?? 'p', isForeign ? trimNodes(words) : words)
    return listClass.test(name) ? [{ goesOn: block }] : [block]
  }
  if (containers.has(tag)) return containerPieces(node, around)
  return tag === 'li' ? [itemElement(node, around)] : applyInlineStyles(style, children, around)
}

const isOfficeElement = (node: MarkupNode): boolean =>
  typeof node !== 'string' && (/^[ovw]:/.test(node.tag) || node.children.some(isOfficeElement))

/** A box is a paragraph where it holds words alone; else what it holds, its loose words as paragraphs. */
function containerPieces({ children, attributes }: MarkupElement, around: InlineContext): ListPiece[] {
  // Word for the web puts a box around each item, which is a list of its own.
  const inBox = children.filter((child) => !isEmpty([child]))
  if (inBox.every((child) => typeof child !== 'string' && /^[uo]l$/.test(child.tag)))
    return inBox.flatMap((child) => toListPieces(child, around))
  const inside = applyInlineStyles(attributes['style'] ?? '', children, around)
  const pieces: MarkupNode[] = []
  let run: MarkupNode[] = []
  const close = () => {
    if (!isEmpty(run)) pieces.push(element('p', trimNodes(run)))
    run = []
  }
  for (const node of inside) {
    if (!isBlock(node)) run.push(node)
    else {
      close()
      pieces.push(node)
    }
  }
  close()
  return pieces
}

/** An item of a list; the one paragraph that other programs put its words into is taken away. */
function itemElement({ attributes, children }: MarkupElement, around: InlineContext): MarkupElement {
  const inside = applyInlineStyles(attributes['style'] ?? '', children, around)
  const words = inside.filter((node) => !isEmpty([node]) || isBlock(node))
  const paragraphs = words.filter((node) => typeof node !== 'string' && node.tag === 'p') as MarkupElement[]
  const [first] = words
  const isWrapped =
    paragraphs.length === 1 &&
    first === paragraphs[0] &&
    children.some((child) => typeof child !== 'string' && Object.keys(child.attributes).length > 0)
  return element('li', isWrapped ? [...paragraphs[0]!.children, ...words.slice(1)] : inside)
}

/** A list; one that stands in another beside its items belongs to the item before it. */
function listPieces({ tag, attributes, children }: MarkupElement, around: InlineContext): ListPiece[] {
  const levels = children.flatMap((child) => wordOnlineItem(child, tag, around) ?? [])
  if (levels.length > 0) return levels
  const items: MarkupNode[] = []
  for (const node of toFlow(children, around)) {
    const before = items.findLast((item) => typeof item !== 'string') as MarkupElement | undefined
    const isList = typeof node !== 'string' && (node.tag === 'ul' || node.tag === 'ol')
    if (isList && before?.tag === 'li') before.children.push(node)
    else if (isList) items.push(element('li', [node]))
    else items.push(node)
  }
  const start = attributes['start']
  return [element(tag, items, tag === 'ol' && start !== undefined ? { start } : {})]
}

/** Word for the web writes each item as a list of its own, and its depth beside it. */
function wordOnlineItem(node: MarkupNode, tag: string, around: InlineContext): ListPiece[] | null {
  if (typeof node === 'string' || node.tag !== 'li') return null
  const { 'data-aria-level': level, 'data-listid': list = '', 'data-aria-posinset': number } = node.attributes
  if (level === undefined) return null
  const { children } = itemElement(node, around)
  const told = { level: Number(level) || 1, list, isNumbered: tag === 'ol', number: Number(number) || null }
  return [{ item: { ...told, children: trimNodes(children) } }]
}

/** Rows as lines: what the first cell names, a colon, what the others say of it. */
function tableToLines(table: MarkupElement, around: InlineContext): MarkupNode[] {
  const carried = new Map<number, { cell: MarkupNode[]; rows: number }>()
  return rowsOf(table).flatMap((row) => {
    const cells: MarkupNode[][] = []
    const waiting = row.children.filter(
      (child): child is MarkupElement => typeof child !== 'string' && /^t[dh]$/.test(child.tag),
    )
    for (let column = 0; waiting.length > 0 || carried.has(column); column++) {
      const above = carried.get(column)
      if (above) {
        cells.push(above.cell)
        if (--above.rows === 0) carried.delete(column)
        continue
      }
      const next = waiting.shift()!
      const cell = toFlow(next.children, around)
      const rows = Math.min(Number(next.attributes['rowspan']) || 1, spanned_rows_max)
      if (rows > 1) carried.set(column, { cell, rows: rows - 1 })
      cells.push(cell)
    }
    const [first, ...others] = cells.filter((cell) => !isEmpty(cell))
    if (!first) return []
    if (others.length === 0) return first.some(isBlock) ? first : [element('p', trimNodes(first))]
    const head = toInline(first)
    const colon = /[:?]\s*$/.test(head.map(textOf).join('')) ? ' ' : ': '
    const said = others.map(toInline).flatMap((cell, at) => (at === 0 ? cell : [', ', ...cell]))
    return [element('p', mergeText([...head, colon, ...said]))]
  })
}
const spanned_rows_max = 200

const rowsOf = ({ children }: MarkupElement): MarkupElement[] =>
  children.flatMap((child) => {
    if (typeof child === 'string') return []
    if (child.tag === 'tr') return [child]
    return /^t(?:head|body|foot)$/.test(child.tag) ? rowsOf(child) : []
  })

/** The words of a cell in one line, whatever paragraphs and lists they stand in. */
function toInline(nodes: readonly MarkupNode[]): MarkupNode[] {
  const parts: MarkupNode[][] = [[]]
  for (const node of nodes) {
    if (isBreak(node)) parts.at(-1)!.push(' ')
    else if (typeof node === 'string' || !blocks.has(node.tag)) parts.at(-1)!.push(node)
    else parts.push(toInline(node.children), [])
  }
  const said = parts.filter((part) => !isEmpty(part)).map(trimNodes)
  return mergeText(said.flatMap((part, at) => (at === 0 ? part : [', ', ...part])))
}

/** Elements of our own rich text alone, lists put together. */
function toFlow(nodes: readonly MarkupNode[], around: InlineContext): MarkupNode[] {
  return mergeText(joinNumbered(assembleLists(nodes.flatMap((node) => toListPieces(node, around)))))
}

/** Items of lists as lists, nested by their levels. */
function assembleLists(pieces: readonly ListPiece[]): MarkupNode[] {
  const flow: MarkupNode[] = []
  let open: { level: number; list: string; element: MarkupElement }[] = []
  const lastItem = () => open.at(-1)!.element.children.at(-1) as MarkupElement
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'item' in piece) {
      const { level, list, isNumbered, number, children } = piece.item
      const tag = isNumbered ? 'ol' : 'ul'
      open = open.filter((each) => each.level <= level)
      const top = open.at(-1)
      if (top?.level === level && (top.list !== list || top.element.tag !== tag)) open.pop()
      if (open.at(-1)?.level !== level) {
        const made = element(tag, [], isNumbered && number !== null ? { start: String(number) } : {})
        if (open.length > 0) lastItem().children.push(made)
        else flow.push(made)
        open.push({ level, list, element: made })
      }
      open.at(-1)!.element.children.push(element('li', children))
    } else if (typeof piece === 'object' && 'goesOn' in piece) {
      if (open.length === 0) flow.push(piece.goesOn)
      else {
        const item = lastItem()
        if (!item.children.some(isBlock)) item.children = [element('p', item.children)]
        item.children.push(piece.goesOn)
      }
    } else if (typeof piece === 'string' && piece.trim() === '' && open.length > 0) {
      // Blanks between paragraphs, which nobody sees.
    } else {
      open = []
      flow.push(piece)
    }
  }
  return dropBlockBreaks(flow)
}

/** Breaks between blocks stand for empty lines, which blocks have of themselves. */
function dropBlockBreaks(flow: MarkupNode[]): MarkupNode[] {
  if (!flow.some(isBlock) || !flow.some(isBreak)) return flow
  return flow.filter((node, at) => {
    const seen = (step: 1 | -1) => {
      let other = at + step
      while (
        flow[other] !== undefined &&
        (isBreak(flow[other]!) || isEmpty([flow[other]!])) &&
        !isBlock(flow[other]!)
      )
        other += step
      return flow[other] === undefined || isBlock(flow[other]!)
    }
    return !isBreak(node) || !(seen(-1) && seen(1))
  })
}

/** A numbered list that goes on behind paragraphs takes them into the item before, since ours count from one. */
function joinNumbered(nodes: readonly MarkupNode[]): MarkupNode[] {
  const flow: MarkupNode[] = []
  for (const node of nodes) {
    const start = typeof node === 'string' ? Number.NaN : Number(node.attributes['start'])
    const at = flow.findLastIndex((each) => typeof each !== 'string' && each.tag !== 'p')
    const before = flow[at]
    const goesOn =
      start > 1 &&
      typeof before === 'object' &&
      before.tag === 'ol' &&
      (Number(before.attributes['start']) || 1) + before.children.filter(isBlock).length === start
    if (!goesOn) {
      flow.push(node)
      continue
    }
    const between = flow.splice(at + 1).filter(isBlock)
    const item = before.children.findLast(isBlock) as MarkupElement
    if (between.length > 0 && !item.children.some(isBlock)) item.children = [element('p', item.children)]
    item.children.push(...between)
    before.children.push(...(node as MarkupElement).children)
  }
  return flow
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function htmlOf(node: MarkupNode): string {
  if (typeof node === 'string') return escapeHtml(node)
  const { tag, attributes, children } = node
  if (tag === 'br') return '<br />'
  const href = attributes['href']
  const address = href === undefined ? '' : ` href="${escapeHtml(href).replaceAll('"', '&quot;')}"`
  return `<${tag}${address}>${children.map(htmlOf).join('')}</${tag}>`
}

/**
 * What people paste from Word, Outlook, Google Docs, LibreOffice and Pages, as HTML of paragraphs, two levels of headings,
 * nested lists, emphasis, breaks and links. Rows of tables become lines such as 'Nerve damage: 1 in 100'. Nothing is left
 * of other programs' elements, styles and classes; words are kept as they are. What is clean already is not changed. The
 * result still has to be sanitised.
 */
export const cleanMarkup = (nodes: readonly MarkupNode[]): string =>
  toFlow(nodes, plainContext).map(htmlOf).join('')

const plainListLine = /^([\t ]*)([•·▪◦‣●○■*–-]|\(?(?:\d{1,3}|[a-z])[.)])([\t \u00A0]+)(\S.*)$/

/**
 * Plain text with lists or columns in it as HTML, since programs copy them as marks and tabs; null where it has neither.
 * The result still has to be sanitised.
 */
export function markupFromPlainText(text: string): string | null {
  const lines = text.split(/\r\n?|\n/)
  const matches = lines.map((line) => plainListLine.exec(line))
  const isListed = matches.filter(Boolean).length > 1 || matches.some((match) => match?.[3]!.includes('\t'))
  const isColumned = lines.some((line, at) => !(isListed && matches[at]) && /\S\t+\S/.test(line))
  if (!isListed && !isColumned) return null
  const pieces = lines.flatMap((line, at): ListPiece[] => {
    const match = isListed ? matches[at] : null
    if (match) {
      const [, before = '', mark = '', , words = ''] = match
      const level = 1 + before.replaceAll(/ {2,4}/g, '\t').replaceAll(' ', '').length
      return [{ item: { level, list: '', ...parseListMarker(mark), children: [words.trim()] } }]
    }
    const [first = '', ...others] = line
      .split('\t')
      .map((cell) => cell.trim())
      .filter(Boolean)
    if (first === '') return []
    const said = others.length === 0 ? first : `${first.replace(/:$/, '')}: ${others.join(', ')}`
    return [element('p', [said])]
  })
  return joinNumbered(assembleLists(pieces)).map(htmlOf).join('')
}
