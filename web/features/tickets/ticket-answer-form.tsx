import { useState, type FormEvent, type ReactNode } from 'react'
import { ticket_text_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { TicketFileChoice } from './ticket-file-choice.tsx'
import { useTicketFiles } from './use-ticket-files.ts'
import { Form } from '../../ui/form.tsx'

type TicketReply = { words: string; files: { name: string; content: string }[] }

type TicketAnswerFormProps = {
  label: string
  hint?: ReactNode
  submit: string
  /** Notes have none. */
  takesFiles?: boolean
  words: string
  onWords: (words: string) => void
  onSend: (written: TicketReply, idempotencyKey: string) => Promise<unknown>
}

const wordsId = 'ticket-words'

/** Writes to a ticket. What could not be sent stays. */
export function TicketAnswerForm(props: TicketAnswerFormProps) {
  const { label, hint, submit, takesFiles = true, words, onWords, onSend } = props
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const attached = useTicketFiles()
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!words.trim()) return setErrors([{ id: wordsId, text: 'Enter a message' }])
    setErrors([])
    const isSent = await run(async () => {
      const written = { words, files: takesFiles ? await attached.contents() : [] }
      await onSend(written, keyOf(written))
    })
    if (!isSent) return
    onWords('')
    attached.clear()
  }
  return (
    <Form
      draft={`ticket-answer ${label}`}
      noValidate
      onSubmit={(event) => void send(event)}
      className="space-y-4"
    >
      <ErrorSummary errors={errors} className="" />
      <TextareaField
        id={wordsId}
        label={label}
        hint={hint}
        rows={5}
        value={words}
        maxLength={ticket_text_length_max}
        error={errorOf(errors, wordsId)}
        onChange={(event) => onWords(event.target.value)}
      />
      {takesFiles && <TicketFileChoice {...attached} />}
      <ProblemMessage problem={problem} />
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
    </Form>
  )
}
