import { useState, type FormEvent } from 'react'
import type { CapacityAnswers, CapacityForm } from '../../../contract/capacity-rules.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { askedAnswers, faultsOf } from './capacity-faults.ts'
import { CapacityPartForm } from './capacity-part-form.tsx'

type DecisionFormProps = {
  consentId: string
  contentHash: string
  /** The assessment that it rests on. */
  assessment: number
  form: CapacityForm
  ageYears: number
  signedInName: string
  onRecorded: () => Promise<void>
  onCancel: () => void
}

/** What is decided for a patient who cannot decide it; recorded, it takes the place of their signature. */
export function DecisionForm(props: DecisionFormProps) {
  const { consentId, contentHash, assessment, form, ageYears, onRecorded, onCancel } = props
  const [answers, setAnswers] = useState<CapacityAnswers>({})
  const [name, setName] = useState(props.signedInName)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const keyOf = useRepeatKey()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const faults = [
      ...faultsOf(form.decision, answers, ageYears),
      ...(name.trim() ? [] : [{ id: 'name', text: 'Enter your full name' }]),
    ]
    setErrors(faults)
    if (faults.length > 0) return
    const input = {
      ...{ consentId, contentHash, assessment, form: form.id, formVersion: form.version },
      answers: askedAnswers(form.decision, answers, ageYears),
      name: name.trim(),
    }
    await run(async () => {
      await api.capacity.decide(input, { context: { idempotencyKey: keyOf(input) } })
      await onRecorded()
    })
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} />
      <Panel title={form.decision.title}>
        <p>{form.decision.lead}</p>
      </Panel>
      <CapacityPartForm part={form.decision} {...{ ageYears, answers, errors }} onChange={setAnswers} />
      <Panel title="Your signature">
        <TextField
          id="name"
          label="Your full name"
          hint="You sign this record. Nobody signs as the patient, and nobody who was consulted consents."
          dir="auto"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errorOf(errors, 'name')}
        />
      </Panel>
      <ProblemMessage problem={problem} title="Not recorded" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Record the decision
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
