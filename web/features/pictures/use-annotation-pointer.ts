import { useRef, useState, type PointerEvent } from 'react'
import type { AnnotationPoint, AnnotationShape } from '../../../contract/picture-annotations.ts'
import {
  annotationFromDrag,
  mark_length_min,
  moveAnnotation,
  resizeAnnotation,
  type EditedAnnotation,
} from './annotation-edits.ts'
import type { PictureAnnotations } from './use-picture-annotations.ts'

/** What the pointer holds: a mark that is being drawn; or one that it moves or makes larger, as it was then. */
type PointerDrag = { from: AnnotationPoint; key: string } & (
  { what: 'new' } | { what: 'move' | 'size'; mark: EditedAnnotation }
)

/** Marks drawn, moved and made larger by a pointer over a field that is as large as the picture. */
export function useAnnotationPointer(editing: PictureAnnotations, shape: AnnotationShape, mayAdd: boolean) {
  const { change, changeOne, endStep, setSelected } = editing
  const field = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<PointerDrag | null>(null)

  function placeOf({ clientX, clientY }: PointerEvent): AnnotationPoint {
    const { left, top, width, height } = field.current!.getBoundingClientRect()
    const part = (value: number) => Math.min(1, Math.max(0, value))
    return { x: part((clientX - left) / width), y: part((clientY - top) / height) }
  }

  function draw({ key, from }: PointerDrag, at: AnnotationPoint) {
    const mark = annotationFromDrag(shape, key, from, at)
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
  function hold(event: PointerEvent, what: 'move' | 'size', mark: EditedAnnotation) {
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
        ...(what === 'move' ? moveAnnotation : resizeAnnotation)(mark, by),
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
