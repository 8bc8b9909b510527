/**
 * Texts of a page that lie over each other, as pairs: no rule of axe sees that. What is fixed or sticks lies over what is
 * scrolled under it, so that each is compared with what moves with it; and what an ancestor cuts off is not seen.
 */
export const overlappingTextsScript = `(() => {
  const overlap = (one, other) =>
    new DOMRect(
      Math.max(one.left, other.left),
      Math.max(one.top, other.top),
      Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)),
      Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)),
    )
  /** The element that this one stays in place with while the page is scrolled; null for what moves with the page. */
  function anchorOf(element) {
    if (!element) return null
    return ['fixed', 'sticky'].includes(getComputedStyle(element).position) ? element : anchorOf(element.parentElement)
  }
  /** What is seen of a box of this element's text. */
  function visiblePart(box, element) {
    if (!element || element === document.body) return box
    const { overflowX, overflowY, clipPath } = getComputedStyle(element)
    const isCut = overflowX !== 'visible' || overflowY !== 'visible' || clipPath !== 'none'
    return visiblePart(isCut ? overlap(box, element.getBoundingClientRect()) : box, element.parentElement)
  }
  /** A panel that is laid over the page hides what is under it. */
  function panelOf(element) {
    if (!element) return null
    const { position, backgroundColor } = getComputedStyle(element)
    const isOpaque = !/^rgba|[/]/.test(backgroundColor)
    const { width, height } = element.getBoundingClientRect()
    const isPanel = position === 'absolute' && isOpaque && width * height > 20000
    return isPanel ? element : panelOf(element.parentElement)
  }
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const words = node.textContent.trim()
    const parent = node.parentElement
    const isSeen = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (words === '' || !isSeen || parent.closest('svg, script, style, noscript, option')) continue
    range.selectNodeContents(node)
    const [anchor, panel] = [anchorOf(parent), panelOf(parent)]
    for (const whole of range.getClientRects()) {
      const box = visiblePart(whole, parent)
      if (box.width > 4 && box.height > 4) texts.push({ node, words, box, anchor, panel })
    }
  }
  texts.sort((one, other) => one.box.top - other.box.top)
  const found = []
  for (const [place, one] of texts.entries())
    for (const other of texts.slice(place + 1)) {
      if (other.box.top >= one.box.bottom) break
      const { width, height } = overlap(one.box, other.box)
      // Boxes of lines that follow each other closely share some of their height.
      if (one.node === other.node || one.anchor !== other.anchor || one.panel !== other.panel) continue
      if (width > 4 && height > 0.4 * Math.min(one.box.height, other.box.height))
        found.push(one.words.slice(0, 60) + ' | ' + other.words.slice(0, 60))
    }
  return found
})()`
