import { useEffect, useState } from 'react'
import type { PlanPreview } from '../../../contract/billing.ts'
import { plans, type PlanName } from '../../../contract/plans.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { formatPounds } from './billing-words.ts'

type ChangeDialogProps = {
  plan: PlanName
  /** It is the plan that the practice has: what was to follow it is taken back. */
  keepsPlan: boolean
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Shows to the penny what a change costs, and makes it. */
export function BillingChangeDialog({ plan, keepsPlan, onChanged, onClose }: ChangeDialogProps) {
  const [preview, setPreview] = useState<PlanPreview>()
  const asking = useTask()
  const changing = useTask()
  const toast = useToast()
  const { title } = plans[plan]
  const { run } = asking
  useEffect(() => {
    if (!keepsPlan) void run(async () => setPreview(await api.billing.preview({ plan })))
  }, [plan, keepsPlan, run])

  async function change() {
    const done = await changing.run(async () => {
      await api.billing.change({ plan, previewedAt: preview?.previewedAt ?? null })
      await onChanged()
    })
    if (!done) return
    toast(
      keepsPlan
        ? `${title} continues.`
        : preview?.isImmediate
          ? `${title} applies now.`
          : `${title} applies next.`,
    )
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={keepsPlan ? `Keep ${title}` : `Change to ${title}`}
      description={keepsPlan ? 'The downgrade is cancelled.' : undefined}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button busy={changing.busy} disabled={!keepsPlan && !preview} onClick={() => void change()}>
            {keepsPlan ? `Keep ${title}` : `Change to ${title}`}
          </Button>
        </>
      }
    >
      {asking.busy && <Spinner message="Calculating the price" />}
      {preview && <Amounts preview={preview} />}
      <ProblemMessage problem={asking.problem ?? changing.problem} className="mt-4" />
    </Dialog>
  )
}

function Amounts({
  preview: { isImmediate, dueNowPence, vatPence, monthlyPence, from },
}: {
  preview: PlanPreview
}) {
  return (
    <>
      <DescriptionList
        items={[
          {
            term: 'Starts',
            detail: isImmediate ? 'Now' : `On ${dayText(from)}, at the end of the billing period`,
          },
          {
            term: 'Charged now',
            detail:
              dueNowPence === 0
                ? 'Nothing'
                : `${formatPounds(dueNowPence)}, including ${formatPounds(vatPence)} VAT, for the rest of the billing period`,
          },
          { term: 'After that', detail: `${formatPounds(monthlyPence)} a month, without VAT` },
        ]}
      />
      {!isImmediate && (
        <p className="mt-4 text-muted">
          Features of the larger plan stay for 30 days after that. Nothing is deleted.
        </p>
      )}
    </>
  )
}
