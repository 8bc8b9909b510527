import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { errorOf } from './plain/error-summary.tsx'
import { TextareaField } from './plain/textarea-field.tsx'

/** For what is kept in the audit log, which more people read than a patient's record. */
export const loggedHint = 'Kept in the audit log. Leave out names and anything about health.'

type ReasonDialogProps = {
  title: ReactNode
  /** What will happen. */
  text: string
  hint?: string
  confirm: string
  /** Whether it ends something that cannot be taken back. */
  danger?: boolean
  /** Characters. */
  lengthMax: number
  /** Does it, once there is a reason. */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, and does it. */
export function ReasonDialog({ hint, lengthMax, onConfirm, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog
      {...dialog}
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
          hint={hint}
          rows={3}
          maxLength={lengthMax}
          error={errorOf(errors, 'reason')}
        />
      )}
    </FormDialog>
  )
}
