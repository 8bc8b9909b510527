import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { effectsOf } from './clinic-words.ts'
import { missingReason, ReasonField, typedIn } from './reason-field.tsx'

type StandingDialogProps = {
  clinic: DirectoryEntry
  wanted: ClinicStatus
  /** What the button says that led here. */
  act: string
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Asks once, says what will happen to staff and to patients, and keeps why. */
export function StandingDialog({ clinic, wanted, act, onClose, onChanged }: StandingDialogProps) {
  const { id: clinicId, name, status } = clinic
  function read(typed: FormData) {
    const reason = typedIn(typed, 'reason')
    const errors = missingReason(reason)
    if (errors.length > 0) return errors
    return async () => {
      await api.directory.changeStatus({ clinicId, status: wanted, reason })
      await onChanged()
    }
  }
  return (
    <FormDialog
      title={`${act}: ${name}`}
      text="What will happen:"
      confirm={act}
      danger={wanted !== 'active'}
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <ul className="list-disc space-y-1.5 ps-5">
            {effectsOf(status, wanted).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <ReasonField errors={errors} />
        </>
      )}
    </FormDialog>
  )
}
