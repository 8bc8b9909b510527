import { useState, type FormEvent } from 'react'
import type { SharedPolicy } from '../../../contract/group-policies.ts'
import { policy_text_length_max, policy_title_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { policyKeyOf } from '../compliance/index.ts'
import { reserved_policy_key } from './group-policy-path.ts'

type GroupPolicyFormProps = {
  /** Null for a policy that the library has not, which is named by its title. */
  policy: string | null
  title: string
  text: string
  after: number
  onDone: (policy: SharedPolicy) => Promise<void> | void
  onCancel: () => void
}

/** The group's next version of a policy. */
export function GroupPolicyForm({ policy, title, text, after, onDone, onCancel }: GroupPolicyFormProps) {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()

  async function share(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const wording = {
      title: String(typed.get('policy-title') ?? '').trim(),
      text: String(typed.get('policy-text') ?? '').trim(),
    }
    const key = policy ?? policyKeyOf(wording.title)
    const found = [
      ...(key && wording.title ? [] : [{ id: 'policy-title', text: 'Enter a title' }]),
      ...(key === reserved_policy_key ? [{ id: 'policy-title', text: 'Enter a longer title' }] : []),
      ...(wording.text ? [] : [{ id: 'policy-text', text: 'Enter the wording' }]),
    ]
    setErrors(found)
    if (found.length > 0) return
    await run(async () => onDone(await api.groupPolicies.share({ policy: key, after, ...wording })))
  }
  return (
    <Form
      draft={`group policy ${policy ?? ''}`}
      noValidate
      onSubmit={(event) => void share(event)}
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
        hint="Start a line with ## for a heading or - for a list. Name no practice or person: every practice can adopt this wording."
        dir="auto"
        rows={24}
        defaultValue={text}
        maxLength={policy_text_length_max}
        error={errorOf(errors, 'policy-text')}
      />
      <p className="text-muted">
        Each practice sees that there is a new version, which applies once the practice adopts it.
      </p>
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Share version
        </Button>
        <Button variant="quiet" onClick={onCancel} data-discards>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
