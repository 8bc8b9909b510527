import { isShortcut, keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { AnnotationShape } from '../../../contract/picture-annotations.ts'
import {
  AnnotationLines,
  type ImageAnnotation,
  type AnnotationStyle,
} from '../../ui/plain/annotated-image.tsx'
import { annotationAfterKey, type EditedAnnotation } from './annotation-edits.ts'
import { imageAnnotations, annotationAppearance, describeAnnotation } from './picture-values.ts'
import { useAnnotationPointer } from './use-annotation-pointer.ts'
import type { PictureAnnotations } from './use-picture-annotations.ts'

export type CanvasImage = { src: string; width: number; height: number }

type AnnotationCanvasProps = {
  image: CanvasImage
  alt: string
  marks: PictureAnnotations
  /** What a drag over the picture draws. */
  shape: AnnotationShape
  /** Whether one more mark may be made. */
  mayAdd: boolean
}

/** The picture to draw on: a drag draws, marks are dragged or moved with the arrow keys. */
export function AnnotationCanvas({ image, alt, marks: editing, shape, mayAdd }: AnnotationCanvasProps) {
  const { marks, selected, setSelected, change, changeOne, undo } = editing
  const { field, begin, hold, drag, letGo, cancel } = useAnnotationPointer(editing, shape, mayAdd)
  const look = annotationAppearance(image)
  const drawn = imageAnnotations(marks, image)

  function press(event: KeyboardEvent, mark: EditedAnnotation) {
    const moved = annotationAfterKey(mark, event)
    if (moved) {
      event.preventDefault()
      return changeOne(`keys:${mark.key}:${event.shiftKey}`, mark.key, () => moved)
    }
    if (!isShortcut(event, keyboardShortcuts.deleteMark)) return
    event.preventDefault()
    change(`delete:${mark.key}`, (now) => now.filter(({ key }) => key !== mark.key))
    field.current!.focus()
  }

  function pressUndo(event: KeyboardEvent) {
    if (!isShortcut(event, keyboardShortcuts.undoMark)) return
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
          <CanvasAnnotation
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

type CanvasAnnotationProps = {
  mark: EditedAnnotation
  drawn: ImageAnnotation
  number: number
  look: AnnotationStyle
  /** Where it is made larger, in pixels of the image; on the chosen mark alone. */
  end: { x: number; y: number } | undefined
  onHold: (event: PointerEvent, what: 'move' | 'size') => void
  onPress: (event: KeyboardEvent) => void
  onSelect: () => void
}

/** One mark as something to hold and to move. */
function CanvasAnnotation({
  mark,
  drawn,
  number,
  look,
  end,
  onHold,
  onPress,
  onSelect,
}: CanvasAnnotationProps) {
  return (
    <g
      id={`mark-${mark.key}`}
      role="button"
      tabIndex={0}
      aria-pressed={end !== undefined}
      aria-label={`Mark ${number}: ${describeAnnotation(mark)}`}
      aria-describedby="mark-keys"
      onFocus={onSelect}
      onPointerDown={(event) => onHold(event, 'move')}
      onKeyDown={onPress}
      className="cursor-move outline-none focus-visible:outline-3 focus-visible:outline-offset-4 focus-visible:outline-brand"
    >
      {/* Wide and unseen, so that a thin line can be caught with a finger. */}
      <path d={drawn.path} stroke="transparent" strokeWidth={look.sign * 2} />
      <AnnotationLines annotation={drawn} number={number} style={look} />
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
