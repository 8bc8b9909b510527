import { useState, type FormEvent } from 'react'
import { matter_answer_length_max } from '../../../contract/limits.ts'
import { awaitsPatient, isAgreed, type ConsentStatus } from '../../../contract/consent-states.ts'
import { api, type ApiError } from '../../api.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { answerModeWords, type Matter, type MatterAnswerMode, type Matters } from './matter-words.ts'
import { Form } from '../../ui/form.tsx'

const modes = Object.keys(answerModeWords) as MatterAnswerMode[]
/** What is written reaches nobody who cannot open the consent any more. */
const answerModesOf = (status: ConsentStatus): MatterAnswerMode[] =>
  awaitsPatient(status) || isAgreed(status) ? modes : modes.filter((mode) => mode !== 'message')

type MatterAnswerFormProps = {
  consentId: string
  status: ConsentStatus
  matter: Matter
  onAnswered: (matters: Matters, mode: MatterAnswerMode) => Promise<void>
  /** The patient has changed it since: what there is now is shown. */
  onStale: () => Promise<void>
}

/** The answer to one thing that matters: in words, or that it was talked about, how and when. Nothing is chosen beforehand. */
export function MatterAnswerForm({ consentId, status, matter, onAnswered, onStale }: MatterAnswerFormProps) {
  const id = (part: string) => `matter-${part}-${matter.id}`
  const [mode, setMode] = useState<MatterAnswerMode | ''>('')
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = String(typed.get('text')).trim()
    const when = String(typed.get('when') ?? '')
    const found: FieldProblem[] = [
      ...(mode === '' ? [{ id: id('mode'), text: 'Choose how it was answered' }] : []),
      ...(mode === 'message' && text === '' ? [{ id: id('text'), text: 'Write the answer' }] : []),
      ...(mode !== '' && mode !== 'message' && when === ''
        ? [{ id: id('when'), text: 'Enter when you discussed it' }]
        : []),
    ]
    setErrors(found)
    if (found.length > 0 || mode === '') return document.getElementById(found[0]?.id ?? '')?.focus()
    const on = mode === 'message' ? null : new Date(when).toISOString()
    const input = { consentId, matterId: matter.id, mode, text, on }
    await run(async () => {
      try {
        await onAnswered(await api.matters.answer(input, { context: { idempotencyKey: keyOf(input) } }), mode)
      } catch (problem) {
        if ((problem as ApiError).reason === 'stale-version') await onStale()
        throw problem
      }
    })
  }

  return (
    <Form
      draft={`matter ${matter.id}`}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-3 space-y-4"
    >
      <RadioGroup
        id={id('mode')}
        name={id('mode')}
        legend="How it was answered"
        options={answerModesOf(status).map((value) => ({ value, label: answerModeWords[value] }))}
        value={mode}
        error={errorOf(errors, id('mode'))}
        onChange={(chosen) => setMode(chosen as MatterAnswerMode)}
      />
      {mode !== '' && mode !== 'message' && (
        <MomentField id={id('when')} name="when" label="Date discussed" error={errorOf(errors, id('when'))} />
      )}
      <TextareaField
        id={id('text')}
        name="text"
        label={mode === 'message' || mode === '' ? 'Your answer' : 'Discussion'}
        optional={mode !== 'message' && mode !== ''}
        error={errorOf(errors, id('text'))}
        maxLength={matter_answer_length_max}
        rows={2}
      />
      <ProblemMessage problem={problem} />
      <Button type="submit" size="small" busy={busy}>
        {mode === 'message' ? 'Send answer' : 'Record answer'}
        <span className="sr-only">: {matter.text || matter.prompt}</span>
      </Button>
    </Form>
  )
}
