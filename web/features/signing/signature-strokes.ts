import type { Stroke } from '../../../contract/signing.ts'

/**
 * A drawn signature as it was made: raw strokes in one fixed frame, whatever happens to the screen afterwards.
 * Turning the phone changes only the scale at which it is shown.
 */
export type Drawing = { width: number; height: number; startedAt: number; strokes: Stroke[] }
export type Size = { width: number; height: number }
/** A point as the drawing library gives it: CSS pixels of the field as it is now, time of day in milliseconds. */
export type PadPoint = { x: number; y: number; time: number; pressure: number }

const tenth = (value: number) => Math.round(value * 10) / 10
const hundredth = (value: number) => Math.round(value * 100) / 100

/** How large a drawing is shown in a field of this size, so that all of it fits. */
export const scaleFor = (drawing: Drawing, field: Size): number =>
  Math.min(field.width / drawing.width, field.height / drawing.height)

/** The drawing with one more stroke, as just drawn in a field of this size. The frame grows only to hold what was drawn. */
export function addStroke(drawing: Drawing | undefined, points: readonly PadPoint[], field: Size): Drawing {
  const frame = drawing ?? { ...field, startedAt: points[0]?.time ?? 0, strokes: [] }
  const scale = scaleFor(frame, field)
  const stroke: Stroke = {
    points: points.map(({ x, y, time, pressure }) => ({
      x: tenth(x / scale),
      y: tenth(y / scale),
      time: Math.max(0, Math.round(time - frame.startedAt)),
      pressure: Math.min(1, Math.max(0, hundredth(pressure))),
    })),
  }
  const reach = (axis: 'x' | 'y') => Math.ceil(Math.max(0, ...stroke.points.map((point) => point[axis])))
  return {
    startedAt: frame.startedAt,
    width: Math.max(frame.width, reach('x')),
    height: Math.max(frame.height, reach('y')),
    strokes: [...frame.strokes, stroke],
  }
}

/** The drawing's points as they fall in a field of this size. Times start at 1, because the library takes 0 for none. */
export function padStrokes(drawing: Drawing, field: Size): PadPoint[][] {
  const scale = scaleFor(drawing, field)
  return drawing.strokes.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => ({ x: x * scale, y: y * scale, time: time + 1, pressure })),
  )
}
