import { useState, type FormEvent } from 'react'
import type { CapacityForm } from '../../../contract/capacity-rules.ts'
import { api } from '../../api.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { applicableAnswers, capacityErrors } from './capacity-validation.ts'
import { CapacityPartForm } from './capacity-part-form.tsx'
import { FormButtons } from './form-buttons.tsx'
import { useCapacityDraft } from './use-capacity-draft.ts'

type AssessmentFormProps = {
  consentId: string
  /** Whoever fills it in. */
  writerId: string
  form: CapacityForm
  ageYears: number
  /** What is to be decided, as far as the consent tells. */
  decision: string
  /** There is an assessment already: this one says why it is made again. */
  isReassessment: boolean
  onRecorded: () => Promise<void>
  onCancel: () => void
}

/** Whether the patient can make one decision, as a clinician finds it now. */
export function AssessmentForm(props: AssessmentFormProps) {
  const { consentId, writerId, form, ageYears, isReassessment, onRecorded, onCancel } = props
  const { answers, facts, ...draft } = useCapacityDraft(
    { writerId, consentId, part: 'assessment', formVersion: form.version },
    { answers: {}, facts: { decision: props.decision } },
  )
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()

  const told = (name: string) => facts[name]?.trim() ?? ''

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const faults = [
      ...(told('decision') ? [] : [{ id: 'decision', text: 'Enter the decision in one sentence' }]),
      ...(told('assessedAt') ? [] : [{ id: 'assessedAt', text: 'Enter the date and time' }]),
      ...(isReassessment && !told('again') ? [{ id: 'again', text: 'Enter the reason for review' }] : []),
      ...capacityErrors(form.assessment, answers, ageYears),
    ]
    setErrors(faults)
    if (faults.length > 0) return
    const input = {
      ...{ consentId, form: form.id, formVersion: form.version },
      ...{ decision: told('decision'), place: told('place'), again: told('again') },
      assessedAt: new Date(told('assessedAt')).toISOString(),
      answers: applicableAnswers(form.assessment, answers, ageYears),
    }
    await run(async () => {
      await api.capacity.assess(input, { context: { idempotencyKey: keyOf(input) } })
      draft.forget()
      await onRecorded()
    })
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} />
      <Panel title={form.assessment.title} lead={form.assessment.lead}>
        <AssessmentFacts {...{ facts, isReassessment, errors }} onChange={draft.tell} />
      </Panel>
      <CapacityPartForm part={form.assessment} {...{ ageYears, answers, errors }} onChange={draft.answer} />
      <ProblemMessage problem={problem} title="Not recorded" />
      <FormButtons
        record="Record the assessment"
        busy={busy}
        isBegun={Object.keys(answers).length > 0}
        onCancel={() => {
          draft.forget()
          onCancel()
        }}
      />
    </form>
  )
}

type AssessmentFactsProps = Pick<AssessmentFormProps, 'isReassessment'> & {
  facts: Readonly<Record<string, string>>
  errors: readonly FieldProblem[]
  onChange: (name: string, words: string) => void
}

/** What is decided, when and where it was looked at, and why again. */
function AssessmentFacts({ facts, isReassessment, errors, onChange }: AssessmentFactsProps) {
  const kept = (name: string) => ({
    ...{ id: name, name, value: facts[name] ?? '', error: errorOf(errors, name) },
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  })
  return (
    <div className="space-y-5">
      <TextareaField
        {...kept('decision')}
        label="The decision in question"
        hint="In one sentence. A person may be able to decide one thing and not another."
        rows={2}
        maxLength={500}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField {...kept('assessedAt')} label="When" />
        <TextField {...kept('place')} label="Where" optional maxLength={200} />
      </div>
      {isReassessment && (
        <TextareaField {...kept('again')} label="Reason for review" rows={2} maxLength={500} />
      )}
    </div>
  )
}
