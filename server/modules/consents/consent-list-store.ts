import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  lt,
  notInArray,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { ConsentSort } from '../../../contract/consents.ts'
import { consents_exported_max } from '../../../contract/limits.ts'
import { awaitingStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { preparedQuery, whereOwn } from '../../platform/database/prepared-query.ts'
import type { AdminScope, ClinicScope, StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { makingEvents } from './consent-action-rules.ts'
import { countViews } from './consent-count-store.ts'
import { consentEvents, consentItems, consents } from './consent-schema.ts'
import {
  isOfTemplate,
  joinItem,
  listCondition,
  viewCondition,
  hasStatus,
  isOfMatchingPatient,
  type ConsentFilter,
} from './consent-search-store.ts'
import { isNotDiscarded, responsibleStaffColumn } from './consent-store.ts'

/** More consents than one person ever has; the list of a patient has no pages. */
const consents_of_patient_max = 500

export type ListedConsent = Awaited<ReturnType<typeof selectListed>>[number]
export type SummarisedConsent = NonNullable<Awaited<ReturnType<typeof findSummarised>>>

/** The frozen text stays where it is: no list shows it. */
const summaryColumns = {
  consent: {
    id: consents.id,
    kind: consents.kind,
    status: consents.status,
    treatment: consents.treatment,
    teeth: consents.teeth,
    createdAt: consents.createdAt,
    sentAt: consents.sentAt,
    signedAt: consents.signedAt,
    expiresAt: consents.expiresAt,
    reconfirmSince: consents.reconfirmSince,
    updatedAt: consents.updatedAt,
  },
  patient: {
    id: patients.id,
    title: patients.title,
    firstName: patients.firstName,
    lastName: patients.lastName,
    dateOfBirth: patients.dateOfBirth,
  },
  clinician: { id: staff.id, firstName: staff.firstName, lastName: staff.lastName },
}

/** The same with how the patient is reached: lists say whether a message would arrive. */
const listColumns = {
  ...summaryColumns,
  patient: {
    ...summaryColumns.patient,
    status: patients.status,
    email: patients.email,
    phone: patients.phone,
    otherPhone: patients.otherPhone,
    address: patients.address,
    guardians: patients.guardians,
    contactPermission: patients.contactPermission,
    preferredChannel: patients.preferredChannel,
  },
}

/** Whether something else than its making is on record of a draft; of anything else no list asks. */
const hasRecordsSql = (scope: StaffScope, { id, status }: Record<'id' | 'status', SQLWrapper>) =>
  sql<boolean>`${status} = 'draft' and exists (
    select from ${consentEvents} where ${and(
      eq(consentEvents.clinicId, scope.clinicId),
      sql`${consentEvents.consentId} = ${id}`,
      notInArray(consentEvents.event, makingEvents),
    )})`

const joinPatient = and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId))
/** Lists name whoever looks after a consent now. */
const joinClinician = and(eq(staff.clinicId, consents.clinicId), eq(staff.id, responsibleStaffColumn))

/** What a list is sorted by, the id last, so that no two rows may change places from page to page. */
function orderOf(
  sort: ConsentSort,
  { id, updatedAt, sentAt }: Record<'id' | 'updatedAt' | 'sentAt', SQLWrapper>,
): SQL[] {
  const way = sort.startsWith('-') ? desc : asc
  if (sort.endsWith('changed')) return [way(updatedAt), way(id)]
  // What was never sent comes last either way.
  if (sort.endsWith('sent')) return [sql`${way(sentAt)} nulls last`, way(id)]
  return [way(patients.lastName), way(patients.firstName), way(id)]
}

/**
 * Found first and joined afterwards: the planner would rather join every consent there is than walk the index. The
 * patient is part of finding only where patients are what is sorted by.
 */
function selectListed(
  scope: StaffScope,
  where: SQL | undefined,
  { limit, offset, sort = '-changed' }: Slice & { sort?: ConsentSort | undefined },
) {
  const found = scope.tx
    .select({
      ...listColumns.consent,
      patientId: consents.patientId,
      carerId: responsibleStaffColumn.as('carer_id'),
    })
    .from(consents)
    .where(and(eq(consents.clinicId, scope.clinicId), where))
    .orderBy(...orderOf(sort, consents))
    .limit(limit)
    .offset(offset)
    .$dynamic()
  const page = (sort.endsWith('patient') ? found.innerJoin(patients, joinPatient) : found).as('page')
  const { patientId, carerId, ...consent } = page._.selectedFields
  return scope.tx
    .select({ ...listColumns, consent, hasRecords: hasRecordsSql(scope, page) })
    .from(page)
    .innerJoin(patients, and(eq(patients.clinicId, scope.clinicId), eq(patients.id, patientId)))
    .innerJoin(staff, and(eq(staff.clinicId, scope.clinicId), eq(staff.id, carerId)))
    .orderBy(...orderOf(sort, page))
}

/** A page of the clinic's consents as sorted, and how many each view holds: what narrows both is found once. */
export async function listConsents(
  scope: ClinicScope,
  { view, sort, ...filter }: ConsentFilter,
  slice: Slice,
) {
  const where = await listCondition(scope, filter)
  const counts = await countViews(scope, where)
  // Nobody turns pages beyond those that are counted.
  const isBeyond = slice.offset >= counts[view]
  return {
    counts,
    rows: isBeyond
      ? []
      : await selectListed(scope, and(viewCondition(scope, view), where), { ...slice, sort }),
  }
}

/** The consents that a list shows, or those named, for a file: one more than it may hold where there are too many. */
export async function exportedConsents(
  scope: ClinicScope,
  { view, sort, ...filter }: ConsentFilter,
  ids: readonly string[] | null,
) {
  const where = ids ? inArray(consents.id, [...ids]) : await listCondition(scope, filter)
  return selectListed(scope, and(viewCondition(scope, view), where), {
    limit: consents_exported_max + 1,
    offset: 0,
    sort,
  })
}

/** The consents of one patient, newest change first. */
export const consentsOfPatient = (scope: ClinicScope, patientId: string) =>
  selectListed(scope, and(eq(consents.patientId, patientId), isNotDiscarded), {
    limit: consents_of_patient_max,
    offset: 0,
  })

/** These consents, in no order but that of their last change. */
export const findConsentSummaries = (scope: ClinicScope, ids: readonly string[]) =>
  selectListed(scope, and(inArray(consents.id, [...ids]), isNotDiscarded), { limit: ids.length, offset: 0 })

/** The consents that what was typed leads to by their patient, the last changed first: one statement. */
export const findMatchingConsents = (scope: ClinicScope, typed: string, limit: number) =>
  selectListed(scope, and(isOfMatchingPatient(scope, typed), isNotDiscarded), { limit, offset: 0 })

const unansweredStatuses: ConsentStatus[] = ['draft', 'approved', ...awaitingStatuses]

/** A page of the clinic's consents of a template that nobody has answered, newest change first, and how many there are. */
export async function listUnanswered(scope: ClinicScope, templateId: string, { limit, offset }: Slice) {
  const where = and(
    eq(consents.clinicId, scope.clinicId),
    hasStatus(unansweredStatuses),
    isOfTemplate(templateId),
  )
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(consents)
    .innerJoin(consentItems, joinItem)
    .where(where)
  const page = scope.tx
    .select({ id: consents.id, versionId: consentItems.templateVersionId })
    .from(consents)
    .innerJoin(consentItems, joinItem)
    .where(where)
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)
    .as('page')
  const rows = await scope.tx
    .select({
      ...listColumns,
      hasRecords: hasRecordsSql(scope, consents),
      templateVersion: templateVersions.label,
      isCurrent: sql<boolean>`${templateVersions.id} = ${templates.currentVersionId}`,
    })
    .from(page)
    .innerJoin(consents, and(eq(consents.clinicId, scope.clinicId), eq(consents.id, page.id)))
    .innerJoin(patients, joinPatient)
    .innerJoin(staff, joinClinician)
    .innerJoin(templateVersions, eq(templateVersions.id, page.versionId))
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .orderBy(desc(consents.updatedAt), desc(consents.id))
  return { rows, total: counted!.total }
}

const summaryQuery = preparedQuery('consent_summary', (tx) =>
  tx
    .select(summaryColumns)
    .from(consents)
    .innerJoin(patients, joinPatient)
    .innerJoin(staff, joinClinician)
    .where(whereOwn(consents, consents.id, 'consentId')),
)

/** One consent in short, with nothing of its patient but who that is. */
export const findSummarised = async (scope: TenantScope, consentId: string) =>
  (await summaryQuery(scope, { consentId }))[0]

type AdminFilter = {
  clinicId?: string | undefined
  status?: ConsentStatus | undefined
  from?: string | undefined
  until?: string | undefined
}

const metadata = {
  id: consents.id,
  clinicId: consents.clinicId,
  clinicName: clinics.name,
  status: consents.status,
  createdAt: consents.createdAt,
  sentAt: consents.sentAt,
  signedAt: consents.signedAt,
}

const adminCondition = ({ clinicId, status, from, until }: AdminFilter) =>
  and(
    clinicId ? eq(consents.clinicId, clinicId) : undefined,
    status ? eq(consents.status, status) : undefined,
    from ? gte(consents.createdAt, new Date(from)) : undefined,
    until ? lt(consents.createdAt, new Date(until)) : undefined,
  )

/** Consents across clinics as metadata: the role may read nothing else of them. */
export const listMetadata = (scope: AdminScope, filter: AdminFilter, { limit, offset }: Slice) =>
  scope.tx
    .select(metadata)
    .from(consents)
    .innerJoin(clinics, eq(clinics.id, consents.clinicId))
    .where(adminCondition(filter))
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)

/** How many consents match. */
export async function countMetadata(scope: AdminScope, filter: AdminFilter): Promise<number> {
  const counted = await scope.tx.select({ total: count() }).from(consents).where(adminCondition(filter))
  return counted[0]!.total
}
