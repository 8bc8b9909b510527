import { useState, type FormEvent } from 'react'
import type { CapacityAnswers, CapacityForm } from '../../../contract/capacity-rules.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { askedAnswers, faultsOf } from './capacity-faults.ts'
import { CapacityPartForm } from './capacity-part-form.tsx'

type AssessmentFormProps = {
  consentId: string
  form: CapacityForm
  ageYears: number
  /** What is to be decided, as far as the consent tells. */
  decision: string
  /** There is an assessment already: this one says why it is made again. */
  isAgain: boolean
  onRecorded: () => Promise<void>
  onCancel: () => void
}

/** Whether the patient can make one decision, as a clinician finds it now. */
export function AssessmentForm(props: AssessmentFormProps) {
  const { consentId, form, ageYears, isAgain, onRecorded, onCancel } = props
  const [answers, setAnswers] = useState<CapacityAnswers>({})
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const keyOf = useRepeatKey()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const told = (name: string) => String(data.get(name) ?? '').trim()
    const faults = [
      ...(told('decision') ? [] : [{ id: 'decision', text: 'Say in one sentence what is to be decided' }]),
      ...(told('assessedAt') ? [] : [{ id: 'assessedAt', text: 'Enter when it was' }]),
      ...(isAgain && !told('again') ? [{ id: 'again', text: 'Say why it is looked at again' }] : []),
      ...faultsOf(form.assessment, answers, ageYears),
    ]
    setErrors(faults)
    if (faults.length > 0) return
    const input = {
      ...{ consentId, form: form.id, formVersion: form.version },
      ...{ decision: told('decision'), place: told('place'), again: told('again') },
      assessedAt: new Date(told('assessedAt')).toISOString(),
      answers: askedAnswers(form.assessment, answers, ageYears),
    }
    await run(async () => {
      await api.capacity.assess(input, { context: { idempotencyKey: keyOf(input) } })
      await onRecorded()
    })
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} />
      <Panel title={form.assessment.title} lead={form.assessment.lead}>
        <AssessmentFacts {...props} errors={errors} />
      </Panel>
      <CapacityPartForm part={form.assessment} {...{ ageYears, answers, errors }} onChange={setAnswers} />
      <ProblemMessage problem={problem} title="Not recorded" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Record the assessment
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type AssessmentFactsProps = Pick<AssessmentFormProps, 'decision' | 'isAgain'> & {
  errors: readonly FieldProblem[]
}

/** What is decided, when and where it was looked at, and why again. */
function AssessmentFacts({ decision, isAgain, errors }: AssessmentFactsProps) {
  return (
    <div className="space-y-5">
      <TextareaField
        id="decision"
        name="decision"
        label="The decision in question"
        hint="In one sentence. Somebody may be able to decide one thing and not another."
        rows={2}
        maxLength={500}
        defaultValue={decision}
        error={errorOf(errors, 'decision')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id="assessedAt"
          name="assessedAt"
          type="datetime-local"
          label="When"
          error={errorOf(errors, 'assessedAt')}
        />
        <TextField id="place" name="place" label="Where" optional maxLength={200} />
      </div>
      {isAgain && (
        <TextareaField
          id="again"
          name="again"
          label="Why it is looked at again"
          rows={2}
          maxLength={500}
          error={errorOf(errors, 'again')}
        />
      )}
    </div>
  )
}
