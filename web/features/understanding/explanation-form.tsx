import { useState, type FormEvent } from 'react'
import { understanding_explanation_length_max } from '../../../contract/limits.ts'
import { api, type ApiError } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import type { Check } from './understanding-words.ts'
import { Form } from '../../ui/form.tsx'

type ExplanationFormProps = {
  consentId: string
  /** How many entries are on the screen. */
  seen: number
  onExplained: (check: Check) => Promise<void>
  /** The patient has answered more since: what there is now is shown, and what was typed stays. */
  onStale: () => Promise<void>
}

const textId = 'explanation'

/** What was talked through with the patient; what is typed stays until it has been taken. */
export function ExplanationForm({ consentId, seen, onExplained, onStale }: ExplanationFormProps) {
  const [error, setError] = useState<string>()
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (text === '') {
      setError('Enter what you explained')
      return document.getElementById(textId)?.focus()
    }
    setError(undefined)
    const input = { consentId, text, seen }
    await run(async () => {
      try {
        await onExplained(
          await api.understanding.explain(input, { context: { idempotencyKey: keyOf(input) } }),
        )
      } catch (problem) {
        if ((problem as ApiError).reason === 'stale-version') await onStale()
        throw problem
      }
    })
  }
  return (
    <Form draft="explanation" onSubmit={(event) => void submit(event)} noValidate className="mt-4 space-y-4">
      <TextareaField
        id={textId}
        name="text"
        label="What you explained"
        hint="Include how you know it is clear now. It becomes part of the record."
        error={error}
        maxLength={understanding_explanation_length_max}
        rows={3}
      />
      <ProblemMessage problem={problem} />
      <Button type="submit" size="small" busy={busy}>
        Save explanation
      </Button>
    </Form>
  )
}
