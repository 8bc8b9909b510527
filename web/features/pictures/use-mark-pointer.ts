import { useRef, useState, type PointerEvent } from 'react'
import type { MarkPoint, MarkShape } from '../../../contract/picture-marks.ts'
import { drawnFrom, mark_length_min, movedMark, resizedMark, type EditedMark } from './mark-edits.ts'
import type { PictureMarks } from './use-picture-marks.ts'

/** What the pointer holds: a mark that is being drawn; or one that it moves or makes larger, as it was then. */
type Held = { from: MarkPoint; key: string } & ({ what: 'new' } | { what: 'move' | 'size'; mark: EditedMark })

/** Marks drawn, moved and made larger by a pointer over a field that is as large as the picture. */
export function useMarkPointer(editing: PictureMarks, shape: MarkShape, mayAdd: boolean) {
  const { change, changeOne, endStep, setSelected } = editing
  const field = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<Held | null>(null)

  function placeOf({ clientX, clientY }: PointerEvent): MarkPoint {
    const { left, top, width, height } = field.current!.getBoundingClientRect()
    const part = (value: number) => Math.min(1, Math.max(0, value))
    return { x: part((clientX - left) / width), y: part((clientY - top) / height) }
  }

  function draw({ key, from }: Held, at: MarkPoint) {
    const mark = drawnFrom(shape, key, from, at)
    change(`new:${key}`, (now) => [...now.filter((one) => one.key !== key), mark])
  }

  /** On the picture itself: begins a mark. */
  function begin(event: PointerEvent) {
    if (!mayAdd || event.button !== 0) return
    field.current!.setPointerCapture(event.pointerId)
    endStep()
    setHeld({ what: 'new', key: crypto.randomUUID(), from: placeOf(event) })
  }

  /** On a mark, or on its end. */
  function hold(event: PointerEvent, what: 'move' | 'size', mark: EditedMark) {
    event.stopPropagation()
    field.current!.setPointerCapture(event.pointerId)
    setSelected(mark.key)
    endStep()
    setHeld({ what, key: mark.key, from: placeOf(event), mark })
  }

  function drag(event: PointerEvent) {
    if (!held) return
    const at = placeOf(event)
    const by = { x: at.x - held.from.x, y: at.y - held.from.y }
    if (held.what !== 'new') {
      const { mark, what, key } = held
      return changeOne(`drag:${key}`, key, (now) => ({
        ...now,
        ...(what === 'move' ? movedMark : resizedMark)(mark, by),
      }))
    }
    // Until it is long enough to be seen it may still be a press.
    if (Math.max(Math.abs(by.x), Math.abs(by.y)) >= mark_length_min) draw(held, at)
  }

  function letGo(event: PointerEvent) {
    if (held?.what === 'new') {
      draw(held, placeOf(event))
      setSelected(held.key)
    }
    cancel()
  }

  function cancel() {
    endStep()
    setHeld(null)
  }
  return { field, begin, hold, drag, letGo, cancel }
}
