import { piecesOfHtml, type HtmlPiece } from './html-pieces.ts'
import { sentenceSpans } from './sentence-spans.ts'

/** What holds sentences, and what may stand within one. */
const blocks = new Set(['p', 'li', 'blockquote'])
const inlines = new Set(['strong', 'b', 'em', 'i', 'u', 'a', 'bdi', 'span', 'sub', 'sup', 'button'])
const opening = '<span class="easy-line">'

/**
 * The same words laid out to be easier to read: each sentence of cleaned wording on a line of its own. No word is added,
 * left out or changed. What stands in a link stays together.
 */
export function easyLayout(html: string, locale: string): string {
  const out: string[] = []
  let run: HtmlPiece[] = []
  const flush = () => {
    out.push(linesOf(run, locale))
    run = []
  }
  let depth = 0
  for (const piece of piecesOfHtml(html)) {
    const isInline = piece.kind === 'text' || inlines.has(piece.name) || piece.name === 'br'
    if (isInline && depth > 0) {
      run.push(piece)
      continue
    }
    flush()
    out.push(piece.text)
    if (piece.kind === 'tag' && blocks.has(piece.name)) depth += piece.isClosing ? -1 : 1
  }
  flush()
  return out.join('')
}

/** One run of words within a block, cut between its sentences; tags that are open there are closed and opened again. */
function linesOf(run: readonly HtmlPiece[], locale: string): string {
  const text = run.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
  const starts = sentenceSpans(text, locale).map(({ start }) => start)
  if (starts.length < 2) return run.map((piece) => piece.text).join('')
  const cuts = starts.slice(1)
  const open: { name: string; text: string }[] = []
  const out = [opening]
  let at = 0
  const cut = () => {
    out.push(...open.toReversed().map(({ name }) => `</${name}>`), '</span>', opening)
    out.push(...open.map((tag) => tag.text))
  }
  for (const piece of run) {
    if (piece.kind === 'tag') {
      out.push(piece.text)
      if (piece.isClosing) open.pop()
      else if (!piece.isVoid) open.push(piece)
      continue
    }
    const isKept = open.some(({ name }) => name === 'a' || name === 'button')
    let from = 0
    for (const cutIndex of isKept ? [] : cuts.filter((one) => one >= at && one < at + piece.text.length)) {
      out.push(piece.text.slice(from, cutIndex - at))
      cut()
      from = cutIndex - at
    }
    out.push(piece.text.slice(from))
    at += piece.text.length
  }
  return [...out, '</span>'].join('')
}
