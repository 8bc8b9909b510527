import { useState } from 'react'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

type AdoptionWithdrawalDialogProps = {
  templateId: string
  name: string
  onWithdrawn: () => Promise<void>
  onClose: () => void
}

const reasonId = 'withdrawal-reason'

/** Asks why before an adoption is withdrawn, and says what changes by it. */
export function AdoptionWithdrawalDialog(props: AdoptionWithdrawalDialogProps) {
  const { templateId, name, onWithdrawn, onClose } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const toast = useToast()

  async function withdraw() {
    const typed = reason.trim()
    setError(typed ? undefined : 'Enter a reason')
    if (!typed) return document.getElementById(reasonId)?.focus()
    const done = await run(async () => {
      await api.adoptions.withdraw({ templateId, reason: typed })
      await onWithdrawn()
      toast('The adoption is withdrawn.')
    })
    if (done) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<span dir="auto">Withdraw the adoption of “{name}”?</span>}
      description="From now on whoever sends this wording has to confirm it for each patient. Consents already sent stay as they are."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void withdraw()}>
            Withdraw adoption
          </Button>
        </>
      }
    >
      <TextareaField
        id={reasonId}
        label="A reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={error}
        maxLength={500}
        rows={3}
      />
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
