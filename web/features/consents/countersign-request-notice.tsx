import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import {
  awaitsCountersignature,
  countersignObstacle,
  isOffered,
  type OfferedConsent,
} from './action-offers.ts'

type CountersignRequestNoticeProps = { consent: OfferedConsent; onChanged: () => Promise<void> }

/** Tells somebody who cannot countersign who can, and asks a clinician to, once. */
export function CountersignRequestNotice({ consent, onChanged }: CountersignRequestNoticeProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  if (!awaitsCountersignature(consent)) return null
  const isAsked = consent.actions.askCountersign === 'already-asked'

  async function ask() {
    await run(async () => {
      const { assignedTo } = await api.tasks.askCountersignature({ consentId: consent.id })
      await onChanged()
      toast(`${assignedTo?.name ?? 'A clinician'} is asked to countersign.`)
    })
  }
  return (
    <InlineMessage title="A clinician has to countersign this" className="mb-5">
      {isAsked ? 'A clinician has been asked. See the tasks.' : countersignObstacle(consent)?.text}
      {isOffered(consent, 'askCountersign') && (
        <>
          <ProblemMessage problem={problem} className="mt-3" />
          <p className="mt-3">
            <Button size="small" busy={busy} onClick={() => void ask()}>
              Ask for countersignature
            </Button>
          </p>
        </>
      )}
    </InlineMessage>
  )
}
