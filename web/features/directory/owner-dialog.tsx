import { formatEmail } from '../../../contract/email-address.ts'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { ReasonField, validateReason, trimmedFieldValue } from './reason-field.tsx'

export type ClinicDialogProps = {
  clinic: DirectoryEntry
  onClose: () => void
  /** What a toast says of it. */
  onDone: (said: string) => Promise<void>
}

/** Hands a practice to another of its administrators. */
export function OwnerDialog({ clinic: { id: clinicId, people }, onClose, onDone }: ClinicDialogProps) {
  const heirs = people.filter(
    ({ role, isActive, registered, isOwner }) =>
      role === 'clinic_admin' && isActive && registered && !isOwner,
  )

  function read(typed: FormData) {
    const [staffId, reason] = [trimmedFieldValue(typed, 'heir'), trimmedFieldValue(typed, 'reason')]
    const errors = validateReason(reason)
    if (!staffId) errors.unshift({ id: 'heir', text: 'Choose the new owner' })
    if (errors.length > 0) return errors
    return async () => {
      await api.directory.transferOwner({ clinicId, staffId, reason })
      await onDone('Owner changed. Both people are notified by e-mail.')
    }
  }
  return (
    <FormDialog
      title="Change owner"
      text="The owner is responsible for the practice’s account and cannot be deactivated or demoted. Both people are notified by e-mail."
      confirm="Change owner"
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {heirs.length === 0 ? (
            <InlineMessage tone="warn" title="No eligible administrator">
              The owner must be an active, registered administrator. Invite one first.
            </InlineMessage>
          ) : (
            <SelectField
              id="heir"
              name="heir"
              label="New owner"
              empty="Choose an administrator"
              options={heirs.map(({ id, name, email }) => ({
                value: id,
                label: `${name}, ${formatEmail(email)}`,
              }))}
              error={errorOf(errors, 'heir')}
            />
          )}
          <ReasonField errors={errors} />
        </>
      )}
    </FormDialog>
  )
}
