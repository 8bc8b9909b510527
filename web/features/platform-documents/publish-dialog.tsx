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
      text="Every practice sees it from now on, and its text never changes again. Nobody is kept from working, whether they accept or not."
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
            label="Practices have to accept this document"
            defaultChecked={version.needsAcceptance}
          />
          {version.number > 1 && (
            <CheckboxField
              name="asks-again"
              label="Also those who accepted an earlier version"
              hint="Choose this when a duty has changed, and leave it when only words have."
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
