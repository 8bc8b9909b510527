/** One movement of the pen: where it went, in the units of the field that was signed. */
export type SignatureStroke = { points: readonly { x: number; y: number }[] }

type Point = { x: number; y: number }

const pen_width = 2.2
const margin = 6

/**
 * The strokes as an SVG picture, cropped to the ink. It holds numbers only, so nothing a browser sent can
 * be anything but a line.
 */
export function drawStrokes(strokes: readonly SignatureStroke[]): Uint8Array {
  const points = strokes.flatMap((stroke) => stroke.points)
  if (points.length === 0) throw new Error('the signature has no strokes')
  const [left, top, width, height] = viewBoxOf(points)
  const paths = strokes.map(({ points }) => `<path d="${strokePath(points)}"/>`).join('')
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="${left} ${top} ${width} ${height}"><g fill="none" stroke="#14213d" stroke-linecap="round" ` +
      `stroke-linejoin="round" stroke-width="${pen_width}">${paths}</g></svg>`,
  )
}

function viewBoxOf(points: readonly Point[]): number[] {
  // Folded rather than spread: a long signature has more points than a call takes arguments.
  const bounds = points.reduce(
    (box, { x, y }) => ({
      left: Math.min(box.left, x),
      right: Math.max(box.right, x),
      top: Math.min(box.top, y),
      bottom: Math.max(box.bottom, y),
    }),
    { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity },
  )
  const { left, right, top, bottom } = bounds
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].map(round)
}

/** A curve through the middles of the pen's steps, bent by the points themselves, as the field shows it. */
function strokePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const last = rest.at(-1) ?? first
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point
    return `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`
  })
  // A line to where it began draws a dot: the pen's round end.
  return `M${at(first)}${curves.join('')}L${at(rest.length === 0 ? { x: first.x + 0.01, y: first.y } : last)}`
}

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`

function round(value: number): number {
  if (!Number.isFinite(value)) throw new Error('the signature has a point that is not a number')
  return Math.round(value * 100) / 100
}
