import { ClipboardCheck } from 'lucide-react'
import type { History } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'

type HistoryReviewButtonProps = {
  history: History
  size?: 'small' | 'regular'
  onReviewed: () => Promise<void>
  onProblem: (problem: Error | null) => void
}

/** Reviewed with the patient and nothing changed, in one press; absent while nothing was ever asked. */
export function HistoryReviewButton({
  history,
  size = 'regular',
  onReviewed,
  onProblem,
}: HistoryReviewButtonProps) {
  const { patientId, version, review } = history
  const { busy, run } = useTask()
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  if (version === 0) return null

  async function press() {
    onProblem(null)
    const done = await run(async () => {
      try {
        const context = { idempotencyKey: keyOf([patientId, version, review.at]) }
        await api.histories.review({ patientId, version }, { context })
        await onReviewed()
      } catch (error) {
        onProblem(error as Error)
        throw error
      }
    })
    if (done) toast('Noted: reviewed with the patient, nothing changed.')
  }
  return (
    <Button variant="quiet" size={size} icon={ClipboardCheck} busy={busy} onClick={() => void press()}>
      Reviewed, nothing changed
    </Button>
  )
}
