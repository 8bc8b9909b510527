import {
  useEffect,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type SyntheticEvent,
} from 'react'
import { createPortal } from 'react-dom'

type TooltipProps = {
  text: string
  /** One element that takes focus and already has this name for screen readers. */
  children: ReactElement
  /** On which side of it; below it where nothing is said. */
  side?: 'end' | undefined
  /** Whether the name has to be shown, asked each time somebody comes near. */
  isNeeded?: ((element: Element) => boolean) | undefined
}

type TooltipPosition = { left: number; top: number; transform: string }

const delay_ms = 400
const gap = 6
const height = 26

/** Below the element, or above it at the foot of the window; never over the window's sides. */
function positionNear(element: Element): TooltipPosition {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  const middle = Math.min(Math.max(left + width / 2, 64), window.innerWidth - 64)
  const above = bottom + gap + height > window.innerHeight
  return {
    left: middle,
    top: above ? top - gap : bottom + gap,
    transform: `translate(-50%, ${above ? '-100%' : '0'})`,
  }
}

function positionBeside(element: Element): TooltipPosition {
  const { right, top, height: tall } = element.getBoundingClientRect()
  return { left: right + gap, top: top + tall / 2, transform: 'translate(0, -50%)' }
}

/** The name of a picture, for those who see it. Not for anything one must know. */
export function Tooltip({ text, children, side, isNeeded }: TooltipProps) {
  const [near, setNear] = useState<Element>()
  const [position, setPlace] = useState<TooltipPosition>()
  useEffect(() => {
    if (!near) return setPlace(undefined)
    const timer = setTimeout(
      () => setPlace(side === 'end' ? positionBeside(near) : positionNear(near)),
      delay_ms,
    )
    return () => clearTimeout(timer)
  }, [near, side])

  function approach({ currentTarget }: SyntheticEvent) {
    const element = currentTarget.firstElementChild
    if (element && isNeeded?.(element) !== false) setNear(element)
  }
  const hide = () => setNear(undefined)
  return (
    <span
      className="contents"
      onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && approach(event)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && approach(event)}
      onBlur={hide}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && hide()}
    >
      {children}
      {position && createPortal(<TooltipBubble text={text} {...position} />, document.body)}
    </span>
  )
}

function TooltipBubble({ text, ...position }: TooltipPosition & { text: string }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none fixed z-50 max-w-64 rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface"
      style={position}
    >
      {text}
    </span>
  )
}
