import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Description = { term: ReactNode; detail: ReactNode }

type DescriptionListProps = { items: readonly Description[]; className?: string | undefined }

/** Facts with their names: side by side where there is room, below each other where not. */
export function DescriptionList({ items, className }: DescriptionListProps) {
  return (
    <div className={clsx('@container', className)}>
      <dl className="divide-y divide-line">
        {items.map(({ term, detail }, index) => (
          <div
            key={index}
            className="grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 @md:grid-cols-[minmax(8rem,14rem)_1fr]"
          >
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0">{detail}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
