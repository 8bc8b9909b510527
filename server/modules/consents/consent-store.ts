import { and, asc, count, desc, eq, gte, ilike, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { consentStatuses, type ConsentMove, type ConsentStatus } from '../../../contract/states.ts'
import type { AdminScope, ClinicScope, JobScope, SweepScope, TenantScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { actorText, eventHash, type ChainEvent } from './consent-chain.ts'
import { afterMove, statusesOfView, type ConsentView } from './consent-rules.ts'
import { consentEvents, consentItems, consents, countersignatures } from './consent-schema.ts'

export type ConsentRecord = typeof consents.$inferSelect
export type ConsentItem = typeof consentItems.$inferSelect
export type Countersignature = typeof countersignatures.$inferSelect
type StaffSide = ClinicScope | JobScope

const isConsent = (scope: TenantScope, id: string) => and(eq(consents.clinicId, scope.clinicId), eq(consents.id, id))

/** One consent of the scope, or undefined: another clinic's and another patient's are as if they did not exist. */
export async function findConsent(scope: TenantScope, id: string): Promise<ConsentRecord | undefined> {
  const [found] = await scope.tx.select().from(consents).where(isConsent(scope, id))
  return found
}

/** The same with the row locked until the transaction ends: whoever changes a consent starts here. */
export async function lockConsent(scope: TenantScope, id: string): Promise<ConsentRecord | undefined> {
  const [found] = await scope.tx.select().from(consents).where(isConsent(scope, id)).for('update')
  return found
}

/** The treatments of a consent, in order. */
export const itemsOf = (scope: TenantScope, consentId: string): Promise<ConsentItem[]> =>
  scope.tx
    .select()
    .from(consentItems)
    .where(and(eq(consentItems.clinicId, scope.clinicId), eq(consentItems.consentId, consentId)))
    .orderBy(asc(consentItems.position))

export type Drafted = Pick<ConsentRecord, 'patientId' | 'clinicianId' | 'diagnosis' | 'placeholders' | 'replacesId'>
export type DraftedItem = Pick<ConsentItem, 'templateId' | 'templateVersionId' | 'teeth' | 'treatment'>

export async function insertDraft(scope: ClinicScope, draft: Drafted, item: DraftedItem): Promise<ConsentRecord> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(consents)
    .values({ ...draft, clinicId, createdBy: scope.staffId, createdAt: now, updatedAt: now })
    .returning()
  await scope.tx.insert(consentItems).values({ ...item, clinicId, consentId: made!.id })
  return made!
}

export async function updateDraft(scope: ClinicScope, id: string, draft: Omit<Drafted, 'replacesId'>, item: DraftedItem): Promise<ConsentRecord> {
  const [changed] = await scope.tx
    .update(consents)
    .set({ ...draft, updatedAt: scope.now })
    .where(isConsent(scope, id))
    .returning()
  await scope.tx
    .update(consentItems)
    .set(item)
    .where(and(eq(consentItems.clinicId, scope.clinicId), eq(consentItems.consentId, id), eq(consentItems.position, 1)))
  return changed!
}

/** A consent's events in order. */
export const eventsOf = (scope: TenantScope, consentId: string): Promise<ChainEvent[]> =>
  scope.tx
    .select()
    .from(consentEvents)
    .where(and(eq(consentEvents.clinicId, scope.clinicId), eq(consentEvents.consentId, consentId)))
    .orderBy(asc(consentEvents.number))

/** Adds an event to the chain of a locked consent. */
export async function appendEvent(scope: TenantScope, consentId: string, event: string, details: Record<string, unknown>): Promise<ChainEvent> {
  const [last] = await scope.tx
    .select()
    .from(consentEvents)
    .where(and(eq(consentEvents.clinicId, scope.clinicId), eq(consentEvents.consentId, consentId)))
    .orderBy(desc(consentEvents.number))
    .limit(1)
  const added = {
    clinicId: scope.clinicId,
    consentId,
    number: (last?.number ?? 0) + 1,
    event,
    at: scope.now,
    actor: actorText(scope.actor),
    ip: scope.visit.ip,
    userAgent: scope.visit.userAgent,
    details,
    previousHash: last?.hash ?? '',
  }
  const chained = { ...added, hash: eventHash(added) }
  await scope.tx.insert(consentEvents).values(chained)
  return chained
}

type MoveWith = { details?: Record<string, unknown>; set?: Partial<ConsentRecord> }

/**
 * Moves a locked consent to its next state and writes the event, telling whoever listens for it. Answers null when
 * the state does not allow the move.
 */
export async function moveConsent(
  scope: TenantScope,
  consent: ConsentRecord,
  move: ConsentMove,
  { details = {}, set = {} }: MoveWith = {},
): Promise<ConsentRecord | null> {
  const next = afterMove(consent.status, move, scope.now)
  if (!next) return null
  const [moved] = await scope.tx
    .update(consents)
    .set({ ...set, ...next.change })
    .where(isConsent(scope, consent.id))
    .returning()
  await appendEvent(scope, consent.id, next.event, details)
  scope.enqueue(next.event, { clinicId: scope.clinicId, consentId: consent.id })
  return moved!
}

export async function insertCountersignature(scope: ClinicScope, row: Omit<Countersignature, 'clinicId' | 'id' | 'at' | 'staffId'>): Promise<void> {
  await scope.tx.insert(countersignatures).values({ ...row, clinicId: scope.clinicId, staffId: scope.staffId, at: scope.now })
}

export async function countersignatureOf(scope: TenantScope, consentId: string): Promise<Countersignature | undefined> {
  const [found] = await scope.tx
    .select()
    .from(countersignatures)
    .where(and(eq(countersignatures.clinicId, scope.clinicId), eq(countersignatures.consentId, consentId)))
  return found
}

export type ListedConsent = Awaited<ReturnType<typeof listed>>[number]

const listColumns = {
  consent: consents,
  treatment: consentItems.treatment,
  teeth: consentItems.teeth,
  patient: { id: patients.id, title: patients.title, firstName: patients.firstName, lastName: patients.lastName, dateOfBirth: patients.dateOfBirth },
  clinician: { id: staff.id, firstName: staff.firstName, lastName: staff.lastName },
}

function joined(scope: StaffSide) {
  return scope.tx
    .select(listColumns)
    .from(consents)
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .innerJoin(staff, and(eq(staff.clinicId, consents.clinicId), eq(staff.id, consents.clinicianId)))
    .innerJoin(consentItems, and(eq(consentItems.clinicId, consents.clinicId), eq(consentItems.consentId, consents.id), eq(consentItems.position, 1)))
}

const listed = (scope: StaffSide, where: SQL | undefined, { limit, offset }: { limit: number; offset: number }) =>
  joined(scope)
    .where(and(eq(consents.clinicId, scope.clinicId), where))
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)

export type ConsentFilter = { search: string; view: ConsentView; clinicianId?: string | undefined; patientId?: string | undefined }

const ofView = (view: ConsentView): SQL | undefined => {
  const statuses = statusesOfView[view]
  return statuses ? inArray(consents.status, [...statuses]) : undefined
}

function matching({ search, clinicianId, patientId }: Omit<ConsentFilter, 'view'>): SQL | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  const name = sql`${patients.firstName} || ' ' || ${patients.lastName} || ' ' || ${consentItems.treatment}`
  return and(
    ...words.map((word) => ilike(name, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
    clinicianId ? eq(consents.clinicianId, clinicianId) : undefined,
    patientId ? eq(consents.patientId, patientId) : undefined,
  )
}

export const listConsents = (scope: ClinicScope, { view, ...filter }: ConsentFilter, page: { limit: number; offset: number }) =>
  listed(scope, and(ofView(view), matching(filter)), page)

export const consentsOfPatient = (scope: ClinicScope, patientId: string) =>
  listed(scope, eq(consents.patientId, patientId), { limit: 500, offset: 0 })

export async function findListed(scope: StaffSide, id: string): Promise<ListedConsent | undefined> {
  const [found] = await joined(scope).where(isConsent(scope, id))
  return found
}

/** How many consents each view of the list would show. */
export async function countViews(scope: ClinicScope, filter: Omit<ConsentFilter, 'view'>): Promise<Record<ConsentView, number>> {
  const rows = await scope.tx
    .select({ status: consents.status, count: count() })
    .from(consents)
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .innerJoin(consentItems, and(eq(consentItems.clinicId, consents.clinicId), eq(consentItems.consentId, consents.id), eq(consentItems.position, 1)))
    .where(and(eq(consents.clinicId, scope.clinicId), matching(filter)))
    .groupBy(consents.status)
  const total = (statuses: readonly ConsentStatus[] | null) =>
    rows.reduce((sum, row) => (statuses === null || statuses.includes(row.status) ? sum + row.count : sum), 0)
  return Object.fromEntries(Object.entries(statusesOfView).map(([view, statuses]) => [view, total(statuses)])) as Record<ConsentView, number>
}

const week_ms = 7 * 24 * 60 * 60 * 1000

export async function countConsents(scope: ClinicScope) {
  const own = eq(consents.clinicId, scope.clinicId)
  const rows = await scope.tx.select({ status: consents.status, count: count() }).from(consents).where(own).groupBy(consents.status)
  const weekAgo = new Date(scope.now.getTime() - week_ms)
  const weekAhead = new Date(scope.now.getTime() + week_ms)
  const [expiring] = await scope.tx
    .select({ count: count() })
    .from(consents)
    .where(and(own, inArray(consents.status, ['sent', 'viewed']), lte(consents.expiresAt, weekAhead)))
  const [signed] = await scope.tx.select({ count: count() }).from(consents).where(and(own, gte(consents.signedAt, weekAgo)))
  return { byStatus: byStatus(rows), expiring: expiring!.count, signed: signed!.count }
}

const none = Object.fromEntries(consentStatuses.map((status) => [status, 0])) as Record<ConsentStatus, number>

/** Every status is named, also those no consent stands in. */
const byStatus = (rows: { status: ConsentStatus; count: number }[]): Record<ConsentStatus, number> => ({
  ...none,
  ...Object.fromEntries(rows.map((row) => [row.status, row.count])),
})

/** Ids of consents whose time has run out, oldest first. */
export const expiredConsents = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: consents.clinicId, id: consents.id })
    .from(consents)
    .where(and(inArray(consents.status, ['sent', 'viewed']), lte(consents.expiresAt, scope.now)))
    .orderBy(asc(consents.expiresAt))
    .limit(limit)

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
  and(clinicId ? eq(consents.clinicId, clinicId) : undefined, status ? eq(consents.status, status) : undefined)

/** Consents across clinics as metadata: the role may read nothing else of them. */
export const listMetadata = (scope: AdminScope, filter: AdminFilter, { limit, offset }: { limit: number; offset: number }) =>
  scope.tx
    .select(metadata)
    .from(consents)
    .innerJoin(clinics, eq(clinics.id, consents.clinicId))
    .where(ofAdmin(filter))
    .orderBy(desc(consents.updatedAt), desc(consents.id))
    .limit(limit)
    .offset(offset)

export async function countMetadata(scope: AdminScope, filter: AdminFilter) {
  const rows = await scope.tx.select({ status: consents.status, count: count() }).from(consents).where(ofAdmin(filter)).groupBy(consents.status)
  const [all] = await scope.tx.select({ count: count() }).from(clinics)
  return { byStatus: byStatus(rows), total: rows.reduce((sum, row) => sum + row.count, 0), clinics: all!.count }
}
