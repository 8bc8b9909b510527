/**
 * How marks on a picture are drawn, the same on screens and in records. Import-free, so that browsers may use it as a
 * value.
 */

export const markShapes = ['circle', 'outline', 'arrow', 'line'] as const
export type MarkShape = (typeof markShapes)[number]

/** A place on a picture: parts of its width and its height, from the upper left corner. */
export type MarkPoint = { x: number; y: number }

/**
 * A circle or an outline fills the box between its two points; an arrow points from the first to the second, and a line
 * joins them.
 */
export type MarkForm = { shape: MarkShape; from: MarkPoint; to: MarkPoint }
export type PictureSize = { width: number; height: number }

/** A pale line on a dark one: seen on an X-ray as on a photograph, in colour as in grey. */
export const markInk = { line: '#ffd84d', edge: '#16242b' } as const

/** How thick lines are on a picture of this size, and how large the sign that a mark's number stands in, in pixels. */
export function markMeasures({ width, height }: PictureSize): { line: number; edge: number; sign: number } {
  const unit = Math.max(width, height)
  return { line: unit * 0.006, edge: unit * 0.012, sign: unit * 0.024 }
}

const rounded = (pixels: number): number => Math.round(pixels * 10) / 10
const pair = (x: number, y: number): string => `${rounded(x)} ${rounded(y)}`

/** The two strokes of an arrow's head, each a fifth of a turn or so off its shaft. */
function headOf(start: MarkPoint, tip: MarkPoint, long: number): string {
  const back = Math.atan2(start.y - tip.y, start.x - tip.x)
  return [-0.5, 0.5]
    .map((turn) => {
      const [x, y] = [tip.x + long * Math.cos(back + turn), tip.y + long * Math.sin(back + turn)]
      return `M${pair(tip.x, tip.y)}L${pair(x, y)}`
    })
    .join('')
}

/** The path of a mark on a picture of this size, and where the middle of its number's sign stands. */
export function drawnMark(
  { shape, from, to }: MarkForm,
  size: PictureSize,
): { path: string; sign: MarkPoint } {
  const { width, height } = size
  const [start, tip] = [from, to].map(({ x, y }) => ({ x: x * width, y: y * height })) as [
    MarkPoint,
    MarkPoint,
  ]
  const [left, right] = [Math.min(start.x, tip.x), Math.max(start.x, tip.x)]
  const [top, bottom] = [Math.min(start.y, tip.y), Math.max(start.y, tip.y)]
  const inside = (at: number, most: number) => {
    const edge = markMeasures(size).sign * 1.1
    return rounded(Math.min(Math.max(at, edge), Math.max(most - edge, edge)))
  }
  const isBox = shape === 'circle' || shape === 'outline'
  const corner = isBox ? { x: left, y: top } : start
  const sign = { x: inside(corner.x, width), y: inside(corner.y, height) }
  if (shape === 'circle') {
    const middle = (top + bottom) / 2
    const arc = `A${pair((right - left) / 2, (bottom - top) / 2)} 0 1 1 `
    return { path: `M${pair(left, middle)}${arc}${pair(right, middle)}${arc}${pair(left, middle)}Z`, sign }
  }
  if (shape === 'outline')
    return {
      path: `M${pair(left, top)}L${pair(right, top)}L${pair(right, bottom)}L${pair(left, bottom)}Z`,
      sign,
    }
  const shaft = `M${pair(start.x, start.y)}L${pair(tip.x, tip.y)}`
  const long = Math.min(Math.hypot(tip.x - start.x, tip.y - start.y) / 2, markMeasures(size).sign * 1.6)
  return { path: shape === 'arrow' ? shaft + headOf(start, tip, long) : shaft, sign }
}
