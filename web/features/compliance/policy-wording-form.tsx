import { useState, type FormEvent, type ReactNode } from 'react'
import { policy_text_length_max, policy_title_length_max } from '../../../contract/limits.ts'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'

/** The name of a policy in addresses: its title in plain letters. */
const policyKeyOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)

/** A version of a policy as it is sent: `policy` names it in addresses. */
export type PolicyWording = { policy: string; title: string; text: string }

/** What a field of the form says, without blanks around it. */
type FieldReader = (name: string) => string

type PolicyWordingFormProps = {
  draft: string
  /** Null for a policy that the library has not, which is named by its title. */
  policy: string | null
  title: string
  text: string
  wordingHint: string
  submitLabel: string
  /** What is wrong besides a missing title or wording. */
  check: (wording: PolicyWording, typed: FieldReader) => FieldProblem[]
  onSend: (wording: PolicyWording, typed: FieldReader) => Promise<void>
  onCancel: () => void
  /** What is asked besides, and what sending it means. */
  children: (errors: readonly FieldProblem[]) => ReactNode
}

/** The next version of a policy, of a practice or of a group. */
export function PolicyWordingForm(props: PolicyWordingFormProps) {
  const { draft, policy, title, text, wordingHint, submitLabel, check, onSend, onCancel, children } = props
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed: FieldReader = (name) => String(form.get(name) ?? '').trim()
    const named = typed('policy-title')
    const wording = { policy: policy ?? policyKeyOf(named), title: named, text: typed('policy-text') }
    const found = [
      ...(wording.policy && named ? [] : [{ id: 'policy-title', text: 'Enter a title' }]),
      ...(wording.text ? [] : [{ id: 'policy-text', text: 'Enter the wording' }]),
      ...check(wording, typed),
    ]
    setErrors(found)
    if (found.length > 0) return
    await run(() => onSend(wording, typed))
  }
  return (
    <Form
      draft={draft}
      noValidate
      onSubmit={(event) => void send(event)}
      className="mt-5 max-w-column space-y-5"
    >
      <ErrorSummary errors={errors} />
      <TextField
        id="policy-title"
        name="policy-title"
        label="Title"
        dir="auto"
        defaultValue={title}
        maxLength={policy_title_length_max}
        error={errorOf(errors, 'policy-title')}
      />
      <TextareaField
        id="policy-text"
        name="policy-text"
        label="Wording"
        hint={wordingHint}
        dir="auto"
        rows={24}
        defaultValue={text}
        maxLength={policy_text_length_max}
        error={errorOf(errors, 'policy-text')}
      />
      {children(errors)}
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button variant="quiet" onClick={onCancel} data-discards>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
