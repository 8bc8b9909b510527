import { joinDateParts, parseWrittenDate } from '../../../contract/date-parsing.ts'
import { datePartsOf, type DateParts } from '../../ui/plain/date-parts.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import type { Problem } from '../../ui/use-task.ts'
import type { TemplateRow } from './template-operations.ts'

export type ReviewSettings = Pick<TemplateRow, 'clinicalOwner' | 'reviewDue'>

/** No review is planned for a later day. */
export const reviews_until = '2099-12-31'

/** The ids of the fields. */
export const reviewFieldIds = {
  name: 'care-name',
  gdcNumber: 'care-gdc-number',
  reviewDue: 'care-review-due',
}

export type ReviewFormValues = { name: string; gdcNumber: string; reviewDue: DateParts }

export const reviewFormValuesOf = ({ clinicalOwner, reviewDue }: ReviewSettings): ReviewFormValues => ({
  name: clinicalOwner?.name ?? '',
  gdcNumber: clinicalOwner?.gdcNumber ?? '',
  reviewDue: datePartsOf(reviewDue ?? ''),
})

/** What was typed, with the faults a browser can find. */
export function parseReviewForm(typed: ReviewFormValues): { care: ReviewSettings; errors: FieldProblem[] } {
  const [name, gdcNumber] = [typed.name.trim(), typed.gdcNumber.replaceAll(/\s/g, '')]
  const isDated = Object.values(typed.reviewDue).some((part) => part.trim() !== '')
  const read = parseWrittenDate(joinDateParts(typed.reviewDue), { order: 'day-first', latest: reviews_until })
  const reviewDue = 'date' in read && read.assumed === null ? read.date : null
  const isNamed = name !== '' || gdcNumber !== ''
  const checks: [right: boolean, id: string, text: string][] = [
    [!isNamed || name !== '', reviewFieldIds.name, 'Enter the name of the clinical owner'],
    [
      !isNamed || /^\d{5,7}$/.test(gdcNumber),
      reviewFieldIds.gdcNumber,
      gdcNumber === '' ? 'Enter their GDC number' : 'Enter a GDC number of 5 to 7 digits',
    ],
    [!isDated || reviewDue !== null, reviewFieldIds.reviewDue, 'Enter a real date, or leave all three empty'],
  ]
  return {
    care: { clinicalOwner: isNamed ? { name, gdcNumber } : null, reviewDue },
    errors: checks.filter(([right]) => !right).map(([, id, text]) => ({ id, text })),
  }
}

const idOfField: Record<string, string> = {
  'clinicalOwner.name': reviewFieldIds.name,
  'clinicalOwner.gdcNumber': reviewFieldIds.gdcNumber,
  reviewDue: reviewFieldIds.reviewDue,
}

/** What the server finds wrong with the fields; nothing where it refused for another reason. */
export const reviewRefusalErrors = ({ fields = [] }: Problem): FieldProblem[] =>
  fields.map(({ field, message }) => ({ id: idOfField[field], text: message }))
