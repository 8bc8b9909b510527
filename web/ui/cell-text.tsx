import type { ReactNode } from 'react'

type CellTextProps = { main: ReactNode; sub?: ReactNode }

/** Two lines of one cell: the thing, and what tells it from others like it. */
export function CellText({ main, sub }: CellTextProps) {
  return (
    <>
      <span dir="auto" className="block">
        {main}
      </span>
      {sub != null && <span className="block text-small font-normal text-muted tabular-nums">{sub}</span>}
    </>
  )
}
