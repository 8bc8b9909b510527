import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { errorOf } from './plain/error-summary.tsx'
import { TextareaField } from './plain/textarea-field.tsx'

type LoggedActDialogProps = {
  title: string
  /** What will happen. */
  text: string
  confirm: string
  danger?: boolean | undefined
  lengthMax: number
  /** Does it, once there is a reason. */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, and does it: for what stays in a log. */
export function LoggedActDialog({
  lengthMax,
  onConfirm,
  danger = false,
  ...dialog
}: LoggedActDialogProps): ReactNode {
  return (
    <FormDialog
      {...dialog}
      danger={danger}
      read={(typed) => {
        const reason = String(typed.get('reason') ?? '').trim()
        return reason === '' ? [{ id: 'reason', text: 'Enter a reason' }] : () => onConfirm(reason)
      }}
    >
      {(errors) => (
        <TextareaField
          id="reason"
          name="reason"
          label="Reason"
          hint="It stays in the audit log. Leave out names and anything about health."
          rows={3}
          maxLength={lengthMax}
          error={errorOf(errors, 'reason')}
        />
      )}
    </FormDialog>
  )
}
