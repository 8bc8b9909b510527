import { useState, type FormEvent } from 'react'
import { question_answer_length_max } from '../../../contract/limits.ts'
import { api, type ApiError } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import type { answerModesFor, AnswerMode, Question } from './question-words.ts'
import { Form } from '../../ui/form.tsx'

type AnswerFormProps = {
  consentId: string
  question: Question
  ways: ReturnType<typeof answerModesFor>
  onAnswered: (questions: Question[], mode: AnswerMode) => Promise<void>
  /** Somebody else has written since: what there is now is shown, and what was typed stays. */
  onStale: () => Promise<void>
}

/** The answer to one question; what is typed stays until it has been taken. */
export function AnswerForm({ consentId, question, ways, onAnswered, onStale }: AnswerFormProps) {
  const textId = `answer-${question.id}`
  const [mode, setMode] = useState<AnswerMode>(ways[0]!.value)
  const [error, setError] = useState<string>()
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (text === '') {
      setError('Enter the answer')
      return document.getElementById(textId)?.focus()
    }
    setError(undefined)
    const seen = question.entries.at(-1)!.id
    const input = { consentId, questionId: question.id, mode, text, seen }
    await run(async () => {
      try {
        const answered = await api.questions.answer(input, { context: { idempotencyKey: keyOf(input) } })
        await onAnswered(answered, mode)
      } catch (problem) {
        if ((problem as ApiError).reason === 'stale-version') await onStale()
        throw problem
      }
    })
  }

  return (
    <Form
      draft={`answer ${question.id}`}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-4 space-y-4"
    >
      <TextareaField
        id={textId}
        name="text"
        label={mode === 'message' ? 'Your answer' : 'Answer given'}
        error={error}
        maxLength={question_answer_length_max}
        rows={3}
      />
      <RadioGroup
        name={`${textId}-mode`}
        legend="How"
        options={ways}
        value={mode}
        onChange={(chosen) => setMode(chosen as AnswerMode)}
      />
      <ProblemMessage problem={problem} />
      <Button type="submit" size="small" busy={busy}>
        {mode === 'message' ? 'Send answer' : 'Record answer'}
      </Button>
    </Form>
  )
}
