import { useState } from 'react'
import type { History } from '../../../contract/histories.ts'
import { HistoryReviewButton } from '../../features/histories/history-review-button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'

type CountersignHistoryProps = {
  history: History
  href: string
  /** Whether the reader may put on record that nothing changed. */
  mayReview: boolean
  onReviewed: () => Promise<void>
}

/** Says that the history was gone through, or leads to it. */
export function CountersignHistory({ history, href, mayReview, onReviewed }: CountersignHistoryProps) {
  const [problem, setProblem] = useState<Error | null>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {mayReview && (
        <HistoryReviewButton history={history} size="small" onReviewed={onReviewed} onProblem={setProblem} />
      )}
      <Link href={href} className="text-link">
        Open history
      </Link>
      <ProblemMessage problem={problem} className="basis-full" />
    </div>
  )
}
