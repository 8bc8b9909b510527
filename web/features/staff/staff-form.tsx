import { useState, type FormEvent } from 'react'
import type { StaffMember } from '../../../contract/staff.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { validationFailed, useTask } from '../../ui/use-task.ts'
import { RightsList } from './rights-list.tsx'
import { rightsOf } from './rights-words.ts'
import { StaffDetailFields } from './staff-detail-fields.tsx'
import {
  newStaff,
  parseStaffForm,
  refusalErrors,
  valuesOf,
  withStoredRights,
  type StaffEntry,
} from './staff-form-values.ts'
import { OwnRights, StaffRightsFields } from './staff-rights-fields.tsx'
import { Form } from '../../ui/form.tsx'

type StaffFormProps = {
  /** Absent for somebody new. */
  member?: StaffMember | undefined
  submitLabel: string
  cancelHref: string
  /** Saves and goes on; what it throws is shown here, and nothing typed is lost. */
  onSave: (entry: StaffEntry) => Promise<void>
}

/** The details and rights of somebody on the staff, with what they add up to beside them. */
export function StaffForm({ member, submitLabel, cancelHref, onSave }: StaffFormProps) {
  const [values, setValues] = useState(() => (member ? valuesOf(member) : newStaff()))
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run, clear } = useTask()
  const fields = {
    values,
    errors,
    onChange: (changes: Partial<typeof values>) => setValues((now) => ({ ...now, ...changes })),
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    clear()
    const { entry, errors: found } = parseStaffForm(values, member?.loginHours)
    setErrors(found)
    if (found.length > 0) return
    await run(async () => {
      try {
        await onSave(member?.isMe ? withStoredRights(entry, member) : entry)
      } catch (error) {
        const fieldErrors = refusalErrors(error)
        if (fieldErrors.length === 0) throw error
        setErrors(fieldErrors)
        return validationFailed
      }
    })
  }

  return (
    <Form draft="staff" noValidate onSubmit={submit} className="@container">
      <ErrorSummary errors={errors} className="mb-7 max-w-column" />
      <div className="grid items-start gap-6 @3xl:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
        <div className="space-y-6">
          <StaffDetailFields {...fields} member={member} />
          {member?.isMe ? <OwnRights member={member} /> : <StaffRightsFields {...fields} />}
        </div>
        <Panel
          title={member?.isMe ? 'Your permissions' : 'Their permissions'}
          className="@3xl:sticky @3xl:top-6"
        >
          <RightsList rights={rightsOf(values)} />
        </Panel>
        <div>
          <ProblemMessage problem={problem} className="mb-6" />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy}>
              {submitLabel}
            </Button>
            <ButtonLink href={cancelHref} variant="quiet">
              Cancel
            </ButtonLink>
          </div>
        </div>
      </div>
    </Form>
  )
}
