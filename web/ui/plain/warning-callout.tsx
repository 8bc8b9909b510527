import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type WarningCalloutProps = { title: ReactNode; children: ReactNode; className?: string | undefined }

/** Something not to be missed, set apart from the reading around it. */
export function WarningCallout({ title, children, className }: WarningCalloutProps) {
  return (
    <div className={clsx('rounded-e-lg border-s-4 border-warn-edge bg-warn-soft px-4 py-4', className)}>
      <h2 className="text-h3">{title}</h2>
      <div className="mt-0.5">{children}</div>
    </div>
  )
}
