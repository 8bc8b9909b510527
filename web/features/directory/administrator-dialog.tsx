import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { AdministratorFields, missingInAdministrator, readAdministrator } from './administrator-fields.tsx'
import type { ClinicDialogProps } from './owner-dialog.tsx'
import { missingReason, ReasonField, typedIn } from './reason-field.tsx'

/** Invites one more administrator, where nobody in the practice can. */
export function AdministratorDialog({ clinic: { id: clinicId }, onClose, onDone }: ClinicDialogProps) {
  const keyOf = useRepeatKey()

  function read(typed: FormData) {
    const [person, reason] = [readAdministrator(typed), typedIn(typed, 'reason')]
    const errors = [...missingInAdministrator(person), ...missingReason(reason)]
    if (errors.length > 0) return errors
    const asked = { clinicId, ...person, reason }
    return async () => {
      await api.directory.inviteAdministrator(asked, { context: { idempotencyKey: keyOf(asked) } })
      await onDone(`An invitation is on its way to ${person.email}.`)
    }
  }
  return (
    <FormDialog
      title="Invite administrator"
      text="They may do everything in this practice. Its own administrators can add everybody else."
      confirm="Send invitation"
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <AdministratorFields errors={errors} />
          <ReasonField errors={errors} />
        </>
      )}
    </FormDialog>
  )
}
