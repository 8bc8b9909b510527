import type { BreachDetail } from '../../../contract/data-protection.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toDateTimeFieldValue } from '../../ui/date-time-field-value.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'

type NewBreachDialogProps = { onOpened: (breach: BreachDetail) => unknown; onClose: () => void }

/** Writes down that something went wrong; what is known of it follows. */
export function NewBreachDialog({ onOpened, onClose }: NewBreachDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record breach"
      text="The 72 hours start when anyone at the practice becomes aware. You can add details later."
      confirm="Record"
      onClose={onClose}
      read={(form) => {
        const typed = (name: string) => String(form.get(name) ?? '').trim()
        const missing = [
          ...(typed('breach-title') ? [] : [{ id: 'breach-title', text: 'Enter what went wrong' }]),
          ...(typed('breach-when') ? [] : [{ id: 'breach-when', text: 'Enter when it was discovered' }]),
        ]
        if (missing.length > 0) return missing
        const breach = {
          title: typed('breach-title'),
          discoveredAt: new Date(typed('breach-when')).toISOString(),
        }
        return async () =>
          onOpened(
            await api.dataProtection.openBreach(breach, { context: { idempotencyKey: keyOf(breach) } }),
          )
      }}
    >
      {(errors) => (
        <>
          <TextField
            id="breach-title"
            name="breach-title"
            label="Summary"
            hint="No names. For example, letter to the wrong address"
            maxLength={120}
            autoComplete="off"
            error={errorOf(errors, 'breach-title')}
          />
          <MomentField
            id="breach-when"
            name="breach-when"
            label="Discovered at"
            max={toDateTimeFieldValue(new Date())}
            defaultValue={toDateTimeFieldValue(new Date())}
            error={errorOf(errors, 'breach-when')}
          />
        </>
      )}
    </FormDialog>
  )
}
