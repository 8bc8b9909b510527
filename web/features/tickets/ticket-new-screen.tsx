import { useState, type FormEvent } from 'react'
import { ticket_subject_length_max, ticket_text_length_max } from '../../../contract/limits.ts'
import { serviceTargets, ticketKinds } from '../../../contract/ticket-states.ts'
import type { TicketThread } from '../../../contract/tickets.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { TicketFileChoice } from './ticket-file-choice.tsx'
import { kindNames } from './ticket-words.ts'
import { useTicketFiles } from './use-ticket-files.ts'
import { Form } from '../../ui/form.tsx'

type TicketNewScreenProps = { listHref: string; onOpened: (ticket: TicketThread) => unknown }

const ids = { subject: 'ticket-subject', kind: 'ticket-kind', words: 'ticket-words' }
const kindOptions = ticketKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

/** What is typed, and what is missing of it. */
function readTicketForm(form: HTMLFormElement) {
  const data = new FormData(form)
  const typed = (name: string) => String(data.get(name) ?? '').trim()
  const kind = ticketKinds.find((one) => one === typed('kind'))
  const [subject, words] = [typed('subject'), typed('words')]
  const errors: FieldProblem[] = [
    ...(subject ? [] : [{ id: ids.subject, text: 'Enter a subject' }]),
    ...(kind ? [] : [{ id: ids.kind, text: 'Choose a topic' }]),
    ...(words ? [] : [{ id: ids.words, text: 'Enter a message' }]),
  ]
  return { subject, kind, words, errors }
}

/** Asks support. */
export function TicketNewScreen({ listHref, onOpened }: TicketNewScreenProps) {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const attached = useTicketFiles()
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()

  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { subject, kind, words, errors: found } = readTicketForm(event.currentTarget)
    setErrors(found)
    if (found.length > 0 || !kind) return
    await run(async () => {
      const ticketInput = { subject, kind, words, files: await attached.contents() }
      const opened = await api.tickets.open(ticketInput, { context: { idempotencyKey: keyOf(ticketInput) } })
      await onOpened(opened)
    })
  }
  return (
    <>
      <PageHeader
        back={<BackLink href={listHref}>Support tickets</BackLink>}
        title="Open a ticket"
        lead={`We aim to reply within ${serviceTargets.normal.firstAnswerHours} working hours, Monday to Friday from 9 to 5.`}
      />
      <Form
        draft="ticket"
        noValidate
        onSubmit={(event) => void open(event)}
        className="mt-6 max-w-2xl space-y-5"
      >
        <ErrorSummary errors={errors} className="" />
        <WarningCallout title="Do not include patient details">
          <p>No names, dates of birth or health details, including in screenshots.</p>
        </WarningCallout>
        <TextField
          id={ids.subject}
          name="subject"
          label="Subject"
          maxLength={ticket_subject_length_max}
          autoComplete="off"
          error={errorOf(errors, ids.subject)}
        />
        <SelectField
          id={ids.kind}
          name="kind"
          label="What is it about?"
          defaultValue=""
          options={[{ value: '', label: 'Choose' }, ...kindOptions]}
          error={errorOf(errors, ids.kind)}
        />
        <TextareaField
          id={ids.words}
          name="words"
          label="Your message"
          hint="Include the steps, the result and what you expected."
          rows={7}
          maxLength={ticket_text_length_max}
          error={errorOf(errors, ids.words)}
        />
        <TicketFileChoice {...attached} />
        <ProblemMessage problem={problem} />
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </Form>
    </>
  )
}
