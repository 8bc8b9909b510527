import { useEffect, useRef } from 'react'
import type { DayList } from '../../../contract/day-lists.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { DayListTable } from './day-list-table.tsx'
import { resultText } from './day-list-words.ts'

type DayListResultStepProps = {
  list: DayList
  patientHref: (patientId: string) => string
  boardHref: (day?: string) => string
  /** Where the consents of a day are prepared; null for whoever may not. */
  prepareHref: ((day: string) => string) | null
  againHref: string
  loading: boolean
  onChanged: () => Promise<void>
}

/** What a list did, and taking it back. */
export function DayListResultStep(props: DayListResultStepProps) {
  const { list, patientHref, boardHref, prepareHref, againHref, loading, onChanged } = props
  const { busy, problem, undo } = useUndo(list.id, onChanged)
  const isUndone = list.status === 'undone'
  const day = list.rows.find((row) => row.result !== 'left-out' && row.day)?.day
  const heading = useRef<HTMLHeadingElement>(null)
  // What was waited for stands here now, and changes when it is taken back.
  useEffect(() => heading.current?.focus(), [isUndone])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {isUndone ? 'The import was undone' : 'Day list imported'}
      </h2>
      <p className="mt-1">
        {resultText(list.results)}.{list.undoUntil && ` You can undo it until ${dayText(list.undoUntil)}.`}
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={boardHref(day)}>Go to day board</ButtonLink>
        {day && prepareHref && !isUndone && (
          <ButtonLink variant="quiet" href={prepareHref(day)}>
            Prepare consents
          </ButtonLink>
        )}
        {list.undoUntil && (
          <Button variant="quiet" busy={busy} onClick={() => void undo()}>
            Undo import
          </Button>
        )}
        <ButtonLink variant="quiet" href={againHref}>
          Import another list
        </ButtonLink>
      </div>
      <div className="mt-6">
        <DayListTable rows={list.rows} patientHref={patientHref} busy={loading} />
      </div>
    </>
  )
}

function useUndo(listId: string, onChanged: () => Promise<void>) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const keyOf = useIdempotencyKey()
  async function undo() {
    const sure = await confirm({
      title: 'Undo this import?',
      text: 'Appointments it booked are removed, and those it changed or cancelled go back to how they were. Appointments started or changed since stay. Patients it added are removed if they have no records.',
      confirm: 'Undo import',
    })
    if (!sure) return
    const input = { listId }
    await run(async () => {
      await api.dayLists.undo(input, { context: { idempotencyKey: keyOf(input) } })
      await onChanged()
    })
  }
  return { busy, problem, undo }
}
