import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DataRequestKind, DataRequestSort } from '../../../contract/data-requests.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { dataRequests, dataRequestSteps } from './data-request-schema.ts'
import { recordsOf, type RetentionScope } from './record-store.ts'

export type DataRequestRow = typeof dataRequests.$inferSelect
export type DataRequestStepRow = typeof dataRequestSteps.$inferSelect
export type DataRequestFilter = {
  view: 'open' | 'overdue' | 'closed'
  kind?: DataRequestKind | undefined
  sort?: DataRequestSort | undefined
  today: string
}

const ofClinic = (scope: RetentionScope) => eq(dataRequests.clinicId, scope.clinicId)
const isRunning = isNull(dataRequests.stoppedFor)

/** Requests about one patient and about records merged into theirs, the newest first. */
export const requestsOf = (scope: RetentionScope, patientId: string): Promise<DataRequestRow[]> =>
  scope.tx
    .select()
    .from(dataRequests)
    .where(and(ofClinic(scope), inArray(dataRequests.patientId, recordsOf(scope, patientId))))
    .orderBy(desc(dataRequests.receivedOn), desc(dataRequests.id))

function matching(scope: StaffScope, { view, kind, today }: DataRequestFilter) {
  const inView = {
    open: isNull(dataRequests.closedAt),
    overdue: and(isNull(dataRequests.closedAt), isRunning, lt(dataRequests.dueOn, today)),
    closed: isNotNull(dataRequests.closedAt),
  }
  return and(ofClinic(scope), inView[view], kind && eq(dataRequests.kind, kind))
}

const sortColumns = {
  due: [dataRequests.dueOn, dataRequests.id],
  received: [dataRequests.receivedOn, dataRequests.id],
  closed: [dataRequests.closedAt, dataRequests.id],
}

/** A page of requests: what is due first, or what was closed last, unless sorted otherwise. */
export async function listDataRequests(
  scope: StaffScope,
  filter: DataRequestFilter,
  { limit, offset }: Slice,
): Promise<{ rows: DataRequestRow[]; total: number }> {
  const where = matching(scope, filter)
  const [counted] = await scope.tx.select({ total: count() }).from(dataRequests).where(where)
  const { sort = filter.view === 'closed' ? '-closed' : 'due' } = filter
  const rows = await scope.tx
    .select()
    .from(dataRequests)
    .where(where)
    .orderBy(...orderOfSort(sort, sortColumns))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** Open requests that are due by a day while their clock runs. */
export async function countDue(scope: StaffScope, by: string): Promise<number> {
  const isDue = and(ofClinic(scope), isNull(dataRequests.closedAt), isRunning, lte(dataRequests.dueOn, by))
  return (await scope.tx.select({ due: count() }).from(dataRequests).where(isDue))[0]!.due
}

const isRequest = (scope: StaffScope, id: string) => and(ofClinic(scope), eq(dataRequests.id, id))

export async function findRequest(scope: StaffScope, id: string): Promise<DataRequestRow | undefined> {
  return (await scope.tx.select().from(dataRequests).where(isRequest(scope, id)))[0]
}

export async function lockRequest(scope: ClinicScope, id: string): Promise<DataRequestRow | undefined> {
  return (await scope.tx.select().from(dataRequests).where(isRequest(scope, id)).for('update'))[0]
}

type NewRequest = Pick<DataRequestRow, 'kind' | 'patientId' | 'receivedOn' | 'dueOn' | 'requester'>

export async function insertRequest(scope: ClinicScope, request: NewRequest): Promise<DataRequestRow> {
  const by = { openedBy: scope.actor.name, createdAt: scope.now }
  const [made] = await scope.tx
    .insert(dataRequests)
    .values({ ...request, clinicId: scope.clinicId, ...by })
    .returning()
  return made!
}

export async function updateRequest(
  scope: ClinicScope,
  id: string,
  change: Partial<DataRequestRow>,
): Promise<DataRequestRow> {
  const [changed] = await scope.tx.update(dataRequests).set(change).where(isRequest(scope, id)).returning()
  return changed!
}

type NewStep = Pick<DataRequestStepRow, 'kind' | 'on' | 'note'> & { consentId?: string | null }

/** Writes down a step of a request, for good. */
export async function insertStep(
  scope: ClinicScope,
  { id: requestId, patientId }: DataRequestRow,
  step: NewStep,
): Promise<void> {
  const by = { byName: scope.actor.name, at: scope.now }
  await scope.tx
    .insert(dataRequestSteps)
    .values({ ...step, requestId, patientId, clinicId: scope.clinicId, ...by })
}

export const stepsOf = (scope: StaffScope, requestId: string): Promise<DataRequestStepRow[]> =>
  scope.tx
    .select()
    .from(dataRequestSteps)
    .where(and(eq(dataRequestSteps.clinicId, scope.clinicId), eq(dataRequestSteps.requestId, requestId)))
    .orderBy(asc(dataRequestSteps.at), asc(dataRequestSteps.id))

/** Corrections that were noted about a patient or about one consent, the newest first. */
export const correctionsOf = (
  scope: StaffScope,
  about: { patientId: string } | { consentId: string },
): Promise<DataRequestStepRow[]> =>
  scope.tx
    .select()
    .from(dataRequestSteps)
    .where(
      and(
        eq(dataRequestSteps.clinicId, scope.clinicId),
        eq(dataRequestSteps.kind, 'corrected'),
        'patientId' in about
          ? inArray(dataRequestSteps.patientId, recordsOf(scope, about.patientId))
          : eq(dataRequestSteps.consentId, about.consentId),
      ),
    )
    .orderBy(desc(dataRequestSteps.at), desc(dataRequestSteps.id))

/** The names of these patients. */
export async function namesOfPatients(
  scope: StaffScope,
  ids: string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.tx
    .select({ id: patients.id, first: patients.firstName, last: patients.lastName })
    .from(patients)
    .where(and(eq(patients.clinicId, scope.clinicId), inArray(patients.id, ids)))
  return new Map(rows.map(({ id, first, last }) => [id, { id, name: `${first} ${last}`.trim() }]))
}

const consents_offered_max = 50

/** The consents of a patient that were sent, by what they were called, the newest first. */
export const sentConsents = (
  scope: StaffScope,
  patientId: string,
): Promise<{ id: string; title: string }[]> =>
  scope.tx
    .select({ id: consents.id, title: sql<string>`${consents.content} ->> 'title'` })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        inArray(consents.patientId, recordsOf(scope, patientId)),
        isNotNull(consents.contentHash),
      ),
    )
    .orderBy(desc(consents.createdAt))
    .limit(consents_offered_max)

type Reminded = Pick<DataRequestRow, 'id' | 'dueOn' | 'remindedOn'>
const reminded = { id: dataRequests.id, dueOn: dataRequests.dueOn, remindedOn: dataRequests.remindedOn }

/** Open requests of this clinic that are due by a day, kept from changing until the transaction ends. */
export const lockDueRequests = (scope: JobScope, by: string): Promise<Reminded[]> =>
  scope.tx
    .select(reminded)
    .from(dataRequests)
    .where(and(ofClinic(scope), isNull(dataRequests.closedAt), isRunning, lte(dataRequests.dueOn, by)))
    .orderBy(asc(dataRequests.id))
    .for('update')

export async function markReminded(scope: JobScope, ids: string[], today: string): Promise<void> {
  await scope.tx
    .update(dataRequests)
    .set({ remindedOn: today })
    .where(and(ofClinic(scope), inArray(dataRequests.id, ids)))
}

/** The same of every active clinic, to find out which ones have somebody to remind. */
export const dueRequests = ({ tx }: SweepScope, by: string): Promise<(Reminded & { clinicId: string })[]> =>
  tx
    .select({ ...reminded, clinicId: dataRequests.clinicId })
    .from(dataRequests)
    .innerJoin(clinics, and(eq(clinics.id, dataRequests.clinicId), eq(clinics.status, 'active')))
    .where(and(isNull(dataRequests.closedAt), isRunning, lte(dataRequests.dueOn, by)))
