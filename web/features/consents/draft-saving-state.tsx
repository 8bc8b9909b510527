import { timeText } from '../../ui/plain/date-text.ts'
import { Button } from '../../ui/plain/button.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { useDraftAutosave } from './use-draft-autosave.ts'

type DraftSavingStateProps = {
  saving: ReturnType<typeof useDraftAutosave>
  /** Whether something stands in the form that no draft holds. */
  isUnsaved: boolean
  /** What keeps the draft from being saved. */
  faults: readonly FieldProblem[]
}

/** Whether the draft is in step with the form. */
export function DraftSavingState({ saving, isUnsaved, faults }: DraftSavingStateProps) {
  const { saved, busy, problem, saveQuietly } = saving
  const told = busy
    ? 'Saving…'
    : !isUnsaved && saved
      ? `Saved ${timeText(saved.updatedAt)}`
      : isUnsaved
        ? (faults[0] && `Not saved yet. ${faults[0].text}.`) || 'Not saved yet'
        : ''
  return (
    <>
      <p role="status" className="text-small leading-6 text-muted">
        {problem ? '' : told}
      </p>
      <ProblemMessage problem={problem} title="The draft is not saved">
        <Button variant="quiet" size="small" className="mt-3" busy={busy} onClick={saveQuietly}>
          Save again
        </Button>
      </ProblemMessage>
    </>
  )
}
