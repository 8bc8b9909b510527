import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { Field } from '../../ui/plain/field.tsx'
import { addStroke, padStrokes, type Drawing } from './signature-strokes.ts'
import { useWords } from './words-context.tsx'

const pen = { penColor: '#12313a', minWidth: 1, maxWidth: 2.8, dotSize: 2, velocityFilterWeight: 0.7 }

/** Fits the canvas to its place and to the screen's pixels; changing its size wipes it. */
function fitCanvas(canvas: HTMLCanvasElement) {
  const ratio = Math.max(devicePixelRatio, 1)
  canvas.width = Math.round(canvas.offsetWidth * ratio)
  canvas.height = Math.round(canvas.offsetHeight * ratio)
  canvas.getContext('2d')?.scale(ratio, ratio)
}

const sizeOf = (canvas: HTMLCanvasElement) => ({ width: canvas.offsetWidth, height: canvas.offsetHeight })

/** Puts the pad on the canvas and hands over the drawing after each stroke; draws it again when the field changes size. */
function useSignaturePad(drawing: Drawing | undefined, onDrawing: (drawing: Drawing) => void) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ drawing, onDrawing })
  useEffect(() => {
    latest.current = { drawing, onDrawing }
  })
  const redraw = useRef(() => {})

  useEffect(() => {
    const field = canvas.current
    if (!field) return
    const pad = new SignaturePad(field, { ...pen, minDistance: 2, throttle: 0 })
    redraw.current = () => {
      fitCanvas(field)
      pad.clear()
      const currentDrawing = latest.current.drawing
      if (!currentDrawing) return
      const groups = padStrokes(currentDrawing, sizeOf(field)).map((points) => ({
        ...pen,
        compositeOperation: 'source-over' as const,
        points,
      }))
      pad.fromData(groups, { clear: false })
    }
    pad.addEventListener('endStroke', () => {
      const points = pad.toData().at(-1)?.points ?? []
      const next = addStroke(latest.current.drawing, points, sizeOf(field))
      latest.current.drawing = next
      latest.current.onDrawing(next)
    })
    const watcher = new ResizeObserver(() => redraw.current())
    watcher.observe(field)
    return () => {
      watcher.disconnect()
      pad.off()
    }
  }, [])

  const empty = drawing === undefined
  useEffect(() => {
    if (empty) redraw.current()
  }, [empty])
  return canvas
}

type SignatureFieldProps = {
  id: string
  drawing: Drawing | undefined
  error: string | undefined
  onDrawing: (drawing: Drawing | undefined) => void
}

/** A box to sign in with finger, pen or mouse. What is drawn outlives turning the phone and loading the page again. */
export function SignatureField({ id, drawing, error, onDrawing }: SignatureFieldProps) {
  const { sign } = useWords()
  const canvas = useSignaturePad(drawing, onDrawing)
  return (
    <Field id={id} label={sign.signature} hint={sign.drawHint} error={error}>
      {(control) => (
        <div className="relative">
          <canvas
            ref={canvas}
            id={control.id}
            tabIndex={0}
            role="img"
            aria-label={`${sign.pad}. ${drawing ? sign.padDrawn : sign.padEmpty}`}
            aria-describedby={control['aria-describedby']}
            className={clsx(
              'block h-48 w-full touch-none rounded-md border-2 bg-surface select-none',
              error ? 'border-bad' : 'border-field',
            )}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-x-6 bottom-12 border-b border-dashed border-line"
          />
          <button
            type="button"
            onClick={() => onDrawing(undefined)}
            className="absolute end-1.5 bottom-1 min-h-11 px-3 text-small text-muted underline underline-offset-4 hover:text-ink"
          >
            {sign.clear}
          </button>
        </div>
      )}
    </Field>
  )
}
