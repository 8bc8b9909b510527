import { and, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { consentItems, consents } from './consent-schema.ts'

/** Sent treatments of one template that are read at most: the newest tell what is usual. */
const sent_items_max = 500

const isOnlyItem = sql<boolean>`not exists (
  select from ${consentItems} other
  where other.clinic_id = ${consents.clinicId} and other.consent_id = ${consents.id}
    and other.position <> ${consentItems.position}
)`

/**
 * What was written in the gaps of a template's consents that were sent since then, newest first, for whom and by whom;
 * none of what was made void. A diagnosis is of the consent as a whole, so with several treatments it is of none of them.
 */
export const findSentTreatments = (scope: ClinicScope, templateId: string, since: Date) =>
  scope.tx
    .select({
      clinicianId: consents.clinicianId,
      patientId: consents.patientId,
      sentAt: sql<Date>`${consents.sentAt}`.mapWith(consents.sentAt),
      diagnosis: sql<string>`case when ${isOnlyItem} then ${consents.diagnosis} else '' end`,
      material: consentItems.material,
      placeholders: consentItems.placeholders,
      patientName: sql<string>`concat_ws(' ', ${patients.firstName}, ${patients.lastName}, ${patients.preferredName})`,
      clinicianName: sql<string>`concat_ws(' ', ${staff.firstName}, ${staff.lastName})`,
    })
    .from(consentItems)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, consentItems.clinicId), eq(consents.id, consentItems.consentId)),
    )
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .innerJoin(staff, and(eq(staff.clinicId, consents.clinicId), eq(staff.id, consents.clinicianId)))
    .where(
      and(
        eq(consentItems.clinicId, scope.clinicId),
        eq(consentItems.templateId, templateId),
        gte(consents.sentAt, since),
        ne(consents.status, 'voided'),
      ),
    )
    // Ids grow with time, and the index of a template's items ends with them.
    .orderBy(desc(consentItems.id))
    .limit(sent_items_max)
export type SentTreatment = Awaited<ReturnType<typeof findSentTreatments>>[number]
