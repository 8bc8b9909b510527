import { useState, type FormEvent } from 'react'
import { review_notice_days } from '../../../contract/limits.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { datePartsFrom } from '../../ui/plain/date-parts.ts'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { validationFailed, useTask, type Problem } from '../../ui/use-task.ts'
import {
  reviewFieldIds,
  reviewFormValuesOf,
  parseReviewForm,
  reviewRefusalErrors,
  reviews_until,
} from './template-review-form.ts'
import type { TemplateContext } from './template-context.ts'
import type { Template } from './template-wording-dialog.tsx'
import { Form } from '../../ui/form.tsx'

type TemplateReviewDialogProps = { template: Template; acting: TemplateContext; onClose: () => void }

const formId = 'template-care'

/** Says which clinician answers for a template, and by when it is reviewed. */
export function TemplateReviewDialog({ template, acting, onClose }: TemplateReviewDialogProps) {
  const values = reviewFormValuesOf(template)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const toast = useToast()

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '')
    const { care, errors: found } = parseReviewForm({
      name: typed('name'),
      gdcNumber: typed('gdcNumber'),
      reviewDue: datePartsFrom(form, 'reviewDue'),
    })
    setErrors(found)
    if (found.length > 0) return
    await run(async () => {
      try {
        await acting.operations.setCare({ templateId: template.id, ...care })
      } catch (failure) {
        const fieldErrors = reviewRefusalErrors(failure as Problem)
        if (fieldErrors.length === 0) throw failure
        setErrors(fieldErrors)
        return validationFailed
      }
      onClose()
      toast(`Review details of ${template.name} saved.`)
      await acting.onChanged()
    })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Template review"
      description={<span dir="auto">{template.name}</span>}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Save review details
          </Button>
        </>
      }
    >
      <Form draft="care" id={formId} noValidate onSubmit={(event) => void save(event)} className="space-y-5">
        <ErrorSummary errors={errors} />
        <TextField
          id={reviewFieldIds.name}
          name="name"
          label="Clinical owner"
          hint="The registered clinician responsible for the wording."
          defaultValue={values.name}
          maxLength={120}
          dir="auto"
          autoComplete="off"
          error={errorOf(errors, reviewFieldIds.name)}
        />
        <TextField
          id={reviewFieldIds.gdcNumber}
          name="gdcNumber"
          label="GDC number of the clinical owner"
          defaultValue={values.gdcNumber}
          inputMode="numeric"
          maxLength={12}
          width="short"
          autoComplete="off"
          error={errorOf(errors, reviewFieldIds.gdcNumber)}
        />
        <DateOfBirthField
          id={reviewFieldIds.reviewDue}
          name="reviewDue"
          legend="Next review"
          hint={
            acting.side === 'clinic'
              ? `The practice is reminded ${review_notice_days} days before.`
              : undefined
          }
          defaultValue={values.reviewDue}
          latest={reviews_until}
          error={errorOf(errors, reviewFieldIds.reviewDue)}
        />
        <ProblemMessage problem={problem} />
      </Form>
    </Dialog>
  )
}
