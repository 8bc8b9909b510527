import type { MarkForm, MarkPoint, MarkShape } from '../../../contract/picture-marks.ts'

/** A mark while it is edited; a tooth by its FDI code, empty where there is none. */
export type EditedMark = MarkForm & { key: string; tooth: string; note: string }

/** A mark is at least so long one way, as parts of the picture: a shorter one could not be seen. */
export const mark_length_min = 0.02
const new_mark_half = 0.1

const within = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000))
const shifted = ({ x, y }: MarkPoint, by: MarkPoint): MarkPoint => ({
  x: within(x + by.x),
  y: within(y + by.y),
})

/** A mark of ordinary size around a place. */
export function newMark(shape: MarkShape, key: string, at: MarkPoint = { x: 0.5, y: 0.5 }): EditedMark {
  const middle = (value: number) => Math.min(1 - new_mark_half, Math.max(new_mark_half, value))
  const centre = { x: middle(at.x), y: middle(at.y) }
  const from = shifted(centre, { x: -new_mark_half, y: -new_mark_half })
  return {
    key,
    shape,
    from,
    to: shifted(centre, { x: new_mark_half, y: new_mark_half }),
    tooth: '',
    note: '',
  }
}

/** A mark that was drawn from one place to another; of ordinary size where somebody only pressed. */
export function drawnFrom(shape: MarkShape, key: string, from: MarkPoint, to: MarkPoint): EditedMark {
  const mark = { ...newMark(shape, key, from), from: shifted(from, noWay), to: shifted(to, noWay) }
  return isLargeEnough(mark) ? mark : newMark(shape, key, from)
}
const noWay = { x: 0, y: 0 }

const isLargeEnough = ({ from, to }: MarkForm): boolean =>
  Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) >= mark_length_min

/** As far as the picture's edges let it, whole. */
export function movedMark<Mark extends MarkForm>(mark: Mark, by: MarkPoint): Mark {
  const room = (one: number, other: number, way: number) =>
    Math.min(1 - Math.max(one, other), Math.max(-Math.min(one, other), way))
  const { from, to } = mark
  const way = { x: room(from.x, to.x, by.x), y: room(from.y, to.y, by.y) }
  return { ...mark, from: shifted(from, way), to: shifted(to, way) }
}

/** With its second end elsewhere, unless it would be too small to be seen. */
export function resizedMark<Mark extends MarkForm>(mark: Mark, by: MarkPoint): Mark {
  const resized = { ...mark, to: shifted(mark.to, by) }
  return isLargeEnough(resized) ? resized : mark
}

const step = 0.01
const ways: Record<string, MarkPoint> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** What a key does to a mark: arrows move it, with Shift they make it larger or smaller; undefined for other keys. */
export function markAfterKey<Mark extends MarkForm>(
  mark: Mark,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Mark | undefined {
  const way = ways[key]
  if (!way) return undefined
  return shiftKey ? resizedMark(mark, way) : movedMark(mark, way)
}
