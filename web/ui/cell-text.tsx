import type { ReactNode } from 'react'

type CellTextProps = { main: ReactNode; sub?: ReactNode }

/**
 * Two lines of one cell: the thing, and what tells it from others like it. Words break only where they are longer than
 * any word should be, so that one of them never pushes the other columns away.
 */
export function CellText({ main, sub }: CellTextProps) {
  return (
    <span className="block min-w-28 wrap-anywhere">
      <span dir="auto" className="block">
        {main}
      </span>
      {sub != null && <span className="block text-small font-normal text-muted tabular-nums">{sub}</span>}
    </span>
  )
}
