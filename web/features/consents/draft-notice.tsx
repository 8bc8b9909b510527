import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { placeholderLabel } from '../templates/index.ts'

type DraftNoticeProps = { missing: readonly string[]; editHref: string | undefined }

/** What a draft still needs before it can be sent. */
export function DraftNotice({ missing, editHref }: DraftNoticeProps) {
  if (missing.length === 0) return null
  return (
    <InlineMessage tone="warn" title="Not ready to send" className="mb-5">
      <p>Some details of the text are missing: {missing.map(placeholderLabel).join(', ')}.</p>
      {editHref && (
        <p className="mt-1">
          <Link href={editHref} className="text-link">
            Fill them in
          </Link>
        </p>
      )}
    </InlineMessage>
  )
}
