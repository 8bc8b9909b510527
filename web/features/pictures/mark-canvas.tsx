import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { MarkPoint, MarkShape } from '../../../contract/picture-marks.ts'
import { MarkLines } from '../../ui/plain/marked-image.tsx'
import {
  drawnFrom,
  mark_length_min,
  markAfterKey,
  movedMark,
  resizedMark,
  type EditedMark,
} from './mark-edits.ts'
import { imageMarks, markLook, markText } from './picture-values.ts'
import type { PictureMarks } from './use-picture-marks.ts'

export type CanvasImage = { src: string; width: number; height: number }

type MarkCanvasProps = {
  image: CanvasImage
  alt: string
  marks: PictureMarks
  /** What a drag over the picture draws. */
  shape: MarkShape
  /** Whether one more mark may be made. */
  mayAdd: boolean
}

/** What the pointer holds: a mark that is being drawn, moved or made larger. */
type Held = { what: 'new' | 'move' | 'size'; key: string; from: MarkPoint; mark: EditedMark | null }

/** The picture to draw on: a drag draws, marks are dragged or moved with the arrow keys. */
export function MarkCanvas({ image, alt, marks: editing, shape, mayAdd }: MarkCanvasProps) {
  const { marks, selected, setSelected, change, changeOne, endStep, undo } = editing
  const field = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const look = markLook(image)
  const drawn = imageMarks(marks, image)

  function placeOf({ clientX, clientY }: PointerEvent): MarkPoint {
    const { left, top, width, height } = field.current!.getBoundingClientRect()
    const part = (value: number) => Math.min(1, Math.max(0, value))
    return { x: part((clientX - left) / width), y: part((clientY - top) / height) }
  }

  function hold(event: PointerEvent, what: 'move' | 'size', mark: EditedMark) {
    event.stopPropagation()
    field.current!.setPointerCapture(event.pointerId)
    setSelected(mark.key)
    endStep()
    setHeld({ what, key: mark.key, from: placeOf(event), mark })
  }

  function begin(event: PointerEvent) {
    if (!mayAdd || event.button !== 0) return
    field.current!.setPointerCapture(event.pointerId)
    setHeld({ what: 'new', key: crypto.randomUUID(), from: placeOf(event), mark: null })
  }

  function drag(event: PointerEvent) {
    if (!held) return
    const at = placeOf(event)
    const by = { x: at.x - held.from.x, y: at.y - held.from.y }
    if (held.what === 'new') {
      // Until it is long enough to be seen it may still be a press.
      if (Math.max(Math.abs(by.x), Math.abs(by.y)) >= mark_length_min) draw(held, at)
      return
    }
    const { mark } = held
    changeOne(`drag:${held.key}`, held.key, () => (held.what === 'move' ? movedMark : resizedMark)(mark!, by))
  }

  function draw({ key, from }: Held, at: MarkPoint) {
    const mark = drawnFrom(shape, key, from, at)
    change(`new:${key}`, (now) => [...now.filter((one) => one.key !== key), mark])
  }

  function letGo(event: PointerEvent) {
    if (held?.what === 'new') {
      draw(held, placeOf(event))
      setSelected(held.key)
    }
    endStep()
    setHeld(null)
  }

  function press(event: KeyboardEvent, mark: EditedMark) {
    const moved = markAfterKey(mark, event)
    if (moved) {
      event.preventDefault()
      return changeOne(`keys:${mark.key}:${event.shiftKey}`, mark.key, () => moved)
    }
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    change(`delete:${mark.key}`, (now) => now.filter(({ key }) => key !== mark.key))
    field.current!.focus()
  }

  function pressUndo(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    undo()
  }

  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-ink">
      <img {...image} alt={alt} className="block h-auto w-full" draggable={false} />
      <svg
        ref={field}
        viewBox={`0 0 ${image.width} ${image.height}`}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        role="group"
        aria-label="Marks on the picture"
        tabIndex={-1}
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={() => setHeld(null)}
        onKeyDown={pressUndo}
        className="absolute inset-0 size-full cursor-crosshair touch-none outline-none"
      >
        {marks.map((mark, nth) => (
          <g
            key={mark.key}
            id={`mark-${mark.key}`}
            role="button"
            tabIndex={0}
            aria-pressed={mark.key === selected}
            aria-label={`Mark ${nth + 1}: ${markText(mark)}`}
            aria-describedby="mark-keys"
            onFocus={() => setSelected(mark.key)}
            onPointerDown={(event) => hold(event, 'move', mark)}
            onKeyDown={(event) => press(event, mark)}
            className="cursor-move outline-none focus-visible:outline-3 focus-visible:outline-offset-4 focus-visible:outline-brand"
          >
            {/* Wide and unseen, so that a thin line can be caught with a finger. */}
            <path d={drawn[nth]!.path} stroke="transparent" strokeWidth={look.sign * 2} />
            <MarkLines mark={drawn[nth]!} number={nth + 1} look={look} />
            {mark.key === selected && (
              <circle
                cx={mark.to.x * image.width}
                cy={mark.to.y * image.height}
                r={look.sign * 0.8}
                fill="white"
                stroke={look.ink.edge}
                strokeWidth={look.line}
                onPointerDown={(event) => hold(event, 'size', mark)}
                className="cursor-nwse-resize"
              />
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}
