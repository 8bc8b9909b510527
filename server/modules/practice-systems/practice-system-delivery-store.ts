import { and, asc, count, desc, eq, lte, sql } from 'drizzle-orm'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { practiceSystemDeliveries as deliveries } from './practice-system-schema.ts'

export type DeliveryRow = typeof deliveries.$inferSelect

const deliveryById = (scope: StaffScope, id: string) =>
  and(eq(deliveries.clinicId, scope.clinicId), eq(deliveries.id, id))

/** Sealed documents of a consent, oldest first; each is written back once, and with it a note. */
export const listSealed = (scope: StaffScope, consentId: string) =>
  scope.tx
    .select({
      id: documentVersions.id,
      kind: documentVersions.kind,
      about: documentVersions.about,
      sha256: documentVersions.sha256,
    })
    .from(documentVersions)
    .where(and(eq(documentVersions.clinicId, scope.clinicId), eq(documentVersions.consentId, consentId)))
    .orderBy(asc(documentVersions.number))

type NewDelivery = Pick<DeliveryRow, 'systemId' | 'consentId' | 'kind' | 'documentId' | 'giveUpAt'>

/** Puts documents and notes on their way that are not yet; answers the ids of those that are new. */
export async function insertDeliveries(scope: JobScope, made: readonly NewDelivery[]): Promise<string[]> {
  if (made.length === 0) return []
  const { clinicId, now } = scope
  const inserted = await scope.tx
    .insert(deliveries)
    .values(made.map((each) => ({ ...each, clinicId, createdAt: now, nextAttemptAt: now })))
    .onConflictDoNothing()
    .returning({ id: deliveries.id })
  return inserted.map(({ id }) => id)
}

/** Puts the state of a consent on its way, again where it was before. */
export async function queueState(
  scope: JobScope,
  { systemId, consentId, giveUpAt }: Pick<NewDelivery, 'systemId' | 'consentId' | 'giveUpAt'>,
): Promise<string> {
  const { clinicId, now } = scope
  const again = { status: 'queued', failure: null, nextAttemptAt: now, giveUpAt, deliveredAt: null } as const
  const [queued] = await scope.tx
    .insert(deliveries)
    .values({ clinicId, systemId, consentId, kind: 'state', giveUpAt, createdAt: now, nextAttemptAt: now })
    .onConflictDoUpdate({
      target: [deliveries.clinicId, deliveries.systemId, deliveries.consentId],
      targetWhere: sql`kind = 'state'`,
      set: { ...again, attempts: 0, revision: sql`${deliveries.revision} + 1` },
    })
    .returning({ id: deliveries.id })
  return queued!.id
}

export async function lockDelivery(scope: StaffScope, id: string): Promise<DeliveryRow | undefined> {
  const [found] = await scope.tx.select().from(deliveries).where(deliveryById(scope, id)).for('update')
  return found
}

export async function updateDelivery(
  scope: StaffScope,
  id: string,
  change: Partial<
    Pick<DeliveryRow, 'status' | 'failure' | 'attempts' | 'nextAttemptAt' | 'giveUpAt' | 'deliveredAt'>
  >,
): Promise<DeliveryRow> {
  const [changed] = await scope.tx.update(deliveries).set(change).where(deliveryById(scope, id)).returning()
  return changed!
}

export async function listDeliveries(
  scope: ClinicScope,
  { systemId, status }: { systemId: string; status: DeliveryRow['status'] | undefined },
  { limit, offset }: Slice,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const where = and(
    eq(deliveries.clinicId, scope.clinicId),
    eq(deliveries.systemId, systemId),
    status ? eq(deliveries.status, status) : undefined,
  )
  const [counted] = await scope.tx.select({ total: count() }).from(deliveries).where(where)
  const rows = await scope.tx
    .select()
    .from(deliveries)
    .where(where)
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** What is due to be written, longest first: ids alone. */
export const findDueDeliveries = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: deliveries.clinicId, deliveryId: deliveries.id })
    .from(deliveries)
    .where(lte(deliveries.nextAttemptAt, scope.now))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(limit)
