import { and, asc, count, eq, inArray, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import type { AdminScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import type { ReviewDates } from './template-review-rules.ts'
import { templates } from './template-schema.ts'

/** A template whose review is near or overdue. */
export type ReviewedTemplate = ReviewDates & { id: string; name: string; clinicalOwnerGdc: string | null }

const columns = {
  id: templates.id,
  name: templates.name,
  clinicalOwnerGdc: templates.clinicalOwnerGdc,
  reviewDue: templates.reviewDue,
  reviewRemindedOn: templates.reviewRemindedOn,
}

/** What nobody uses any more is not reviewed either. */
const isReviewDueBy = (day: string) =>
  and(lte(templates.reviewDue, day), ne(templates.status, 'retired'), isNull(templates.deletedAt))

const ofClinic = (scope: StaffScope, day: string) =>
  scope.tx
    .select(columns)
    .from(templates)
    .where(and(eq(templates.ownerClinicId, scope.clinicId), isReviewDueBy(day)))
    .orderBy(asc(templates.id))

/** The clinic's own templates that are to be reviewed by this day. */
export const findReviewsDueBy = async (scope: StaffScope, day: string): Promise<ReviewedTemplate[]> =>
  (await ofClinic(scope, day)) as ReviewedTemplate[]

/** The same, kept from changing until the transaction ends, so that nobody is reminded twice. */
export const lockReviewsDueBy = async (scope: JobScope, day: string): Promise<ReviewedTemplate[]> =>
  (await ofClinic(scope, day).for('update')) as ReviewedTemplate[]

/** Keeps that the people of these templates were reminded today. */
export async function markReminded(scope: JobScope, ids: string[], today: string): Promise<void> {
  await scope.tx.update(templates).set({ reviewRemindedOn: today }).where(inArray(templates.id, ids))
}

/** The review dates of every active clinic's own templates until this day. */
export async function listClinicReviewsDueBy(
  { tx }: SweepScope,
  day: string,
): Promise<(ReviewDates & { clinicId: string })[]> {
  const { ownerClinicId: clinicId, reviewDue, reviewRemindedOn } = templates
  const found = await tx
    .select({ clinicId, reviewDue, reviewRemindedOn })
    .from(templates)
    .innerJoin(clinics, and(eq(clinics.id, clinicId), eq(clinics.status, 'active')))
    .where(and(isNotNull(clinicId), isReviewDueBy(day)))
  return found as (ReviewDates & { clinicId: string })[]
}

/** How many of the platform's templates are to be reviewed by this day. */
export async function countReviewsDue({ tx }: AdminScope, day: string): Promise<number> {
  const counted = await tx
    .select({ due: count() })
    .from(templates)
    .where(and(isNull(templates.ownerClinicId), isReviewDueBy(day)))
  return counted[0]!.due
}
