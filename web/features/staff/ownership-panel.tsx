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
    toast('The owner has changed, and both of you are told by e-mail.')
    await onChanged()
  }
  return (
    <Panel
      title="Owner"
      lead="The owner answers for the account of the practice, and can be neither deactivated nor demoted."
      className="max-w-column"
    >
      <p className="font-medium" dir="auto">
        {owner ? owner.name : 'Nobody is named as the owner. Ask us to name one.'}
      </p>
      {isMine && heirs.length === 0 && (
        <p className="mt-2 text-muted">
          To hand the practice on, first make somebody else an administrator, under Staff.
        </p>
      )}
      {isMine && heirs.length > 0 && (
        <Button variant="quiet" className="mt-4" onClick={() => setAsking(true)}>
          Hand the practice on
        </Button>
      )}
      {owner && !isMine && <p className="mt-2 text-muted">Only the owner can hand the practice on.</p>}
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
    if (!staffId) errors.push({ id: 'heir', text: 'Choose who owns the practice from now on' })
    if (!reason) errors.push({ id: 'reason', text: 'Say why' })
    if (!staffId || !reason) return errors
    return async () => {
      await api.staff.handOver({ staffId, reason })
      await onDone()
    }
  }
  return (
    <FormDialog
      title="Hand the practice on"
      text="You stay an administrator, and only the new owner can hand it back. Both of you get an e-mail."
      confirm="Hand on"
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
            hint="Kept in the audit log with your name."
            rows={2}
            maxLength={500}
            error={errorOf(errors, 'reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
