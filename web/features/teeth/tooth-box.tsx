import type { KeyboardEvent } from 'react'
import type { Tooth, ToothNotation } from '../../../contract/teeth.ts'
import { ToothPicture } from './tooth-picture.tsx'

type ToothBoxProps = {
  tooth: Tooth
  /** Which code stands first; the other is small beside it. */
  notation: ToothNotation
  /** The first tooth of the chart carries this, so that an error summary can lead to it. */
  id: string | undefined
  chosen: boolean
  inTabOrder: boolean
  describedBy: string | undefined
  onToggle: (fdi: string) => void
  onFocus: (fdi: string) => void
  onKeyDown: (event: KeyboardEvent, fdi: string) => void
}

/** One tooth as a checkbox: filled, ticked and underlined when chosen, so that it shows without colour too. */
export function ToothBox({
  tooth,
  notation,
  id,
  chosen,
  inTabOrder,
  describedBy,
  onToggle,
  onFocus,
  onKeyDown,
}: ToothBoxProps) {
  const { fdi, palmer, name, arch } = tooth
  const [first, second] = notation === 'palmer' ? [palmer, fdi] : [fdi, palmer]
  return (
    <label className="group relative flex min-w-0 flex-1 cursor-pointer flex-col items-center rounded-sm border border-transparent py-1 text-center leading-tight hover:bg-paper has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand">
      <input
        id={id}
        type="checkbox"
        name="teeth"
        value={fdi}
        checked={chosen}
        tabIndex={inTabOrder ? 0 : -1}
        data-tooth={fdi}
        aria-label={notation === 'names' ? `${name}, ${fdi}` : `${first}, ${name}`}
        aria-describedby={describedBy}
        onChange={() => onToggle(fdi)}
        onFocus={() => onFocus(fdi)}
        onKeyDown={(event) => onKeyDown(event, fdi)}
        className="absolute inset-0 z-10 size-full cursor-pointer appearance-none rounded-sm outline-none"
      />
      <span aria-hidden className={arch === 'upper' ? 'order-1' : 'order-2'}>
        <ToothPicture tooth={tooth} />
      </span>
      <span aria-hidden className={arch === 'upper' ? 'order-2 mt-1' : 'order-1 mb-1'}>
        <span className="block text-small font-semibold tabular-nums group-has-checked:underline">
          {first}
        </span>
        <span className="block text-[0.6875rem] text-muted group-has-checked:text-brand-strong">
          {second}
        </span>
      </span>
      {chosen && <Tick />}
    </label>
  )
}

const Tick = () => (
  <svg viewBox="0 0 16 16" aria-hidden className="absolute -end-1 -top-1 size-4 text-brand">
    <circle cx="8" cy="8" r="8" fill="currentColor" />
    <path
      d="m4.6 8.3 2.3 2.3 4.5-4.9"
      className="stroke-on-brand"
      strokeWidth="1.8"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
