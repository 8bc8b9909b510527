import type { Api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { entryCount } from './cleanup-words.ts'

export type Cleanup = Awaited<ReturnType<Api['cleanup']['preview']>>['recent'][number]

type RecentCleanupsProps = {
  cleanups: readonly Cleanup[]
  undoingId: string | undefined
  onUndo: (cleanup: Cleanup) => void
}

/** What was tidied lately, by whom, with the way back. */
export function RecentCleanups({ cleanups, undoingId, onUndo }: RecentCleanupsProps) {
  return (
    <Panel title="Recent clean-ups" flush>
      <ul className="divide-y divide-line border-t border-line">
        {cleanups.map((cleanup) => (
          <li key={cleanup.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">
                <time dateTime={cleanup.at}>{momentText(cleanup.at)}</time>
              </p>
              <p className="text-small text-muted">
                {entryCount(cleanup.items.length)}, by <span dir="auto">{cleanup.by}</span>
              </p>
              <ul className="mt-2 space-y-1">
                {cleanup.items.map(({ name, effect }, index) => (
                  <li key={index}>
                    <span dir="auto">{name}</span>
                    <span className="text-muted">: {effect}</span>
                  </li>
                ))}
              </ul>
            </div>
            {cleanup.undoneAt === null ? (
              <Button
                variant="quiet"
                size="small"
                busy={undoingId === cleanup.id}
                onClick={() => onUndo(cleanup)}
              >
                Undo<span className="sr-only"> the clean-up of {momentText(cleanup.at)}</span>
              </Button>
            ) : (
              <p className="text-small text-muted">Undone {momentText(cleanup.undoneAt)}</p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
