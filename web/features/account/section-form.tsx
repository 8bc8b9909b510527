import type { FormEvent, ReactNode } from 'react'
import { trimmedFieldValue, useFormTask } from '../identity/index.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Form } from '../../ui/form.tsx'

/** What was typed into a field. */
export type FieldReader = (name: string) => string

type SectionFormProps = {
  /** What is wrong with what was typed, before anything is sent. */
  check: (read: FieldReader) => FieldProblem[]
  onSend: (read: FieldReader) => Promise<void>
  /** The field that a refusal speaks of, by its reason; other refusals stand by themselves. */
  fieldOf?: Record<string, string> | undefined
  submit: string
  danger?: boolean | undefined
  onCancel: () => void
  children: (errors: readonly FieldProblem[]) => ReactNode
}

/** A small form: it says what is missing, sends, and shows what was refused beside its cause. */
export function SectionForm(props: SectionFormProps) {
  const { check, onSend, fieldOf, submit, danger = false, onCancel, children } = props
  const { busy, problems, send } = useFormTask(fieldOf)

  async function submitForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read: FieldReader = (name) => trimmedFieldValue(form, name)
    await send(check(read), () => onSend(read))
  }
  return (
    <Form
      draft={`account ${submit}`}
      method="post"
      noValidate
      onSubmit={submitForm}
      className="max-w-md space-y-4"
    >
      <ErrorSummary errors={problems} className="" />
      {children(problems)}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onCancel} data-discards>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
