/** What is marked on the page: the sentence being read, and the word in it where the voice tells. */
type HighlightedRanges = { sentence: Range | null; word: Range | null }

const names = { sentence: 'spoken-sentence', word: 'spoken-word' } as const

const isSupported = () => typeof Highlight !== 'undefined' && 'highlights' in CSS

/**
 * Marks what is read without touching the wording: by the browser's own highlights, and by boxes laid behind the letters
 * where it has none. `layer` is an empty element at the start of what is read, positioned over it.
 */
export function highlightSpoken(layer: HTMLElement | null, { sentence, word }: HighlightedRanges): void {
  if (!isSupported()) return highlightWithBoxes(layer, sentence)
  for (const [name, range] of [
    [names.sentence, sentence],
    [names.word, word],
  ] as const) {
    if (range) CSS.highlights.set(name, new Highlight(range))
    else CSS.highlights.delete(name)
  }
}

function highlightWithBoxes(layer: HTMLElement | null, sentence: Range | null): void {
  if (!layer) return
  const layerBox = layer.getBoundingClientRect()
  const boxes = [...(sentence?.getClientRects() ?? [])].map(({ left, top, width, height }) => {
    const box = document.createElement('span')
    box.className = 'spoken-box'
    Object.assign(box.style, {
      left: `${left - layerBox.left}px`,
      top: `${top - layerBox.top}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    return box
  })
  layer.replaceChildren(...boxes)
}

/** Brings what is read into view where it is not, with some room round it; people who scroll away are not held. */
export function scrollToSpoken(sentence: Range | null): void {
  const place = sentence?.getBoundingClientRect()
  if (!place || (place.top >= 0 && place.bottom <= innerHeight)) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollBy({ top: place.top - innerHeight / 4, behavior: calm ? 'auto' : 'smooth' })
}
