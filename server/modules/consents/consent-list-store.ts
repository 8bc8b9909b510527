import { and, count, desc, eq, gte, ilike, inArray, isNotNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { list_count_max } from '../../../contract/limits.ts'
import { listedStatuses } from '../../../contract/patients.ts'
import { awaitingStatuses, consentStatuses, type ConsentStatus } from '../../../contract/states.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { messages } from '../messages/message-schema.ts'
import { searchPatients, searchWordsOf } from '../patients/index.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { views, type ConsentView } from './consent-rules.ts'
import { consentItems, consents } from './consent-schema.ts'
import { carerColumn } from './consent-store.ts'

/** More consents than one person ever has; the list of a patient has no pages. */
const consents_of_patient_max = 500

export type ListedConsent = Awaited<ReturnType<typeof listed>>[number]

const listColumns = {
  consent: consents,
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
const itemOf = and(eq(consentItems.clinicId, consents.clinicId), eq(consentItems.consentId, consents.id))

const joined = (scope: StaffSide) =>
  scope.tx.select(listColumns).from(consents).innerJoin(patients, ownPatient).innerJoin(staff, ownClinician)

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
  templateId?: string | undefined
  /** Days of the last change in the clinic's zone, both included. */
  from?: string | undefined
  to?: string | undefined
}
type Narrowing = Omit<ConsentFilter, 'view'>

const week_ms = 7 * day_ms

/**
 * The last message that brought its link did not arrive, or nobody knows whether it did: that it was sent is not true
 * then, whatever its state says.
 */
const undelivered = sql`(
  select m.status from ${messages} m
  where m.clinic_id = ${consents.clinicId} and m.about_id = ${consents.id} and m.kind in ('consent-link', 'new-link', 'reminder')
  order by m.created_at desc, m.id desc limit 1
) in ('bounced', 'failed', 'unconfirmed')`

function ofView(scope: ClinicScope, view: ConsentView): SQL | undefined {
  const { statuses, ...shown } = views[view]
  const narrowing = 'narrowedBy' in shown ? shown.narrowedBy : undefined
  return and(
    statuses ? inArray(consents.status, [...statuses]) : undefined,
    narrowing === 'reconfirm' ? isNotNull(consents.reconfirmSince) : undefined,
    narrowing === 'undelivered' ? undelivered : undefined,
    narrowing === 'expiring' ? lte(consents.expiresAt, new Date(scope.now.getTime() + week_ms)) : undefined,
  )
}

/** A typed word stands for itself, not for what it means in a pattern. */
const containing = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const isTreatment = (words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => ilike(consents.treatment, containing(word))))

/** Of patients that these words lead to, whatever has become of them since. */
async function isOfFound(scope: ClinicScope, words: readonly string[]): Promise<SQL> {
  const found = await searchPatients(scope, {
    words: searchWordsOf(words.join(' ')),
    statuses: listedStatuses,
  })
  return found.length > 0 ? inArray(consents.patientId, found) : sql`false`
}

/** More words than these are no name and treatment. */
const words_max = 6

/** What is typed leads to a patient, to a treatment, or to both, one after the other: 'whitcombe crown'. */
async function searched(scope: ClinicScope, search: string): Promise<SQL | undefined> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, words_max)
  if (words.length === 0) return undefined
  const either: (SQL | undefined)[] = [await isOfFound(scope, words), isTreatment(words)]
  for (let place = 1; place < words.length; place++) {
    const [first, second] = [words.slice(0, place), words.slice(place)]
    either.push(and(await isOfFound(scope, first), isTreatment(second)))
    either.push(and(await isOfFound(scope, second), isTreatment(first)))
  }
  return or(...either)
}

const dayStart = (day: string, zone: string) => sql`(${day}::date)::timestamp at time zone ${zone}`

async function matching(scope: ClinicScope, narrowing: Narrowing) {
  const { search, clinicianId, patientId, templateId, from, to } = narrowing
  const zone = await timeZoneOf(scope)
  const ofTemplate = sql`exists (select from ${consentItems} where ${itemOf} and ${consentItems.templateId} = ${templateId})`
  return and(
    await searched(scope, search),
    clinicianId ? eq(carerColumn, clinicianId) : undefined,
    patientId ? eq(consents.patientId, patientId) : undefined,
    templateId ? ofTemplate : undefined,
    from ? gte(consents.updatedAt, dayStart(from, zone)) : undefined,
    to ? lt(consents.updatedAt, sql`${dayStart(to, zone)} + interval '1 day'`) : undefined,
  )
}

/** A page of the clinic's consents, newest change first. */
export async function listConsents(scope: ClinicScope, { view, ...filter }: ConsentFilter, slice: Slice) {
  return listed(scope, and(ofView(scope, view), await matching(scope, filter)), slice)
}

/** The consents of one patient, newest change first. */
export const consentsOfPatient = (scope: ClinicScope, patientId: string) =>
  listed(scope, eq(consents.patientId, patientId), { limit: consents_of_patient_max, offset: 0 })

const underWay: ConsentStatus[] = ['draft', 'approved', ...awaitingStatuses]

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
    .innerJoin(consentItems, itemOf)
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
    .innerJoin(consentItems, itemOf)
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

/** How many consents each view of the list would show, counted no further than `list_count_max`. */
export async function countViews(
  scope: ClinicScope,
  filter: Narrowing,
): Promise<Record<ConsentView, number>> {
  const where = await matching(scope, filter)
  const counts = {} as Record<ConsentView, number>
  for (const view of Object.keys(views) as ConsentView[]) {
    const some = scope.tx
      .select({ one: sql`1` })
      .from(consents)
      .where(and(eq(consents.clinicId, scope.clinicId), ofView(scope, view), where))
      .limit(list_count_max)
      .as('some')
    const [counted] = await scope.tx.select({ count: count() }).from(some)
    counts[view] = counted!.count
  }
  return counts
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
  const [toReconfirm] = await scope.tx
    .select({ count: count() })
    .from(consents)
    .where(and(own, ofView(scope, 'reconfirm')))
  const [undeliveredOnes] = await scope.tx
    .select({ count: count() })
    .from(consents)
    .where(and(own, ofView(scope, 'undelivered')))
  const [drafts] = await scope.tx
    .select({ count: count() })
    .from(consents)
    .where(and(own, ofView(scope, 'drafts'), eq(carerColumn, scope.staffId)))
  return {
    byStatus: byStatus(rows),
    undelivered: undeliveredOnes!.count,
    ownDrafts: drafts!.count,
    expiring: expiring!.count,
    signed: signed!.count,
    toReconfirm: toReconfirm!.count,
  }
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
