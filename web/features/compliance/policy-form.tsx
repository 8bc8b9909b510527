import { useState, type FormEvent } from 'react'
import { policy_text_length_max, policy_title_length_max } from '../../../contract/limits.ts'
import type { Policy } from '../../../contract/policies.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Form } from '../../ui/form.tsx'

type PolicyFormProps = {
  /** Null for a policy of the practice's own, which is named by its title. */
  policy: string | null
  title: string
  text: string
  reviewOn: string
  after: number
  onDone: (policy: Policy) => Promise<void> | void
  onCancel: () => void
}

/** The name of a policy in addresses: its title in plain letters. */
export const policyKeyOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)

/** The next version of a policy, or a policy of the practice's own. */
export function PolicyForm({ policy, title, text, reviewOn, after, onDone, onCancel }: PolicyFormProps) {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()

  async function adopt(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const said = (name: string) => String(typed.get(name) ?? '').trim()
    const key = policy ?? policyKeyOf(said('policy-title'))
    const found = [
      ...(key && said('policy-title') ? [] : [{ id: 'policy-title', text: 'Enter a title' }]),
      ...(said('policy-text') ? [] : [{ id: 'policy-text', text: 'Enter the wording' }]),
      ...(said('policy-review') ? [] : [{ id: 'policy-review', text: 'Enter a review date' }]),
    ]
    setErrors(found)
    if (found.length > 0) return
    await run(async () => {
      const wording = {
        title: said('policy-title'),
        text: said('policy-text'),
        reviewOn: said('policy-review'),
      }
      await onDone(await api.policies.adopt({ policy: key, after, ...wording }))
    })
  }
  return (
    <Form
      draft="policy"
      noValidate
      onSubmit={(event) => void adopt(event)}
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
        hint="Start a line with ## for a heading or - for a list."
        dir="auto"
        rows={24}
        defaultValue={text}
        maxLength={policy_text_length_max}
        error={errorOf(errors, 'policy-text')}
      />
      <TextField
        id="policy-review"
        name="policy-review"
        type="date"
        width="medium"
        label="Review date"
        defaultValue={reviewOn}
        error={errorOf(errors, 'policy-review')}
      />
      <p className="text-muted">All staff are asked to read this version once you adopt it.</p>
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Adopt version
        </Button>
        <Button variant="quiet" onClick={onCancel} data-discards>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
