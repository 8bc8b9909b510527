import { ClipboardPenLine } from 'lucide-react'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { api } from '../../api.ts'
import type { PreparedQuery } from './board-query.ts'

type PrepareConsentsButtonProps = {
  query: PreparedQuery
  label?: string
  onPrepared: () => void | Promise<void>
}

/** Makes the drafts of a day, and leads to where they are completed and sent. */
export function PrepareConsentsButton({
  query,
  label = 'Prepare consents',
  onPrepared,
}: PrepareConsentsButtonProps) {
  const { busy, problem, run } = useTask()
  async function prepare() {
    const isDone = await run(() => api.appointments.prepareConsents(query))
    if (isDone) await onPrepared()
  }
  return (
    <>
      <Button variant="quiet" icon={ClipboardPenLine} busy={busy} onClick={() => void prepare()}>
        {label}
      </Button>
      <ProblemMessage problem={problem} className="basis-full" />
    </>
  )
}
