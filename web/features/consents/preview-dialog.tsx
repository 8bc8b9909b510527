import { Dialog } from '../../ui/dialog.tsx'
import { previewTitle, PreviewText, type ConsentPreviewProps } from './consent-preview.tsx'

/** What the patient will read, over the form where there is no room beside it. */
export const PreviewDialog = ({ onClose, ...props }: ConsentPreviewProps & { onClose: () => void }) => (
  <Dialog open onOpenChange={onClose} title={previewTitle} size="medium">
    <PreviewText {...props} />
  </Dialog>
)
