import { today } from '../../../contract/calendar-day.ts'
import type { ClinicalReviewPage } from '../../../contract/clinical-reviews.ts'
import { joinDateParts, parseWrittenDate } from '../../../contract/date-parsing.ts'
import { review_remark_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { datePartsFrom } from '../../ui/plain/date-parts.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'

type SignReviewDialogProps = { page: ClinicalReviewPage; onSigned: () => Promise<void>; onClose: () => void }

const ids = {
  name: 'reviewer-name',
  gdcNumber: 'reviewer-gdc-number',
  day: 'reviewed-on',
  remarks: 'review-remarks',
}

/** Records that a registered clinician signed this version as a whole. */
export function SignReviewDialog({ page, onSigned, onClose }: SignReviewDialogProps) {
  const { templateId, versionId, name, version } = page
  const toast = useToast()
  function read(typed: FormData) {
    const field = (of: string) => String(typed.get(of) ?? '').trim()
    const reviewerName = field('reviewerName')
    const gdcNumber = field('gdcNumber').replaceAll(/\s/g, '')
    const written = joinDateParts(datePartsFrom(typed, 'reviewedOn'))
    const parsed = parseWrittenDate(written, { order: 'day-first', latest: today() })
    const reviewedOn = 'date' in parsed && parsed.assumed === null ? parsed.date : ''
    const checks: [boolean, FieldProblem][] = [
      [reviewerName !== '', { id: ids.name, text: 'Enter the reviewer’s full name' }],
      [/^\d{5,7}$/.test(gdcNumber), { id: ids.gdcNumber, text: 'Enter a GDC number of 5 to 7 digits' }],
      [reviewedOn !== '', { id: ids.day, text: 'Enter the day of the review' }],
      [reviewedOn <= today(), { id: ids.day, text: 'The review cannot be dated in the future' }],
    ]
    const errors = checks.flatMap(([isRight, problem]) => (isRight ? [] : [problem]))
    if (errors.length > 0) return errors
    return async () => {
      const signed = { reviewerName, gdcNumber, reviewedOn, remarks: field('remarks') }
      await api.clinicalReviews.sign({ templateId, versionId, ...signed })
      toast(`Version ${version} of ${name} is signed.`)
      await onSigned()
    }
  }
  return (
    <FormDialog
      title={`Record signature of version ${version}`}
      text="Record a signature only with the reviewer’s written agreement to the whole version. Practices see the name, the GDC number and the day."
      confirm="Record signature"
      about={versionId}
      read={read}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            id={ids.name}
            name="reviewerName"
            label="Reviewer"
            hint="The registered clinician who read the whole version."
            maxLength={120}
            dir="auto"
            autoComplete="off"
            error={errorOf(errors, ids.name)}
          />
          <TextField
            id={ids.gdcNumber}
            name="gdcNumber"
            label="GDC number of the reviewer"
            inputMode="numeric"
            maxLength={12}
            width="short"
            autoComplete="off"
            error={errorOf(errors, ids.gdcNumber)}
          />
          <DateOfBirthField
            id={ids.day}
            name="reviewedOn"
            legend="Day of the review"
            latest={today()}
            error={errorOf(errors, ids.day)}
          />
          <TextareaField
            id={ids.remarks}
            name="remarks"
            label="Remarks (optional)"
            hint="Not shown to practices."
            rows={3}
            maxLength={review_remark_length_max}
            error={errorOf(errors, ids.remarks)}
          />
        </>
      )}
    </FormDialog>
  )
}
