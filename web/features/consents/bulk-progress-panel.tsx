import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { BulkAction, BulkItem, BulkRow } from './use-bulk-action.ts'

type BulkProgressPanelProps = {
  work: BulkAction<BulkRow>
  hrefOf: (row: BulkRow) => string
  onTryAgain: () => void
  onPutAway: () => void
}

const progressText = (lines: readonly Pick<BulkItem<BulkRow>, 'state'>[]) => {
  const [done, failed] = ['done', 'failed'].map(
    (wanted) => lines.filter(({ state }) => state === wanted).length,
  )
  return failed ? `${done} done, ${failed} failed. See below.` : `All ${done} done.`
}

/** What becomes of each of the consents that were chosen; it stays until it is put away. */
export function BulkProgressPanel({ work, hrefOf, onTryAgain, onPutAway }: BulkProgressPanelProps) {
  const { title, lines, isRunning } = work
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const settled = lines.filter(({ state }) => state !== 'waiting').length
  const hasFailed = lines.some(({ state }) => state === 'failed')
  return (
    <div ref={place} tabIndex={-1} className="mt-4 rounded-lg">
      <Panel
        title={title}
        actions={
          isRunning ? undefined : (
            <div className="flex flex-wrap gap-2">
              {hasFailed && (
                <Button size="small" variant="quiet" onClick={onTryAgain}>
                  Try again
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={onPutAway}>
                Close
              </Button>
            </div>
          )
        }
      >
        {isRunning && <ProgressBar label={title} done={settled} total={lines.length} className="mb-4" />}
        <p role="status" className="font-medium">
          {isRunning ? 'In progress. Keep this page open.' : progressText(lines)}
        </p>
        <ul className="mt-3 divide-y divide-line">
          {lines.map((line) => (
            <Outcome key={line.row.id} line={line} href={hrefOf(line.row)} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Outcome({ line: { row, state, words }, href }: { line: BulkItem<BulkRow>; href: string }) {
  return (
    <li className="flex gap-3 py-2.5">
      <span className="mt-0.5 size-5 shrink-0">
        {state === 'done' && <CircleCheck className="size-5 text-ok" aria-hidden />}
        {state === 'failed' && <CircleAlert className="size-5 text-bad" aria-hidden />}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <Link href={href} className="text-link">
          <span dir="auto">{row.patient.name}</span>, {row.treatment}
        </Link>
        <p className={state === 'failed' ? 'text-bad' : 'text-muted'}>{words || 'Waiting'}</p>
      </div>
    </li>
  )
}
