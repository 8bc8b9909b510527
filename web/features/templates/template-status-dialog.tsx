import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { TemplateContext, TemplateSubject } from './template-context.ts'
import type { TemplateOperations } from './template-operations.ts'
import { templateStatusOrder, templateStatusWords, inProgressText } from './template-status.ts'

type TemplateStatusDialogProps = {
  template: TemplateSubject
  setStatus: TemplateOperations['setStatus']
  countInProgress: TemplateContext['countInProgress']
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Chooses whether a template is used, with what each answer means for consents. */
export function TemplateStatusDialog(props: TemplateStatusDialogProps) {
  const { template, setStatus, countInProgress, onChanged, onClose } = props
  const { id: templateId, name } = template
  const [status, setChosen] = useState(template.status)
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const underWay = useInProgressCount(countInProgress, templateId)

  async function change() {
    if (status === template.status) return onClose()
    if (!(await run(() => setStatus({ templateId, status })))) return
    onClose()
    toast(`${name}: ${templateStatusWords[status].label}.`)
    await onChanged()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change status"
      description={<span dir="auto">{name}</span>}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void change()}>
            Save status
          </Button>
        </>
      }
    >
      <RadioGroup
        name="status"
        legend="Status"
        value={status}
        options={templateStatusOrder.map((value) => ({
          value,
          label: templateStatusWords[value].label,
          hint: templateStatusWords[value].meaning,
        }))}
        onChange={(value) => setChosen(templateStatusOrder.find((known) => known === value) ?? status)}
      />
      <div role="status">
        {underWay !== null && status !== 'active' && status !== template.status && (
          <InlineMessage className="mt-4">{inProgressText(underWay)}</InlineMessage>
        )}
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}

/** How many consents are under way; null before it is known. The dialog does without where it cannot be asked. */
function useInProgressCount(
  countUnderWay: TemplateContext['countInProgress'],
  templateId: string,
): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isWanted = true
    countUnderWay?.(templateId).then((found) => isWanted && setCount(found), console.error)
    return () => void (isWanted = false)
  }, [countUnderWay, templateId])
  return count
}
