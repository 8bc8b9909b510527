import { clsx } from 'clsx'
import { numberText } from './plain/number-text'

export const tabListClass = 'flex gap-6 overflow-x-auto border-b border-line'

export const tabClass = clsx(
  'flex min-h-10 shrink-0 items-center gap-2 border-b-2 border-transparent pb-2 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3',
  'data-active:border-brand data-active:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink',
)

/** How many a tab holds; in words where they were not all counted. */
export function TabCount({ count }: { count: number | string | undefined }) {
  if (count === undefined) return null
  return (
    <span className="rounded-full bg-line/70 px-2 text-xs leading-5 text-ink tabular-nums">
      {typeof count === 'number' ? numberText(count) : count}
    </span>
  )
}
