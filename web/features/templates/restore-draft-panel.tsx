import type { ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'

type RestoreDraftPanelProps = {
  savedAt: string
  /** What the writing is about, where that is known. */
  about?: string | undefined
  onRestore: () => void
  onDiscard: () => void
  children?: ReactNode
}

/** Stands before an editor while there is writing that was never saved. */
export function RestoreDraftPanel({
  savedAt,
  about = '',
  onRestore,
  onDiscard,
  children,
}: RestoreDraftPanelProps) {
  return (
    <Panel title={`You have unsaved changes from ${momentText(savedAt)}`} className="max-w-column">
      <p>
        {about && `They are for “${about}”. `}
        Restore them to continue, or discard them.
      </p>
      {children}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Panel>
  )
}
