import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { today } from '../../../contract/calendar-day.ts'
import type { Patient } from '../../../contract/patients.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { validationFailed, useTask } from '../../ui/use-task.ts'
import { parsePatientForm, type ParsedPatientForm, type PatientEntry } from './patient-form-parsing.ts'
import { ContactFields, IdentityFields, NeedsFields } from './patient-fields.tsx'
import { GuardianFields } from './guardian-fields.tsx'
import { Form } from '../../ui/form.tsx'

type PatientFormProps = {
  patient?: Patient | undefined
  submitLabel: string
  cancelHref: string
  /** What is to be seen beside the name, and what before saving. */
  nameNotice?: ReactNode
  notice?: ReactNode
  /** Called with what stands there each time it changes. */
  onTyped?: (typed: ParsedPatientForm) => void
  /**
   * Saves and goes on; what it throws is shown here, and nothing typed is lost. Answers `validationFailed` where there is
   * something to decide first.
   */
  onSave: (entry: PatientEntry) => Promise<unknown>
  /** Fetches the patient anew after somebody else's change; what was typed is given up. */
  onReload?: () => Promise<void>
}

/** The details of a patient, new or known. */
export function PatientForm({
  patient,
  submitLabel,
  cancelHref,
  nameNotice,
  notice,
  onTyped,
  onSave,
  onReload,
}: PatientFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run, clear } = useTask()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !form.current) return
    clear()
    const { entry, errors: found } = parsePatientForm(new FormData(form.current), today())
    setErrors(found)
    if (found.length > 0) return
    await run(async () => {
      try {
        return await onSave(entry)
      } catch (error) {
        const faults = fieldErrorsOf(error)
        if (faults.length === 0) throw error
        setErrors(faults)
        return validationFailed
      }
    })
  }

  function tellTyped() {
    if (onTyped && form.current) onTyped(parsePatientForm(new FormData(form.current), today()))
  }
  return (
    <Form
      draft="patient"
      formRef={form}
      noValidate
      onInput={tellTyped}
      onSubmit={submit}
      className="max-w-column"
    >
      <ErrorSummary errors={errors} />
      <div className="space-y-6">
        <div>
          <IdentityFields patient={patient} errors={errors} />
          {nameNotice}
        </div>
        <ContactFields patient={patient} errors={errors} />
        <NeedsFields patient={patient} errors={errors} />
        <GuardianFields guardians={patient?.guardians ?? []} errors={errors} />
      </div>
      <ProblemMessage problem={problem} className="mt-6">
        {problem?.reason === 'changed-meanwhile' && onReload && (
          <Button variant="quiet" size="small" className="mt-3" onClick={() => void onReload()} data-discards>
            Discard what I typed and load their changes
          </Button>
        )}
      </ProblemMessage>
      {notice}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <ButtonLink href={cancelHref} variant="quiet" data-discards>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Faults that belong to a field of this form, whether the input was malformed or a rule refused it. */
function fieldErrorsOf(error: unknown): FieldProblem[] {
  if (!(error instanceof Error)) return []
  const { fields = [], reason } = error as Error & {
    fields?: { field: string; message: string }[]
    reason?: string
  }
  if (reason === 'duplicate-nhs-number') return [{ id: 'nhsNumber', text: error.message }]
  return fields.map(({ field, message }) => ({ id: field, text: message }))
}
