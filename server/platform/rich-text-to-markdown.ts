import { parseMarkdown } from './rich-text-markdown.ts'
import {
  partsToHtml,
  itemParts,
  splitParts,
  parseRichNodes,
  type RichElement,
  type RichNode,
  type RichPart,
} from './rich-text-tree.ts'

/** Emphasis by signs, which read well, or by tags, which hold beside every character. */
type Style = 'signs' | 'tags'

/** Raised at what Markdown has no form for. */
class InexpressibleError extends Error {
  override name = 'InexpressibleError'
}

/**
 * Sanitised rich text as Markdown that `parseMarkdown` reads as the same text again. Each way of writing is tried until
 * one does; what Markdown has no form for stands as HTML in a fence.
 */
export function richTextToMarkdown(html: string): string {
  const parts = splitParts(parseRichNodes(html))
  return (
    ifRoundTrips(parts, () => writeParts(parts, 'signs')) ??
    ifRoundTrips(parts, () => parts.map(writePiece).join('\n\n')) ??
    fencedHtml(partsToHtml(parts))
  )
}

/** What was written, if it reads as what was meant. */
function ifRoundTrips(parts: RichPart[], write: () => string): string | null {
  try {
    const text = write()
    return parseMarkdown(text) === partsToHtml(parts) ? text : null
  } catch {
    // Neither what cannot be written nor what would be refused when it is read.
    return null
  }
}

function writePiece(part: RichPart): string {
  const text =
    ifRoundTrips([part], () => writeParts([part], 'signs')) ??
    ifRoundTrips([part], () => writeParts([part], 'tags'))
  if (text === null) throw new InexpressibleError()
  return text
}

function fencedHtml(html: string): string {
  const longest = Math.max(2, ...Array.from(html.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}html\n${html}\n${fence}`
}

const listTags = new Set(['ul', 'ol'])

function writeParts(parts: RichPart[], style: Style): string {
  let lists = 0
  const texts = parts.map((part, index) => {
    if ('run' in part) throw new InexpressibleError()
    const before = parts[index - 1]
    const follows = before && 'block' in before && before.block.tag === part.block.tag
    // Lists side by side are told apart by their signs.
    lists = follows && listTags.has(part.block.tag) ? lists + 1 : 0
    return writeBlock(part.block, style, lists % 2 === 1)
  })
  return texts.join('\n\n')
}

function writeBlock({ tag, children }: RichElement, style: Style, otherSign: boolean): string {
  if (listTags.has(tag)) {
    const sign = tag === 'ul' ? () => (otherSign ? '*' : '-') : (n: number) => `${n}${otherSign ? ')' : '.'}`
    return writeList(children, style, sign)
  }
  const text = writeRun(children, style)
  if (tag === 'p') return text === '' ? '<p></p>' : text
  if (text.includes('\n')) throw new InexpressibleError()
  return `${tag === 'h3' ? '###' : '####'} ${text}`
}

function writeList(children: RichNode[], style: Style, sign: (number: number) => string): string {
  const items = splitParts(children).map((part) => {
    if ('run' in part || part.block.tag !== 'li') throw new InexpressibleError()
    return itemParts(part.block)
  })
  const isLoose = items.some((parts) => parts.some((part) => 'block' in part && part.block.tag === 'p'))
  const texts = items.map((parts, index) => {
    const begin = `${sign(index + 1)} `
    const [first, ...others] = parts
    const text = first && 'run' in first ? writeLines(first.run, style) : writeParts(parts, style)
    const rest = first && 'run' in first && others.length > 0 ? writeParts(others, style) : ''
    const whole = [text, rest].filter(Boolean).join(isLoose ? '\n\n' : '\n')
    return begin + whole.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(begin.length)}`)
  })
  return texts.join(isLoose ? '\n\n' : '\n')
}

/** The text of a block that holds nothing but text. */
function writeRun(children: RichNode[], style: Style): string {
  const [part, ...others] = splitParts(children)
  if (!part) return ''
  if (others.length > 0 || !('run' in part)) throw new InexpressibleError()
  return writeLines(part.run, style)
}

/** What would begin something else at the start of a line. */
const lineSigns = /^(\s*)([#>+=-]|\{%)/gm
const lineNumbers = /^(\s*\d+)([.)])/gm

const writeLines = (run: RichNode[], style: Style): string =>
  writeInline(run, style).replaceAll(lineSigns, '$1\\$2').replaceAll(lineNumbers, '$1\\$2')

const signs: Record<string, string> = { strong: '**', em: '*' }

function writeInline(nodes: RichNode[], style: Style): string {
  return nodes.map((node) => (typeof node === 'string' ? escapedText(node) : writeMark(node, style))).join('')
}

function writeMark({ tag, href, children }: RichElement, style: Style): string {
  if (tag === 'br') return style === 'signs' ? '\\\n' : '<br>'
  const text = writeInline(children, style)
  if (tag === 'a') return `[${text}](${address(href ?? '')})`
  const sign = style === 'signs' ? signs[tag] : undefined
  if (sign) return `${sign}${text}${sign}`
  if (tag === 'u' || tag in signs) return `<${tag}>${text}</${tag}>`
  throw new InexpressibleError()
}

const address = (href: string): string =>
  /[\s()<>\\]/.test(href) ? `<${href.replaceAll(/[<>\\]/g, '\\$&')}>` : href

/** Every sign that could be read as Markdown, with a stroke before it. */
const escapedText = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<~|]/g, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    // What would become a link by itself.
    .replaceAll(/\b(https?|ftp)(?=:\/\/)/gi, '$1\\')
    .replaceAll(/\bwww(?=\.)/gi, '$&\\')
    .replaceAll(/@(?=\w)/g, '\\@')
