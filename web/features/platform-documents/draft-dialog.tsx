import { platform_document_length_max } from '../../../contract/limits.ts'
import type { PlatformDocumentText } from '../../../contract/platform-documents.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'

type DraftDialogProps = {
  version: PlatformDocumentText
  onSaved: (versionId: string) => unknown
  onClose: () => void
}

/** Writes the draft of the next version, beginning with the text that is shown. */
export function DraftDialog({ version, onSaved, onClose }: DraftDialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title="The next version"
      text="Use ### for headings, - for lists and ** for bold. Not visible until published."
      confirm="Save draft"
      onClose={onClose}
      read={(form) => {
        const typed = (name: string) => String(form.get(name) ?? '').trim()
        const missing = [
          ...(typed('draft-title') ? [] : [{ id: 'draft-title', text: 'Enter a title' }]),
          ...(typed('draft-text') ? [] : [{ id: 'draft-text', text: 'Enter the text' }]),
        ]
        if (missing.length > 0) return missing
        return async () => {
          const draft = {
            title: typed('draft-title'),
            text: typed('draft-text'),
            change: typed('draft-change'),
          }
          const { id } = await api.platformDocuments.saveDraft({ kind: version.kind, ...draft })
          toast('Draft saved')
          await onSaved(id)
        }
      }}
    >
      {(errors) => (
        <>
          <TextField
            id="draft-title"
            name="draft-title"
            label="Title"
            maxLength={120}
            defaultValue={version.title}
            error={errorOf(errors, 'draft-title')}
          />
          <TextareaField
            id="draft-change"
            name="draft-change"
            label="What changed"
            hint="Shown to practices. Required from the second version."
            optional
            rows={2}
            maxLength={500}
            defaultValue={version.status === 'draft' ? version.change : ''}
          />
          <TextareaField
            id="draft-text"
            name="draft-text"
            label="Text"
            rows={14}
            maxLength={platform_document_length_max}
            defaultValue={version.text}
            error={errorOf(errors, 'draft-text')}
          />
        </>
      )}
    </FormDialog>
  )
}
