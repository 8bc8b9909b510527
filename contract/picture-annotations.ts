/**
 * How marks on a picture are drawn, the same on screens and in records. Import-free, so that browsers may use it as a
 * value.
 */

export const annotationShapes = ['circle', 'outline', 'arrow', 'line'] as const
export type AnnotationShape = (typeof annotationShapes)[number]

/** A place on a picture: parts of its width and its height, from the upper left corner. */
export type AnnotationPoint = { x: number; y: number }

/**
 * A circle or an outline fills the box between its two points; an arrow points from the first to the second, and a line
 * joins them.
 */
export type AnnotationForm = { shape: AnnotationShape; from: AnnotationPoint; to: AnnotationPoint }
export type PictureSize = { width: number; height: number }

/** A pale line on a dark one: seen on an X-ray as on a photograph, in colour as in grey. */
export const annotationColours = { line: '#ffd84d', edge: '#16242b' } as const

/** How thick lines are on a picture of this size, and how large the sign that a mark's number stands in, in pixels. */
export function annotationSizes({ width, height }: PictureSize): {
  line: number
  edge: number
  sign: number
} {
  const unit = Math.max(width, height)
  return { line: unit * 0.006, edge: unit * 0.012, sign: unit * 0.024 }
}

const roundPixels = (pixels: number): number => Math.round(pixels * 10) / 10
const formatPoint = (x: number, y: number): string => `${roundPixels(x)} ${roundPixels(y)}`

/** The two strokes of an arrow's head, each a fifth of a turn or so off its shaft. */
function arrowHeadOf(start: AnnotationPoint, tip: AnnotationPoint, long: number): string {
  const back = Math.atan2(start.y - tip.y, start.x - tip.x)
  return [-0.5, 0.5]
    .map((turn) => {
      const [x, y] = [tip.x + long * Math.cos(back + turn), tip.y + long * Math.sin(back + turn)]
      return `M${formatPoint(tip.x, tip.y)}L${formatPoint(x, y)}`
    })
    .join('')
}

/** The path of a mark on a picture of this size, and where the middle of its number's sign stands. */
export function annotationPath(
  { shape, from, to }: AnnotationForm,
  size: PictureSize,
): { path: string; sign: AnnotationPoint } {
  const { width, height } = size
  const [start, tip] = [from, to].map(({ x, y }) => ({ x: x * width, y: y * height })) as [
    AnnotationPoint,
    AnnotationPoint,
  ]
  const [left, right] = [Math.min(start.x, tip.x), Math.max(start.x, tip.x)]
  const [top, bottom] = [Math.min(start.y, tip.y), Math.max(start.y, tip.y)]
  const inside = (at: number, most: number) => {
    const edge = annotationSizes(size).sign * 1.1
    return roundPixels(Math.min(Math.max(at, edge), Math.max(most - edge, edge)))
  }
  const isBox = shape === 'circle' || shape === 'outline'
  const corner = isBox ? { x: left, y: top } : start
  const sign = { x: inside(corner.x, width), y: inside(corner.y, height) }
  if (shape === 'circle') {
    const middle = (top + bottom) / 2
    const arc = `A${formatPoint((right - left) / 2, (bottom - top) / 2)} 0 1 1 `
    return {
      path: `M${formatPoint(left, middle)}${arc}${formatPoint(right, middle)}${arc}${formatPoint(left, middle)}Z`,
      sign,
    }
  }
  if (shape === 'outline')
    return {
      path: `M${formatPoint(left, top)}L${formatPoint(right, top)}L${formatPoint(right, bottom)}L${formatPoint(left, bottom)}Z`,
      sign,
    }
  const shaft = `M${formatPoint(start.x, start.y)}L${formatPoint(tip.x, tip.y)}`
  const long = Math.min(Math.hypot(tip.x - start.x, tip.y - start.y) / 2, annotationSizes(size).sign * 1.6)
  return { path: shape === 'arrow' ? shaft + arrowHeadOf(start, tip, long) : shaft, sign }
}
