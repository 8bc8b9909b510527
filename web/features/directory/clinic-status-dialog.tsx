import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { statusChangeEffects } from './clinic-words.ts'
import { validateReason, ReasonField, trimmedFieldValue } from './reason-field.tsx'

type ClinicStatusDialogProps = {
  clinic: DirectoryEntry
  newStatus: ClinicStatus
  /** What the button says that led here. */
  action: string
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Asks once, says what will happen to staff and to patients, and keeps why. */
export function ChangeClinicStatusDialog({
  clinic,
  newStatus,
  action,
  onClose,
  onChanged,
}: ClinicStatusDialogProps) {
  const { id: clinicId, name, status } = clinic
  function read(typed: FormData) {
    const reason = trimmedFieldValue(typed, 'reason')
    const errors = validateReason(reason)
    if (errors.length > 0) return errors
    return async () => {
      await api.directory.changeStatus({ clinicId, status: newStatus, reason })
      await onChanged()
    }
  }
  return (
    <FormDialog
      title={`${action}: ${name}`}
      text="What will happen:"
      confirm={action}
      danger={newStatus !== 'active'}
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <ul className="list-disc space-y-1.5 ps-5">
            {statusChangeEffects(status, newStatus).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <ReasonField errors={errors} />
        </>
      )}
    </FormDialog>
  )
}
