import { breach_text_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'

type BreachClosingDialogProps = { breachId: string; onChanged: () => Promise<void>; onClose: () => void }

/** Closes a breach, with what was learnt from it. */
export function BreachClosingDialog({ breachId, onChanged, onClose }: BreachClosingDialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title="Close the breach"
      text="A closed breach cannot be reopened."
      confirm="Close the breach"
      onClose={onClose}
      read={(form) => {
        const lessons = String(form.get('lessons') ?? '').trim()
        if (lessons === '') return [{ id: 'lessons', text: 'Enter the lessons learned' }]
        return async () => {
          await api.dataProtection.closeBreach({ breachId, lessons })
          toast('Closed')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <TextareaField
          id="lessons"
          name="lessons"
          label="Lessons learned"
          hint="What you will do differently"
          rows={3}
          maxLength={breach_text_length_max}
          error={errorOf(errors, 'lessons')}
        />
      )}
    </FormDialog>
  )
}
