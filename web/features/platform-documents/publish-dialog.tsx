import type { PlatformDocumentText } from '../../../contract/platform-documents.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { useToast } from '../../ui/toast.tsx'

type PublishDialogProps = {
  version: PlatformDocumentText
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Publishes a draft, and says whether practices have to accept it. */
export function PublishDialog({ version, onChanged, onClose }: PublishDialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title={`Publish version ${version.number}`}
      text="Visible to all practices and cannot be changed. Practices can keep working without accepting."
      confirm="Publish"
      onClose={onClose}
      read={(form) => {
        const asks = {
          needsAcceptance: form.get('needs-acceptance') !== null,
          asksAgain: form.get('asks-again') !== null,
        }
        return async () => {
          await api.platformDocuments.publish({ versionId: version.id, ...asks })
          toast('Published')
          await onChanged()
        }
      }}
    >
      {() => (
        <>
          <CheckboxField
            name="needs-acceptance"
            label="Practices must accept this document"
            defaultChecked={version.needsAcceptance}
          />
          {version.number > 1 && (
            <CheckboxField
              name="asks-again"
              label="Ask practices that accepted an earlier version again"
              hint="Use this if obligations have changed, not for wording only."
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
