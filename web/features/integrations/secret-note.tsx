import { CopyField } from '../../ui/plain/copy-field.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'

type SecretNoteProps = { label: string; secret: string; hint: string }

/** A secret that is shown once: to be copied now, and kept where the other program keeps its own. */
export const SecretNote = ({ label, secret, hint }: SecretNoteProps) => (
  <div className="space-y-4">
    <InlineMessage tone="warn" title="Copy it now" role="status">
      It is shown only once. If you lose it, create another.
    </InlineMessage>
    <CopyField label={label} value={secret} hint={hint} />
  </div>
)
