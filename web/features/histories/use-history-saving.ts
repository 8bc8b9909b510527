import { useState } from 'react'
import type { StatementSource } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { validateDraft, changedFacts } from './history-draft.ts'
import type { HistoryAnswersProps } from './history-answers.tsx'
import { sourceId } from './history-save-bar.tsx'

type Saving = Pick<HistoryAnswersProps, 'history' | 'questions' | 'draft' | 'onDraft' | 'onChanged'>

/** Saves what is drafted from the version that is shown; a change by somebody else keeps the draft. */
export function useHistorySaving({ history, questions, draft, onDraft, onChanged }: Saving) {
  const { busy, problem, run, clear } = useTask()
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const toast = useToast()
  const confirm = useConfirm()
  const facts = changedFacts(draft, history.facts)

  async function save({ source, isReviewed }: { source: StatementSource | undefined; isReviewed: boolean }) {
    const found = validateDraft(draft, questions.factors)
    if (!source) found.push({ id: sourceId, text: 'Choose the source of these answers' })
    setErrors(found)
    if (found.length > 0 || !source) return
    const { patientId, version } = history
    const saved = await run(async () => {
      await api.histories.save({ patientId, version, source, facts, isReviewed })
      onDraft({})
      await onChanged()
    })
    if (saved) toast('Answers saved.')
  }
  async function reload() {
    await onChanged()
    clear()
  }
  async function discard() {
    const agreed = await confirm({
      title: 'Discard these answers?',
      text: 'Saved answers do not change.',
      confirm: 'Discard',
      cancel: 'Keep editing',
    })
    if (!agreed) return
    setErrors([])
    clear()
    onDraft({})
  }
  return { count: facts.length, errors, busy, problem, save, reload, discard }
}
