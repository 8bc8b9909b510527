/** A drawn signature is at least so long, all strokes together, and so large from corner to corner, in CSS pixels of its field. */
export const signature_ink_px_min = 40
export const signature_span_px_min = 20

type Points = readonly { x: number; y: number }[]
type DrawnStroke = { points: Points }

const pathLength = (points: Points): number =>
  points.reduce((length, { x, y }, index) => {
    const before = points[index - 1]
    return before ? length + Math.hypot(x - before.x, y - before.y) : length
  }, 0)

const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/**
 * Whether strokes are enough to be a signature: as long and as large together as initials or a cross are. A dot, or points on one spot, show nothing that anybody could have meant.
 */
export function isSignatureDrawn(strokes: readonly DrawnStroke[]): boolean {
  const points = strokes.flatMap((stroke) => stroke.points)
  if (points.length === 0) return false
  const length = strokes.reduce((sum, stroke) => sum + pathLength(stroke.points), 0)
  const span = Math.hypot(extent(points.map(({ x }) => x)), extent(points.map(({ y }) => y)))
  return length >= signature_ink_px_min && span >= signature_span_px_min
}
