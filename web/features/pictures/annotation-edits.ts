import type {
  AnnotationForm,
  AnnotationPoint,
  AnnotationShape,
} from '../../../contract/picture-annotations.ts'

/** A mark while it is edited; a tooth by its FDI code, empty where there is none. */
export type EditedAnnotation = AnnotationForm & { key: string; tooth: string; note: string }

/** A mark is at least so long one way, as parts of the picture: a shorter one could not be seen. */
export const mark_length_min = 0.02
const new_mark_half = 0.1

const clampToPicture = (value: number): number =>
  Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000))
const shiftBy = ({ x, y }: AnnotationPoint, by: AnnotationPoint): AnnotationPoint => ({
  x: clampToPicture(x + by.x),
  y: clampToPicture(y + by.y),
})

/** A mark of ordinary size around a place. */
export function newAnnotation(
  shape: AnnotationShape,
  key: string,
  at: AnnotationPoint = { x: 0.5, y: 0.5 },
): EditedAnnotation {
  const middle = (value: number) => Math.min(1 - new_mark_half, Math.max(new_mark_half, value))
  const centre = { x: middle(at.x), y: middle(at.y) }
  const from = shiftBy(centre, { x: -new_mark_half, y: -new_mark_half })
  return {
    key,
    shape,
    from,
    to: shiftBy(centre, { x: new_mark_half, y: new_mark_half }),
    tooth: '',
    note: '',
  }
}

/** A mark that was drawn from one place to another; of ordinary size where somebody only pressed. */
export function annotationFromDrag(
  shape: AnnotationShape,
  key: string,
  from: AnnotationPoint,
  to: AnnotationPoint,
): EditedAnnotation {
  const mark = { ...newAnnotation(shape, key, from), from: shiftBy(from, noDelta), to: shiftBy(to, noDelta) }
  return isLargeEnough(mark) ? mark : newAnnotation(shape, key, from)
}
const noDelta = { x: 0, y: 0 }

const isLargeEnough = ({ from, to }: AnnotationForm): boolean =>
  Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) >= mark_length_min

/** As far as the picture's edges let it, whole. */
export function moveAnnotation<Mark extends AnnotationForm>(mark: Mark, by: AnnotationPoint): Mark {
  const room = (one: number, other: number, way: number) =>
    Math.min(1 - Math.max(one, other), Math.max(-Math.min(one, other), way))
  const { from, to } = mark
  const way = { x: room(from.x, to.x, by.x), y: room(from.y, to.y, by.y) }
  return { ...mark, from: shiftBy(from, way), to: shiftBy(to, way) }
}

/** With its second end elsewhere, unless it would be too small to be seen. */
export function resizeAnnotation<Mark extends AnnotationForm>(mark: Mark, by: AnnotationPoint): Mark {
  const resized = { ...mark, to: shiftBy(mark.to, by) }
  return isLargeEnough(resized) ? resized : mark
}

const step = 0.01
const arrowDirections: Record<string, AnnotationPoint> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** What a key does to a mark: arrows move it, with Shift they make it larger or smaller; undefined for other keys. */
export function annotationAfterKey<Mark extends AnnotationForm>(
  mark: Mark,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Mark | undefined {
  const way = arrowDirections[key]
  if (!way) return undefined
  return shiftKey ? resizeAnnotation(mark, way) : moveAnnotation(mark, way)
}
