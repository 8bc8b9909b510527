import type { ProcessingEntry } from '../../../contract/data-protection.ts'
import { processing_text_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { processingFields } from './processing-fields.ts'

type ProcessingDialogProps = {
  /** Null adds one. */
  entry: ProcessingEntry | null
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Writes an entry of the processing record. */
export function ProcessingDialog({ entry, onChanged, onClose }: ProcessingDialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title={entry ? 'Edit entry' : 'Add entry'}
      text="Describe your practice. Changes are recorded in the audit log."
      confirm="Save"
      about={entry?.key}
      onClose={onClose}
      read={(form) => {
        const typed = (name: string) => String(form.get(name) ?? '').trim()
        const missing = processingFields
          .filter(({ name }) => typed(name) === '')
          .map(({ name, missing: text }) => ({ id: `processing-${name}`, text }))
        if (missing.length > 0) return missing
        return async () => {
          await api.dataProtection.saveProcessing({
            ...{ key: entry?.key ?? null, purpose: typed('purpose'), lawfulBasis: typed('lawfulBasis') },
            ...{ people: typed('people'), data: typed('data'), recipients: typed('recipients') },
            ...{ transfers: typed('transfers'), retention: typed('retention'), security: typed('security') },
          })
          toast('Saved')
          await onChanged()
        }
      }}
    >
      {(errors) =>
        processingFields.map(({ name, label }) => {
          const field = {
            ...{ id: `processing-${name}`, name, label, defaultValue: entry?.[name] ?? '' },
            error: errorOf(errors, `processing-${name}`),
          }
          return name === 'purpose' ? (
            <TextField key={name} {...field} maxLength={120} autoComplete="off" />
          ) : (
            <TextareaField key={name} {...field} rows={2} maxLength={processing_text_length_max} />
          )
        })
      }
    </FormDialog>
  )
}
