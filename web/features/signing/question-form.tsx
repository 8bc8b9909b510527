import { useRef, useState, type FormEvent } from 'react'
import { question_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { SelectField, type SelectOption } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from './idempotency-key.ts'
import { useWords } from './words-context.tsx'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

type QuestionValues = { about: number; text: string; isBlocking: boolean }

type QuestionFormProps = {
  /** Tells the fields of several forms on one page apart. */
  name: string
  /** What may be asked about, by part; absent where a question is followed up. */
  parts?: readonly SelectOption[] | undefined
  about?: number | undefined
  problems: readonly FieldProblem[]
  busy: boolean
  onProblems: (problems: readonly FieldProblem[]) => void
  /** Answers whether it was sent: only then is the form empty again. */
  onSend: (written: QuestionValues, key: string) => Promise<boolean>
}

/** A question in the person's own words, and whether signing waits for its answer: neither is chosen beforehand. */
export function QuestionForm(props: QuestionFormProps) {
  const { name, parts, about = 0, problems, busy, onProblems, onSend } = props
  const { questions: words } = useWords()
  const [textId, whenId] = [`${name}-text`, `${name}-when`]
  const [blocking, setBlocking] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const keyOf = useIdempotencyKey()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = String(typed.get('text')).trim()
    const found = [
      ...(text === '' ? [{ id: textId, text: words.empty }] : []),
      ...(blocking === '' ? [{ id: whenId, text: words.noWhen }] : []),
    ]
    onProblems(found)
    if (found.length > 0) return
    const written = { about: Number(typed.get('about') ?? 0), text, isBlocking: blocking === 'first' }
    if (!(await onSend(written, keyOf(written)))) return
    form.current?.reset()
    setBlocking('')
  }

  return (
    <DraftForm
      draft={name}
      formRef={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="mt-4 space-y-6"
    >
      {parts && (
        <SelectField
          id={`${name}-about`}
          name="about"
          label={words.about}
          options={parts}
          defaultValue={about}
        />
      )}
      <TextareaField
        id={textId}
        name="text"
        label={words.text}
        error={errorOf(problems, textId)}
        maxLength={question_length_max}
        rows={4}
        dir="auto"
      />
      <RadioGroup
        id={whenId}
        name={whenId}
        legend={words.when}
        error={errorOf(problems, whenId)}
        value={blocking}
        options={[
          { value: 'first', label: words.first },
          { value: 'later', label: words.notFirst },
        ]}
        onChange={setBlocking}
      />
      <Button type="submit" busy={busy}>
        {words.send}
      </Button>
    </DraftForm>
  )
}
