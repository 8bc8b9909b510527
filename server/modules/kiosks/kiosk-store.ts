import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { ClinicScope, JobScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { kioskForms, kioskHandovers } from './kiosk-schema.ts'

export type KioskSessionRow = typeof kioskHandovers.$inferSelect

/** These consents of the clinic, kept from changing until the transaction ends; what it has not is left out. */
export const lockConsentsByIds = (scope: ClinicScope, ids: readonly string[]) =>
  scope.tx
    .select({
      id: consents.id,
      patientId: consents.patientId,
      status: consents.status,
      expiresAt: consents.expiresAt,
    })
    .from(consents)
    .where(and(eq(consents.clinicId, scope.clinicId), inArray(consents.id, [...ids])))
    .for('share')

/** Keeps what a session is handed over for, in the order it was asked for. */
export async function insertKioskSession(
  scope: ClinicScope,
  { id: handoverId, sessionId, consentIds }: { id: string; sessionId: string; consentIds: readonly string[] },
): Promise<void> {
  const { clinicId, staffId, now: createdAt } = scope
  await scope.tx.insert(kioskHandovers).values({ clinicId, id: handoverId, staffId, sessionId, createdAt })
  await scope.tx
    .insert(kioskForms)
    .values(consentIds.map((consentId, position) => ({ clinicId, handoverId, consentId, position })))
}

/** Locks the caller's own session to a handover, in the same transaction; false where it has ended meanwhile. */
export async function lockStaffSession(
  scope: ClinicScope,
  sessionId: string,
  handoverId: string,
): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ locked: boolean }>(
    sql`select hand_session_over(${sessionId}, ${scope.staffId}, ${handoverId}) as locked`,
  )
  return rows[0]!.locked
}

const kioskSessionById = (scope: JobScope, id: string) =>
  and(eq(kioskHandovers.clinicId, scope.clinicId), eq(kioskHandovers.id, id), isNull(kioskHandovers.endedAt))

/** A handover that has not ended. */
export async function findKioskSession(scope: JobScope, id: string): Promise<KioskSessionRow | undefined> {
  const [found] = await scope.tx.select().from(kioskHandovers).where(kioskSessionById(scope, id))
  return found
}

/** The same with its row locked, so that two tries are counted as two. */
export async function lockKioskSession(scope: JobScope, id: string): Promise<KioskSessionRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(kioskHandovers)
    .where(kioskSessionById(scope, id))
    .for('update')
  return found
}

/** Changes a handover that has not ended. */
export async function updateKioskSession(
  scope: JobScope,
  id: string,
  change: Partial<Pick<KioskSessionRow, 'failedAttempts' | 'provedUntil' | 'endedAt'>>,
): Promise<void> {
  await scope.tx.update(kioskHandovers).set(change).where(kioskSessionById(scope, id))
}

const formsOfKioskSession = (scope: JobScope, handoverId: string) =>
  and(eq(kioskForms.clinicId, scope.clinicId), eq(kioskForms.handoverId, handoverId))

/** The forms of a handover in order, as they stand now, and whose they are. */
export const listKioskForms = (scope: JobScope, handoverId: string) =>
  scope.tx
    .select({
      id: kioskForms.id,
      consentId: kioskForms.consentId,
      linkId: kioskForms.linkId,
      title: sql<string>`coalesce(${consents.content} ->> 'title', '')`,
      teeth: sql<FrozenContent['teeth']>`coalesce(${consents.content} -> 'teeth', '[]')`,
      status: consents.status,
      expiresAt: consents.expiresAt,
      patientId: consents.patientId,
      dateOfBirth: patients.dateOfBirth,
    })
    .from(kioskForms)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, kioskForms.clinicId), eq(consents.id, kioskForms.consentId)),
    )
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .where(formsOfKioskSession(scope, handoverId))
    .orderBy(asc(kioskForms.position))

/** Notes the link that a form is about to be opened by. */
export async function setFormLink(scope: JobScope, id: string, linkId: string): Promise<void> {
  await scope.tx
    .update(kioskForms)
    .set({ linkId })
    .where(and(eq(kioskForms.clinicId, scope.clinicId), eq(kioskForms.id, id)))
}

/** The links that the forms of a handover were opened by last. */
export async function listLinksOfKioskSession(scope: JobScope, handoverId: string): Promise<string[]> {
  const rows = await scope.tx
    .select({ linkId: kioskForms.linkId })
    .from(kioskForms)
    .where(formsOfKioskSession(scope, handoverId))
  return rows.flatMap(({ linkId }) => linkId ?? [])
}
