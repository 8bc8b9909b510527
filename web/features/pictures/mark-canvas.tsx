import type { KeyboardEvent, PointerEvent } from 'react'
import type { MarkShape } from '../../../contract/picture-marks.ts'
import { MarkLines, type ImageMark, type MarkLook } from '../../ui/plain/marked-image.tsx'
import { markAfterKey, type EditedMark } from './mark-edits.ts'
import { imageMarks, markLook, markText } from './picture-values.ts'
import { useMarkPointer } from './use-mark-pointer.ts'
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

/** The picture to draw on: a drag draws, marks are dragged or moved with the arrow keys. */
export function MarkCanvas({ image, alt, marks: editing, shape, mayAdd }: MarkCanvasProps) {
  const { marks, selected, setSelected, change, changeOne, undo } = editing
  const { field, begin, hold, drag, letGo, cancel } = useMarkPointer(editing, shape, mayAdd)
  const look = markLook(image)
  const drawn = imageMarks(marks, image)

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
        onPointerCancel={cancel}
        onKeyDown={pressUndo}
        className="absolute inset-0 size-full cursor-crosshair touch-none outline-none"
      >
        {marks.map((mark, nth) => (
          <CanvasMark
            key={mark.key}
            mark={mark}
            drawn={drawn[nth]!}
            number={nth + 1}
            look={look}
            end={
              mark.key === selected ? { x: mark.to.x * image.width, y: mark.to.y * image.height } : undefined
            }
            onHold={(event, what) => hold(event, what, mark)}
            onPress={(event) => press(event, mark)}
            onSelect={() => setSelected(mark.key)}
          />
        ))}
      </svg>
    </div>
  )
}

type CanvasMarkProps = {
  mark: EditedMark
  drawn: ImageMark
  number: number
  look: MarkLook
  /** Where it is made larger, in pixels of the image; on the chosen mark alone. */
  end: { x: number; y: number } | undefined
  onHold: (event: PointerEvent, what: 'move' | 'size') => void
  onPress: (event: KeyboardEvent) => void
  onSelect: () => void
}

/** One mark as something to hold and to move. */
function CanvasMark({ mark, drawn, number, look, end, onHold, onPress, onSelect }: CanvasMarkProps) {
  return (
    <g
      id={`mark-${mark.key}`}
      role="button"
      tabIndex={0}
      aria-pressed={end !== undefined}
      aria-label={`Mark ${number}: ${markText(mark)}`}
      aria-describedby="mark-keys"
      onFocus={onSelect}
      onPointerDown={(event) => onHold(event, 'move')}
      onKeyDown={onPress}
      className="cursor-move outline-none focus-visible:outline-3 focus-visible:outline-offset-4 focus-visible:outline-brand"
    >
      {/* Wide and unseen, so that a thin line can be caught with a finger. */}
      <path d={drawn.path} stroke="transparent" strokeWidth={look.sign * 2} />
      <MarkLines mark={drawn} number={number} look={look} />
      {end && (
        <circle
          cx={end.x}
          cy={end.y}
          r={look.sign * 0.8}
          fill="white"
          stroke={look.ink.edge}
          strokeWidth={look.line}
          onPointerDown={(event) => onHold(event, 'size')}
          className="cursor-nwse-resize"
        />
      )}
    </g>
  )
}
