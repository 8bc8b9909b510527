import { and, count, desc, eq, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { patients } from '../patients/patient-schema.ts'
import { destroyedConsents, destructions } from './destruction-schema.ts'

export type DestructionRow = typeof destructions.$inferSelect
export type DestroyedConsent = typeof destroyedConsents.$inferSelect

/** A proposal that somebody may still decide about, or one that was decided and is being carried out. */
export const isOpen = (now: Date): SQL =>
  or(
    eq(destructions.status, 'confirmed'),
    and(eq(destructions.status, 'proposed'), gt(destructions.expiresAt, now)),
  )!

const isDestruction = (scope: StaffScope, id: string) =>
  and(eq(destructions.clinicId, scope.clinicId), eq(destructions.id, id))

type Proposal = Pick<
  DestructionRow,
  'patientId' | 'initials' | 'lastCareOn' | 'reviewOn' | 'rule' | 'reason' | 'expiresAt'
>

/**
 * Writes a proposal down; null where one is open, also one made at the same moment: the refusal undoes the transaction. A
 * lapsed one makes room.
 */
export async function insertProposal(scope: ClinicScope, proposal: Proposal): Promise<DestructionRow | null> {
  const by = { proposedById: scope.staffId, proposedBy: scope.actor.name, proposedAt: scope.now }
  await scope.tx
    .update(destructions)
    .set({ status: 'withdrawn', withdrawnBy: 'Candour', withdrawnAt: scope.now })
    .where(
      and(
        eq(destructions.clinicId, scope.clinicId),
        eq(destructions.patientId, proposal.patientId),
        eq(destructions.status, 'proposed'),
        lte(destructions.expiresAt, scope.now),
      ),
    )
  try {
    const [made] = await scope.tx
      .insert(destructions)
      .values({ ...proposal, ...by, clinicId: scope.clinicId })
      .returning()
    return made!
  } catch (error) {
    if (violatedConstraint(error) === 'destructions_open') return null
    throw error
  }
}

export async function findDestruction(scope: StaffScope, id: string): Promise<DestructionRow | undefined> {
  const [found] = await scope.tx.select().from(destructions).where(isDestruction(scope, id))
  return found
}

/** The same with the row locked: two people who decide at once decide one after the other. */
export async function lockDestruction(scope: ClinicScope, id: string): Promise<DestructionRow | undefined> {
  const [found] = await scope.tx.select().from(destructions).where(isDestruction(scope, id)).for('update')
  return found
}

export async function withdrawProposal(scope: ClinicScope, id: string): Promise<void> {
  const by = { withdrawnBy: scope.actor.name, withdrawnAt: scope.now }
  await scope.tx
    .update(destructions)
    .set({ ...by, status: 'withdrawn' })
    .where(isDestruction(scope, id))
}

export async function confirmProposal(scope: ClinicScope, id: string): Promise<void> {
  const by = { confirmedById: scope.staffId, confirmedBy: scope.actor.name, confirmedAt: scope.now }
  await scope.tx
    .update(destructions)
    .set({ ...by, status: 'confirmed' })
    .where(isDestruction(scope, id))
}

export type CertificateFile = { sha256: string; bytes: number; sealingKeyId: string }

/** Ends a destruction: its files are gone, its certificate is kept. False where another run ended it. */
export async function endDestruction(scope: JobScope, id: string, file: CertificateFile): Promise<boolean> {
  const ended = await scope.tx
    .update(destructions)
    .set({ ...file, status: 'done', filesLeft: [] })
    .where(and(isDestruction(scope, id), eq(destructions.status, 'erased')))
    .returning({ id: destructions.id })
  return ended.length > 0
}

export type ListedDestruction = {
  row: DestructionRow
  patient: { firstName: string; lastName: string } | null
}

const listed = (scope: StaffScope) =>
  scope.tx
    .select({ row: destructions, patient: { firstName: patients.firstName, lastName: patients.lastName } })
    .from(destructions)
    .leftJoin(
      patients,
      and(eq(patients.clinicId, destructions.clinicId), eq(patients.id, destructions.patientId)),
    )

export async function listDestructions(scope: ClinicScope, { limit, offset }: Slice) {
  const own = eq(destructions.clinicId, scope.clinicId)
  const [counted] = await scope.tx.select({ total: count() }).from(destructions).where(own)
  const rows = await listed(scope)
    .where(own)
    .orderBy(desc(destructions.proposedAt), desc(destructions.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

export async function findListedDestruction(scope: ClinicScope, id: string): Promise<ListedDestruction> {
  const [found] = await listed(scope).where(isDestruction(scope, id))
  return found!
}

/** What is kept of the consents of these destructions, in a fixed order. */
export const listDestroyedConsents = (
  scope: StaffScope,
  ids: readonly string[],
): Promise<DestroyedConsent[]> =>
  scope.tx
    .select()
    .from(destroyedConsents)
    .where(
      and(eq(destroyedConsents.clinicId, scope.clinicId), inArray(destroyedConsents.destructionId, [...ids])),
    )
    .orderBy(destroyedConsents.id)

/** Destructions whose rows are gone, in the order of their certificates, after a number. */
export const erasedAfter = (scope: StaffScope, number: number, limit: number): Promise<DestructionRow[]> =>
  scope.tx
    .select()
    .from(destructions)
    .where(
      and(
        eq(destructions.clinicId, scope.clinicId),
        inArray(destructions.status, ['erased', 'done']),
        gt(destructions.number, number),
      ),
    )
    .orderBy(sql`${destructions.number}`)
    .limit(limit)

/** Destructions of all clinics that were confirmed a while ago and are not done. */
export const lateDestructions = (
  scope: SweepScope,
  { confirmedBefore, limit }: { confirmedBefore: Date; limit: number },
) =>
  scope.tx
    .select({ clinicId: destructions.clinicId, id: destructions.id })
    .from(destructions)
    .where(
      and(
        inArray(destructions.status, ['confirmed', 'erased']),
        lte(destructions.confirmedAt, confirmedBefore),
      ),
    )
    .orderBy(destructions.confirmedAt)
    .limit(limit)
