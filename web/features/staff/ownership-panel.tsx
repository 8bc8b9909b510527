import { useState } from 'react'
import { api, type Api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'

export type Ownership = Awaited<ReturnType<Api['staff']['ownership']>>

type OwnershipPanelProps = { ownership: Ownership; onChanged: () => Promise<void> }

/** Whose the practice is; its owner can hand it on to another administrator. */
export function OwnershipPanel({ ownership, onChanged }: OwnershipPanelProps) {
  const [asking, setAsking] = useState(false)
  const toast = useToast()
  const { owner, isMine, heirs } = ownership

  async function afterTransfer() {
    setAsking(false)
    toast('Owner changed. Both of you are notified by e-mail.')
    await onChanged()
  }
  return (
    <Panel
      title="Owner"
      lead="The owner is responsible for the practice’s account and cannot be deactivated or demoted."
      className="max-w-column"
    >
      <p className="font-medium" dir="auto">
        {owner ? owner.name : 'No owner. Contact support to set one.'}
      </p>
      {isMine && heirs.length === 0 && (
        <p className="mt-2 text-muted">
          To transfer ownership, first make another person an administrator under Staff.
        </p>
      )}
      {isMine && heirs.length > 0 && (
        <Button variant="quiet" className="mt-4" onClick={() => setAsking(true)}>
          Transfer ownership
        </Button>
      )}
      {owner && !isMine && <p className="mt-2 text-muted">Only the owner can transfer ownership.</p>}
      {asking && (
        <TransferOwnershipDialog heirs={heirs} onClose={() => setAsking(false)} onDone={afterTransfer} />
      )}
    </Panel>
  )
}

type TransferOwnershipDialogProps = {
  heirs: Ownership['heirs']
  onClose: () => void
  onDone: () => Promise<void>
}

function TransferOwnershipDialog({ heirs, onClose, onDone }: TransferOwnershipDialogProps) {
  function read(typed: FormData) {
    const [staffId, reason] = ['heir', 'reason'].map((name) => String(typed.get(name) ?? '').trim())
    const errors: FieldProblem[] = []
    if (!staffId) errors.push({ id: 'heir', text: 'Choose the new owner' })
    if (!reason) errors.push({ id: 'reason', text: 'Say why' })
    if (!staffId || !reason) return errors
    return async () => {
      await api.staff.handOver({ staffId, reason })
      await onDone()
    }
  }
  return (
    <FormDialog
      title="Transfer ownership"
      text="You stay an administrator. Only the new owner can transfer it back. Both of you are notified by e-mail."
      confirm="Transfer"
      danger
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            id="heir"
            name="heir"
            label="New owner"
            empty="Choose an administrator"
            options={heirs.map(({ id, name }) => ({ value: id, label: name }))}
            error={errorOf(errors, 'heir')}
          />
          <TextareaField
            id="reason"
            name="reason"
            label="Reason"
            hint="Recorded in the audit log with your name."
            rows={2}
            maxLength={500}
            error={errorOf(errors, 'reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
