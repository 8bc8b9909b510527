import { useState, type FormEvent } from 'react'
import type { CapacityForm, WeighedOption } from '../../../contract/capacity-rules.ts'
import { api } from '../../api.ts'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { applicableAnswers, emptyAnswer, capacityErrors } from './capacity-validation.ts'
import { CapacityPartForm } from './capacity-part-form.tsx'
import { FormButtons } from './form-buttons.tsx'
import { useCapacityDraft } from './use-capacity-draft.ts'

type DecisionFormProps = {
  consentId: string
  /** Whoever fills it in. */
  writerId: string
  contentHash: string
  /** The assessment that it rests on. */
  assessment: number
  form: CapacityForm
  ageYears: number
  signedInName: string
  /** The ways to go that the consent knows of, to be weighed. */
  options: readonly WeighedOption[]
  onRecorded: () => Promise<void>
  onCancel: () => void
}

/** What is decided for a patient who cannot decide it; recorded, it takes the place of their signature. */
export function DecisionForm(props: DecisionFormProps) {
  const { consentId, writerId, contentHash, assessment, form, ageYears, onRecorded, onCancel } = props
  const { answers, facts, ...draft } = useCapacityDraft(
    { writerId, consentId, part: 'decision', formVersion: form.version },
    { answers: { options: { ...emptyAnswer, ways: props.options } }, facts: { name: props.signedInName } },
  )
  const name = facts['name'] ?? ''
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const faults = [
      ...capacityErrors(form.decision, answers, ageYears),
      ...(name.trim() ? [] : [{ id: 'name', text: 'Enter your full name' }]),
    ]
    setErrors(faults)
    if (faults.length > 0) return
    const input = {
      ...{ consentId, contentHash, assessment, form: form.id, formVersion: form.version },
      answers: applicableAnswers(form.decision, answers, ageYears),
      name: name.trim(),
    }
    await run(async () => {
      await api.capacity.decide(input, { context: { idempotencyKey: keyOf(input) } })
      draft.forget()
      await onRecorded()
    })
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} />
      <Panel title={form.decision.title}>
        <p>{form.decision.lead}</p>
      </Panel>
      <CapacityPartForm part={form.decision} {...{ ageYears, answers, errors }} onChange={draft.answer} />
      <Panel title="Your signature">
        <TextField
          id="name"
          label="Your full name"
          hint="You sign this record. No one signs as the patient, and people consulted do not consent."
          dir="auto"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={(event) => draft.tell('name', event.target.value)}
          error={errorOf(errors, 'name')}
        />
      </Panel>
      <ProblemMessage problem={problem} title="Not recorded" />
      <FormButtons
        record="Record the decision"
        busy={busy}
        isBegun={Object.keys(answers).length > 1}
        onCancel={() => {
          draft.forget()
          onCancel()
        }}
      />
    </form>
  )
}
