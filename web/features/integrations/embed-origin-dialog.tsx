import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { parseOrigin } from './embed-origin-parsing.ts'

type EmbedOriginDialogProps = { onSaved: () => Promise<void>; onClose: () => void }

/** Lists an origin whose pages may show consents. */
export function EmbedOriginDialog({ onSaved, onClose }: EmbedOriginDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Add origin"
      text="Pages at this address can show how your consents stand. Add only addresses of software that you trust with patients’ names."
      confirm="Add origin"
      read={(typed) => {
        const origin = parseOrigin(String(typed.get('origin') ?? ''))
        if (origin === null) return [{ id: 'origin', text: 'Enter an address that begins with https://' }]
        const entry = { origin }
        return async () => {
          await api.embeds.addOrigin(entry, { context: { idempotencyKey: keyOf(entry) } })
          await onSaved()
        }
      }}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          id="origin"
          name="origin"
          type="url"
          label="Address of the practice system"
          hint="For example https://app.example.com. The path is left out."
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          error={errorOf(errors, 'origin')}
        />
      )}
    </FormDialog>
  )
}
