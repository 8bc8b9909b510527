import { and, eq, inArray, isNull, lte, ne } from 'drizzle-orm'
import { agreedStatuses } from '../../../contract/consent-states.ts'
import type { JobScope, SweepScope } from '../../platform/database/transaction.ts'
import { isFollowedBy } from '../templates/index.ts'
import { templates } from '../templates/template-schema.ts'
import { consentItems, consents } from './consent-schema.ts'

/** Agreed to, not begun, and nothing known to have changed: what has still to be watched. */
const isMonitored = and(
  inArray(consents.status, [...agreedStatuses]),
  isNull(consents.startedAt),
  isNull(consents.reconfirmSince),
)

/** Consents that were agreed to too long ago, the oldest first. */
export const outdatedConsents = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: consents.clinicId, id: consents.id })
    .from(consents)
    .where(and(isMonitored, lte(consents.validUntil, scope.now)))
    .orderBy(consents.validUntil)
    .limit(limit)

/** The clinics that have anything to watch. */
export async function clinicsWithAgreed(scope: SweepScope): Promise<string[]> {
  const rows = await scope.tx
    .selectDistinct({ clinicId: consents.clinicId })
    .from(consents)
    .where(isMonitored)
  return rows.map(({ clinicId }) => clinicId)
}

/** What a patient has agreed to and is not begun: its ids. */
export async function agreedConsentsOf(scope: JobScope, patientId: string): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        eq(consents.patientId, patientId),
        inArray(consents.status, [...agreedStatuses]),
        isNull(consents.startedAt),
      ),
    )
  return rows.map(({ id }) => id)
}

/** What is watched and was agreed to in another wording than its template has now: ids, the longest agreed first. */
export async function agreedInOutdatedWording(scope: JobScope, limit: number): Promise<string[]> {
  const rows = await scope.tx
    .selectDistinct({ id: consents.id, signedAt: consents.signedAt })
    .from(consents)
    .innerJoin(
      consentItems,
      and(eq(consentItems.clinicId, consents.clinicId), eq(consentItems.consentId, consents.id)),
    )
    .innerJoin(templates, eq(templates.id, consentItems.templateId))
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        isMonitored,
        ne(templates.currentVersionId, consentItems.templateVersionId),
        isFollowedBy(scope.clinicId),
      ),
    )
    .orderBy(consents.signedAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}
