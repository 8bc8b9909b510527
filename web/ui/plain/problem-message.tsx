import type { ReactNode } from 'react'
import { InlineMessage } from './inline-message.tsx'

type ProblemMessageProps = {
  problem: { message: string; requestId?: string | undefined } | null
  title?: string | undefined
  /** What the reader can do about it. */
  children?: ReactNode
  className?: string | undefined
}

/** What went wrong beside the control that was pressed, with the number to quote when asking for help. */
export function ProblemMessage({ problem, title, children, className }: ProblemMessageProps) {
  if (!problem) return null
  return (
    <InlineMessage tone="bad" role="alert" title={title} className={className}>
      <p>{problem.message}</p>
      {problem.requestId && <p className="mt-1 text-small">Reference {problem.requestId}</p>}
      {children}
    </InlineMessage>
  )
}
