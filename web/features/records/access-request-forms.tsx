import { useState, type FormEvent, type ReactNode } from 'react'
import { record_reason_length_max } from '../../../contract/limits.ts'
import type { AccessRequest, PatientRecord } from '../../../contract/records.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { today } from '../../ui/plain/date-parts.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { outcomeWords } from './access-request-words.ts'

type FormProps = { onChanged: (record: PatientRecord) => void; onCancel: () => void }

type SmallFormProps = FormProps & {
  submit: string
  /** What is wrong with what was typed; an empty list sends it. */
  check: (typed: (name: string) => string) => FieldProblem[]
  send: (typed: (name: string) => string) => Promise<PatientRecord>
  children: (errors: readonly FieldProblem[]) => ReactNode
}

/** A few questions that open in place. */
function SmallForm({ submit, check, send, onChanged, onCancel, children }: SmallFormProps) {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()

  async function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '').trim()
    const found = check(typed)
    setErrors(found)
    if (found[0]?.id) return document.getElementById(found[0].id)?.focus()
    await run(async () => onChanged(await send(typed)))
  }
  return (
    <form noValidate onSubmit={(event) => void answer(event)} className="mt-4 space-y-4">
      {children(errors)}
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy}>
          {submit}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const missing = (typed: string, id: string, text: string): FieldProblem[] => (typed ? [] : [{ id, text }])

/** Writes down a request that arrived. */
export function NewRequestForm({ patientId, ...rest }: FormProps & { patientId: string }) {
  const keyOf = useRepeatKey()
  return (
    <SmallForm
      {...rest}
      submit="Write down"
      check={(typed) => [
        ...missing(typed('request-from'), 'request-from', 'Enter who asked and how'),
        ...missing(typed('request-day'), 'request-day', 'Enter the day on which it arrived'),
      ]}
      send={(typed) => {
        const request = { patientId, from: typed('request-from'), receivedOn: typed('request-day') }
        return api.records.openRequest(request, { context: { idempotencyKey: keyOf(request) } })
      }}
    >
      {(errors) => (
        <>
          <TextField
            id="request-from"
            name="request-from"
            label="Who asked, and how"
            hint="Such as: the patient, by e-mail"
            maxLength={200}
            autoComplete="off"
            error={errorOf(errors, 'request-from')}
          />
          <TextField
            id="request-day"
            name="request-day"
            label="Arrived on"
            type="date"
            width="medium"
            max={today()}
            defaultValue={today()}
            error={errorOf(errors, 'request-day')}
          />
        </>
      )}
    </SmallForm>
  )
}

/** Writes down how it was made sure who asks. */
export function IdentityForm({ request, ...rest }: FormProps & { request: AccessRequest }) {
  return (
    <SmallForm
      {...rest}
      submit="Write down"
      check={(typed) => missing(typed('identity-how'), 'identity-how', 'Enter how you made sure')}
      send={(typed) =>
        api.records.checkIdentity({
          requestId: request.id,
          how: typed('identity-how'),
          hadToBeAsked: typed('identity-asked') === 'on',
        })
      }
    >
      {(errors) => (
        <>
          <TextField
            id="identity-how"
            name="identity-how"
            label="How you made sure who asks"
            hint="Such as: known at the desk, passport seen, called back on the number on file"
            maxLength={200}
            autoComplete="off"
            error={errorOf(errors, 'identity-how')}
          />
          <CheckboxField
            name="identity-asked"
            label="It was in doubt and had to be asked for: the month begins today"
          />
        </>
      )}
    </SmallForm>
  )
}

/** Writes down how a request was answered. */
export function ClosingRequestForm({ request, ...rest }: FormProps & { request: AccessRequest }) {
  const options = Object.entries(outcomeWords).map(([value, label]) => ({ value, label }))
  return (
    <SmallForm
      {...rest}
      submit="Close the request"
      check={(typed) =>
        typed('closing-outcome') === 'refused'
          ? missing(typed('closing-note'), 'closing-note', 'Enter why: the person must be told')
          : []
      }
      send={(typed) =>
        api.records.closeRequest({
          requestId: request.id,
          outcome: typed('closing-outcome') as 'answered',
          note: typed('closing-note'),
        })
      }
    >
      {(errors) => (
        <>
          <SelectField
            id="closing-outcome"
            name="closing-outcome"
            label="What became of it"
            options={options}
          />
          <TextareaField
            id="closing-note"
            name="closing-note"
            label="Note"
            optional
            rows={2}
            maxLength={record_reason_length_max}
            error={errorOf(errors, 'closing-note')}
          />
        </>
      )}
    </SmallForm>
  )
}
