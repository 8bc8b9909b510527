import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { TemplateSubject } from './template-acting.ts'
import type { TemplateOperations } from './template-operations.ts'
import { templateStatusOrder, templateStatusWords } from './template-status.ts'

type TemplateStatusDialogProps = {
  template: TemplateSubject
  setStatus: TemplateOperations['setStatus']
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Chooses whether a template is used, with what each answer means for consents. */
export function TemplateStatusDialog({ template, setStatus, onChanged, onClose }: TemplateStatusDialogProps) {
  const { id: templateId, name } = template
  const [status, setChosen] = useState(template.status)
  const { busy, problem, run } = useTask()
  const toast = useToast()

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
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
