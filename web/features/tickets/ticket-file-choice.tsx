import { FileField } from '../../ui/file-field.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { sizeText } from './ticket-words.ts'
import type { useTicketFiles } from './use-ticket-files.ts'

/** Chooses what is attached, and shows what is. */
export function TicketFileChoice({ files, fault, add, remove }: ReturnType<typeof useTicketFiles>) {
  return (
    <div className="space-y-3">
      <FileField
        label="Attach files (optional)"
        hint="Up to 5 pictures, PDF or text files, each at most 4 MB, together at most 10 MB."
        accept=".jpg,.jpeg,.png,.webp,.pdf,.txt,.log"
        onFiles={add}
      />
      {fault && (
        <InlineMessage tone="bad" role="alert">
          {fault}
        </InlineMessage>
      )}
      {files.length > 0 && (
        <ul aria-label="Chosen files" className="space-y-2">
          {files.map((file, at) => (
            <li key={at} className="flex flex-wrap items-center justify-between gap-2">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {file.name} <span className="text-muted">({sizeText(file.size)})</span>
              </span>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${file.name}`}
                onClick={() => remove(file)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
