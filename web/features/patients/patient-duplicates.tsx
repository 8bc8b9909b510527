import { Copy, Undo2 } from 'lucide-react'
import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText, dayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { patientName } from './patient-name.ts'
import { duplicateReasonLabels, mergeObstacleLabels, statusLabels } from './patient-words.ts'

type Duplicate = Awaited<ReturnType<Api['patients']['duplicates']>>[number]
type Merge = Awaited<ReturnType<Api['patients']['merges']>>[number]

type PatientDuplicatesProps = {
  duplicates: readonly Duplicate[]
  hrefOf: (duplicate: Duplicate) => string
  /** Absent where the reader may not merge. */
  mergeHrefOf: ((duplicate: Duplicate) => string) | undefined
}

/** Records that may be of the same person; nothing where there are none. */
export function PatientDuplicates({ duplicates, hrefOf, mergeHrefOf }: PatientDuplicatesProps) {
  if (duplicates.length === 0) return null
  return (
    <Panel
      title="Possible duplicate"
      lead="Compare before you merge: relatives can share names, phone numbers and dates of birth."
    >
      <ul className="divide-y divide-line">
        {duplicates.map((duplicate) => (
          <li
            key={duplicate.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <Link href={hrefOf(duplicate)} className="text-link" dir="auto">
                {patientName(duplicate)}
              </Link>
              <p className="text-small text-muted">
                Born {calendarDayText(duplicate.dateOfBirth)} · {duplicateReasonLabels[duplicate.reason]}
                {duplicate.status !== 'active' && ` · ${statusLabels[duplicate.status]}`}
              </p>
            </div>
            {mergeHrefOf && (
              <ButtonLink href={mergeHrefOf(duplicate)} variant="quiet" size="small" icon={Copy}>
                Compare<span className="sr-only"> with {patientName(duplicate)}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type PatientMergesProps = { merges: readonly Merge[]; mayUndo: boolean; onChanged: () => Promise<void> }

/** The records that were merged into this one, and the way back where there is one; nothing where there are none. */
export function PatientMerges({ merges, mayUndo, onChanged }: PatientMergesProps) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  if (merges.length === 0) return null

  async function undo({ id, mergedName }: Merge) {
    const isSure = await confirm({
      title: 'Undo the merge?',
      text: `${mergedName} becomes a separate record again, with its consents and notes. This record goes back to its earlier details.`,
      confirm: 'Undo merge',
    })
    if (!isSure) return
    const isDone = await run(async () => {
      await api.patients.undoMerge({ mergeId: id }, { context: { idempotencyKey: keyOf(id) } })
      await onChanged()
    })
    if (isDone) toast(`${mergedName} is a separate record again.`, { tone: 'ok' })
  }
  return (
    <Panel title="Merged into this record">
      <ProblemMessage problem={problem} className="mb-3" />
      <ul className="divide-y divide-line">
        {merges.map((merge) => (
          <li
            key={merge.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p dir="auto">{merge.mergedName}</p>
              <p className="text-small text-muted">
                {dayText(merge.at)}, by {merge.by} ·{' '}
                {merge.obstacle
                  ? mergeObstacleLabels[merge.obstacle]
                  : `Merge can be undone until ${dayText(merge.undoUntil)}`}
              </p>
            </div>
            {mayUndo && !merge.obstacle && (
              <Button variant="quiet" size="small" icon={Undo2} busy={busy} onClick={() => void undo(merge)}>
                Undo merge
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
