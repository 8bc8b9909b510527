import { clsx } from 'clsx'

type IconArrayProps = {
  /** So many marks are dark; those up to `to` are lighter, where that is more. */
  from: number
  to: number
  /** How many marks there are. */
  of: number
  /** What it tells, for whoever does not see it. */
  text: string
  className?: string | undefined
}

const cell_size = 10
/** More than this are drawn as dots, in longer rows. */
const persons_max = 200

const dot = 'm5 5h.01'
const person = 'm5 .7a2 2 0 1 1 0 4a2 2 0 1 1 0-4zm-3.3 8.9v-1.1a3.3 3.3 0 0 1 6.6 0v1.1z'

/** The marks from one number up to another, row after row, as one path. */
function iconsPath(first: number, end: number, columns: number, mark: string): string {
  return Array.from({ length: Math.max(end - first, 0) }, (_, index) => {
    const place = first + index
    return `M${(place % columns) * cell_size} ${Math.floor(place / columns) * cell_size}${mark}`
  }).join('')
}

/** A number out of so many, as marks that can be counted: what a percentage hides, the eye sees. */
export function IconArray({ from, to, of, text, className }: IconArrayProps) {
  const isLarge = of > persons_max
  const columns = Math.min(of, isLarge ? 40 : 20)
  const rows = Math.ceil(of / columns)
  const mark = isLarge ? dot : person
  const tones = [
    { name: 'marked', d: iconsPath(0, from, columns, mark), look: 'text-brand-strong' },
    { name: 'between', d: iconsPath(from, to, columns, mark), look: 'text-brand opacity-50' },
    { name: 'rest', d: iconsPath(to, of, columns, mark), look: 'text-line' },
  ]
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${columns * cell_size} ${rows * cell_size}`}
      className={clsx('block w-full max-w-[24rem]', className)}
    >
      {tones.map(
        ({ name, d, look }) =>
          d && (
            <path
              key={name}
              data-marks={name}
              d={d}
              className={look}
              {...(isLarge
                ? { stroke: 'currentColor', strokeWidth: 7, strokeLinecap: 'round' as const, fill: 'none' }
                : { fill: 'currentColor' })}
            />
          ),
      )}
    </svg>
  )
}
