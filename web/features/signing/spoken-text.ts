import { sentenceSpans } from './sentence-spans.ts'

/** A sentence of the page: its words, and where each letter of them stands. */
export type SpokenSentence = { text: string; rangeOf: (start: number, end: number) => Range | null }

const blockSelector = 'p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, figcaption, dt, dd, summary, div'
const unspokenSelector =
  '[aria-hidden=true], nav, script, style, dialog, [data-unspoken], button, details:not([open]) > :not(summary)'

type Piece = { node: Text; start: number }

/** The sentences that stand in an element, in the order in which they are read; a picture by what it shows. */
export function sentencesIn(root: Element, locale: string): SpokenSentence[] {
  const sentences: SpokenSentence[] = []
  let pieces: Piece[] = []
  let text = ''
  let block: Element | null = null

  function close() {
    const [own, words] = [pieces, text]
    for (const { start, end } of sentenceSpans(words, locale)) {
      sentences.push({
        text: words.slice(start, end),
        rangeOf: (from, to) => rangeIn(own, start + from, start + to),
      })
    }
    pieces = []
    text = ''
  }

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT
    return node.matches(unspokenSelector) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  })
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      const own = node.parentElement!.closest(blockSelector)
      if (own !== block) close()
      block = own
      pieces.push({ node, start: text.length })
      text += node.data
    } else if (node instanceof Element && node.getAttribute('role') === 'img') {
      close()
      const label = node.getAttribute('aria-label')
      if (label) sentences.push({ text: label, rangeOf: () => rangeOver(node as Element) })
    } else if (node instanceof Element && node.matches(blockSelector)) close()
  }
  close()
  return sentences
}

function rangeOver(element: Element): Range {
  const range = document.createRange()
  range.selectNode(element)
  return range
}

/** The range from one letter to another of pieces that follow one another; null once they stand no more on the page. */
function rangeIn(pieces: readonly Piece[], from: number, to: number): Range | null {
  const holding = (at: number) => pieces.findLast(({ start }) => start <= at)
  const [first, last] = [holding(from), holding(Math.max(to - 1, from))]
  if (!first?.node.isConnected || !last?.node.isConnected) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(from - first.start, first.node.length))
  range.setEnd(last.node, Math.min(to - last.start, last.node.length))
  return range
}
