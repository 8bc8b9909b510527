import { and, count, desc, eq, gte, ilike, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { awaitingStatuses, consentStatuses, type ConsentStatus } from '../../../contract/states.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { statusesOfView, type ConsentView } from './consent-rules.ts'
import { consentItems, consents } from './consent-schema.ts'
import { carerColumn } from './consent-store.ts'

/** More consents than one person ever has; the list of a patient has no pages. */
const consents_of_patient_max = 500

export type ListedConsent = Awaited<ReturnType<typeof listed>>[number]

const listColumns = {
  consent: consents,
  treatment: consentItems.treatment,
  teeth: consentItems.teeth,
  patient: {
    id: patients.id,
    title: patients.title,
    firstName: patients.firstName,
    lastName: patients.lastName,
    dateOfBirth: patients.dateOfBirth,
  },
  clinician: { id: staff.id, firstName: staff.firstName, lastName: staff.lastName },
}

const ownPatient = and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId))
/** Lists name whoever looks after a consent now. */
const ownClinician = and(eq(staff.clinicId, consents.clinicId), eq(staff.id, carerColumn))
const firstItem = and(
  eq(consentItems.clinicId, consents.clinicId),
  eq(consentItems.consentId, consents.id),
  eq(consentItems.position, 1),
)

const joined = (scope: StaffSide) =>
  scope.tx
    .select(listColumns)
    .from(consents)
    .innerJoin(patients, ownPatient)
    .innerJoin(staff, ownClinician)
    .innerJoin(consentItems, firstItem)

const listed = (scope: StaffSide, where: SQL | undefined, { limit, offset }: Slice) =>
  joined(scope)
    .where(and(eq(consents.clinicId, scope.clinicId), where))
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)

export type ConsentFilter = {
  search: string
  view: ConsentView
  clinicianId?: string | undefined
  patientId?: string | undefined
}

const ofView = (view: ConsentView): SQL | undefined => {
  const statuses = statusesOfView[view]
  return statuses ? inArray(consents.status, [...statuses]) : undefined
}

function matching({ search, clinicianId, patientId }: Omit<ConsentFilter, 'view'>): SQL | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  const name = sql`${patients.firstName} || ' ' || ${patients.lastName} || ' ' || ${consentItems.treatment}`
  return and(
    ...words.map((word) => ilike(name, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
    clinicianId ? eq(carerColumn, clinicianId) : undefined,
    patientId ? eq(consents.patientId, patientId) : undefined,
  )
}

/** A page of the clinic's consents, newest change first. */
export const listConsents = (scope: ClinicScope, { view, ...filter }: ConsentFilter, slice: Slice) =>
  listed(scope, and(ofView(view), matching(filter)), slice)

/** The consents of one patient, newest change first. */
export const consentsOfPatient = (scope: ClinicScope, patientId: string) =>
  listed(scope, eq(consents.patientId, patientId), { limit: consents_of_patient_max, offset: 0 })

const underWay: ConsentStatus[] = ['draft', ...awaitingStatuses]

/** A page of the clinic's consents of a template that nobody has answered, newest change first, and how many there are. */
export async function listUnderWay(scope: ClinicScope, templateId: string, { limit, offset }: Slice) {
  const where = and(
    eq(consents.clinicId, scope.clinicId),
    eq(consentItems.templateId, templateId),
    inArray(consents.status, underWay),
  )
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(consents)
    .innerJoin(consentItems, firstItem)
    .where(where)
  const rows = await scope.tx
    .select({
      ...listColumns,
      templateVersion: templateVersions.label,
      isCurrent: sql<boolean>`${templateVersions.id} = ${templates.currentVersionId}`,
    })
    .from(consents)
    .innerJoin(patients, ownPatient)
    .innerJoin(staff, ownClinician)
    .innerJoin(consentItems, firstItem)
    .innerJoin(templates, eq(templates.id, consentItems.templateId))
    .innerJoin(templateVersions, eq(templateVersions.id, consentItems.templateVersionId))
    .where(where)
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** One consent as lists show it. */
export async function findListed(scope: StaffSide, id: string): Promise<ListedConsent | undefined> {
  const [found] = await joined(scope).where(and(eq(consents.clinicId, scope.clinicId), eq(consents.id, id)))
  return found
}

/** How many consents each view of the list would show. */
export async function countViews(
  scope: ClinicScope,
  filter: Omit<ConsentFilter, 'view'>,
): Promise<Record<ConsentView, number>> {
  const rows = await scope.tx
    .select({ status: consents.status, count: count() })
    .from(consents)
    .innerJoin(patients, ownPatient)
    .innerJoin(consentItems, firstItem)
    .where(and(eq(consents.clinicId, scope.clinicId), matching(filter)))
    .groupBy(consents.status)
  const total = (statuses: readonly ConsentStatus[] | null) =>
    rows.reduce((sum, row) => (statuses === null || statuses.includes(row.status) ? sum + row.count : sum), 0)
  return Object.fromEntries(
    Object.entries(statusesOfView).map(([view, statuses]) => [view, total(statuses)]),
  ) as Record<ConsentView, number>
}

/** How many of the clinic's consents stand in each state, expire within a week, and were signed within one. */
export async function countConsents(scope: ClinicScope) {
  const own = eq(consents.clinicId, scope.clinicId)
  const rows = await scope.tx
    .select({ status: consents.status, count: count() })
    .from(consents)
    .where(own)
    .groupBy(consents.status)
  const weekAgo = new Date(scope.now.getTime() - 7 * day_ms)
  const weekAhead = new Date(scope.now.getTime() + 7 * day_ms)
  const [expiring] = await scope.tx
    .select({ count: count() })
    .from(consents)
    .where(and(own, inArray(consents.status, awaitingStatuses), lte(consents.expiresAt, weekAhead)))
  const [signed] = await scope.tx
    .select({ count: count() })
    .from(consents)
    .where(and(own, gte(consents.signedAt, weekAgo)))
  return { byStatus: byStatus(rows), expiring: expiring!.count, signed: signed!.count }
}

const none = Object.fromEntries(consentStatuses.map((status) => [status, 0])) as Record<ConsentStatus, number>

/** Every status is named, also those no consent stands in. */
const byStatus = (rows: { status: ConsentStatus; count: number }[]): Record<ConsentStatus, number> => ({
  ...none,
  ...Object.fromEntries(rows.map((row) => [row.status, row.count])),
})

type AdminFilter = { clinicId?: string | undefined; status?: ConsentStatus | undefined }

const metadata = {
  id: consents.id,
  clinicId: consents.clinicId,
  clinicName: clinics.name,
  status: consents.status,
  createdAt: consents.createdAt,
  sentAt: consents.sentAt,
  signedAt: consents.signedAt,
}

const ofAdmin = ({ clinicId, status }: AdminFilter) =>
  and(
    clinicId ? eq(consents.clinicId, clinicId) : undefined,
    status ? eq(consents.status, status) : undefined,
  )

/** Consents across clinics as metadata: the role may read nothing else of them. */
export const listMetadata = (scope: AdminScope, filter: AdminFilter, { limit, offset }: Slice) =>
  scope.tx
    .select(metadata)
    .from(consents)
    .innerJoin(clinics, eq(clinics.id, consents.clinicId))
    .where(ofAdmin(filter))
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)

/** How many consents match, by state and in all, and how many clinics there are. */
export async function countMetadata(scope: AdminScope, filter: AdminFilter) {
  const rows = await scope.tx
    .select({ status: consents.status, count: count() })
    .from(consents)
    .where(ofAdmin(filter))
    .groupBy(consents.status)
  const [all] = await scope.tx.select({ count: count() }).from(clinics)
  return {
    byStatus: byStatus(rows),
    total: rows.reduce((sum, row) => sum + row.count, 0),
    clinics: all!.count,
  }
}
