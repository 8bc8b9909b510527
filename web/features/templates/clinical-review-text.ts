import { calendarDayText } from '../../ui/plain/date-text.ts'
import { personText } from './pending-version.ts'
import type { Template } from './template-wording-dialog.tsx'

/** Whether a registered clinician signed this version of a template of the platform; null for a practice's or a group's own. */
export function clinicalReviewText({
  clinicId,
  groupName,
  clinicalReview: signed,
}: Pick<Template, 'clinicId' | 'groupName' | 'clinicalReview'>): string | null {
  if (clinicId !== null || groupName !== null) return null
  if (!signed) return 'Awaiting clinical review'
  const reviewer = { name: signed.reviewerName, gdcNumber: signed.gdcNumber }
  return `Signed by ${personText(reviewer)} on ${calendarDayText(signed.reviewedOn)}`
}
