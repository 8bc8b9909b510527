import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { KeptDraft } from './editor-draft-keeping.ts'

type KeptPanelProps = {
  kept: KeptDraft
  /** The version that is current now; null for a new template. */
  versionId: string | null
  onRestore: () => void
  onDiscard: () => void
}

/** Stands before the editor while this browser keeps writing that was never saved. */
export function EditorKeptPanel({ kept, versionId, onRestore, onDiscard }: KeptPanelProps) {
  return (
    <Panel title={`You have unsaved changes from ${momentText(kept.keptAt)}`} className="max-w-column">
      <p>
        {kept.draft.name.trim() ? `They are about “${kept.draft.name.trim()}”. ` : ''}
        This browser kept them. Restore them to go on, or discard them for good.
      </p>
      {kept.versionId !== versionId && (
        <p className="mt-2">
          The template has been saved by somebody since then. When you save, you can bring both together.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Panel>
  )
}
