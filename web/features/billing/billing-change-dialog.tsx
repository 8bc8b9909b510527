import { useEffect, useState } from 'react'
import type { PlanPreview } from '../../../contract/billing.ts'
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
  title: string
  description?: string | undefined
  /** The button that makes the change. */
  action: string
  /** Asks what it costs, the same function each time; null where it costs nothing. */
  askPreview: (() => Promise<PlanPreview>) | null
  /** Makes the change as it was seen, and answers what is said of it then. */
  change: (preview: PlanPreview | undefined) => Promise<string>
  /** Whom the monthly price is for, where that is not one practice alone. */
  priceFor?: string
  /** What a smaller plan means, if this is one. */
  smallerText: (preview: PlanPreview) => string | null
  onClose: () => void
}

/** Shows to the penny what a change of plan costs, and makes it. */
export function BillingChangeDialog(props: ChangeDialogProps) {
  const { title, description, action, askPreview, change, priceFor, smallerText, onClose } = props
  const [preview, setPreview] = useState<PlanPreview>()
  const asking = useTask()
  const changing = useTask()
  const toast = useToast()
  const { run } = asking
  useEffect(() => {
    if (askPreview) void run(async () => setPreview(await askPreview()))
  }, [askPreview, run])

  async function save() {
    let done = ''
    const isDone = await changing.run(async () => {
      done = await change(preview)
    })
    if (!isDone) return
    toast(done)
    onClose()
  }
  const note = preview && smallerText(preview)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button busy={changing.busy} disabled={askPreview !== null && !preview} onClick={() => void save()}>
            {action}
          </Button>
        </>
      }
    >
      {asking.busy && <Spinner message="Calculating the price" />}
      {preview && <Amounts {...{ preview, priceFor }} />}
      {note && <p className="mt-4 text-muted">{note}</p>}
      <ProblemMessage problem={asking.problem ?? changing.problem} className="mt-4" />
    </Dialog>
  )
}

function Amounts({
  preview: { isImmediate, dueNowPence, vatPence, monthlyPence, from },
  priceFor,
}: {
  preview: PlanPreview
  priceFor: string | undefined
}) {
  return (
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
        {
          term: 'After that',
          detail: `${formatPounds(monthlyPence)} a month${priceFor ? ` ${priceFor}` : ''}, without VAT`,
        },
      ]}
    />
  )
}
