import { formatEmail } from '../../../contract/email-address.ts'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Problem } from '../../ui/use-task.ts'
import { findingKey } from './cleanup-selection.ts'
import { entryCount } from './cleanup-words.ts'

type CleanupDialogProps = {
  selected: readonly CleanupFinding[]
  busy: boolean
  problem: Problem | null
  onConfirm: () => void
  /** The list has changed meanwhile: fetches it anew. */
  onReload: () => void
  onClose: () => void
}

/** What tidying will do, entry by entry, before it is done. */
export function CleanupDialog({ selected, busy, problem, onConfirm, onReload, onClose }: CleanupDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Clean up ${entryCount(selected.length)}?`}
      description="Nothing is deleted, and you can undo it."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          {problem?.reason === 'changed' ? (
            <Button onClick={onReload}>Reload the list</Button>
          ) : (
            <Button variant="danger" busy={busy} onClick={onConfirm}>
              Clean up {entryCount(selected.length)}
            </Button>
          )}
        </>
      }
    >
      <ProblemMessage problem={problem} className="mb-4" />
      <ul className="divide-y divide-line">
        {selected.map((finding) => (
          <li key={findingKey(finding)} className="py-2.5 first:pt-0 last:pb-0">
            <span dir="auto" className="block font-semibold">
              {finding.name}
            </span>
            <span className="block text-small break-words text-muted">{formatEmail(finding.email)}</span>
            <span className="mt-0.5 block">{finding.effect}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
