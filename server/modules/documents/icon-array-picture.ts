const cell = 10
/** More marks than this are drawn as dots, in longer rows. */
const persons_max = 200

const dot = 'm5 5h.01'
const person = 'm5 .7a2 2 0 1 1 0 4a2 2 0 1 1 0-4zm-3.3 8.9v-1.1a3.3 3.3 0 0 1 6.6 0v1.1z'

function drawIcons(first: number, end: number, columns: number, mark: string): string {
  return Array.from({ length: end - first }, (_, index) => {
    const place = first + index
    return `M${(place % columns) * cell} ${Math.floor(place / columns) * cell}${mark}`
  }).join('')
}

/** A number out of so many as marks to count, as patients see it on their page: dark ones, lighter ones, and the rest. */
export function drawIconArray({ from, to, of }: { from: number; to: number; of: number }): Uint8Array {
  const isLarge = of > persons_max
  const columns = Math.min(of, isLarge ? 40 : 20)
  const [width, height] = [columns * cell, Math.ceil(of / columns) * cell]
  const mark = isLarge ? dot : person
  const tones = [
    ['#0b4450', drawIcons(0, from, columns, mark)],
    ['#85aab1', drawIcons(from, to, columns, mark)],
    ['#dde5e8', drawIcons(to, of, columns, mark)],
  ]
  const paths = tones.map(([colour, d]) => {
    const look = isLarge
      ? `fill="none" stroke="${colour}" stroke-width="7" stroke-linecap="round"`
      : `fill="${colour}"`
    return d ? `<path d="${d}" ${look}/>` : ''
  })
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`,
  )
}
