import { clsx } from 'clsx'

/** The place of something on its way. Give it the size of what will come. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string | undefined }) {
  return <span aria-hidden className={clsx('block animate-pulse rounded-sm bg-line', className)} />
}

const lineWidth = ['w-full', 'w-11/12', 'w-full', 'w-4/5']

/** A paragraph on its way. */
export function SkeletonText({
  lines = 3,
  className,
}: {
  lines?: number | undefined
  className?: string | undefined
}) {
  return (
    <div aria-hidden className={clsx('space-y-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          className={clsx('h-3.5', line === lines - 1 ? 'w-3/5' : lineWidth[line % lineWidth.length])}
        />
      ))}
    </div>
  )
}
