import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { AdministratorFields, validateAdministrator, parseAdministrator } from './administrator-fields.tsx'
import type { ClinicDialogProps } from './owner-dialog.tsx'
import { validateReason, ReasonField, trimmedFieldValue } from './reason-field.tsx'

/** Invites one more administrator, where nobody in the practice can. */
export function AdministratorDialog({ clinic: { id: clinicId }, onClose, onDone }: ClinicDialogProps) {
  const keyOf = useIdempotencyKey()

  function read(typed: FormData) {
    const [person, reason] = [parseAdministrator(typed), trimmedFieldValue(typed, 'reason')]
    const errors = [...validateAdministrator(person), ...validateReason(reason)]
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
      text="Administrators have every permission in this practice and can add other staff."
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
