import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { hour_ms } from '../../platform/clock.ts'
import { emergency_notice_hours } from '../../../contract/limits.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { auditRows } from '../audit/audit-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consentEvents, consents } from '../consents/consent-schema.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { accessExpiry, type AccessRecord } from './emergency-access-rules.ts'
import { emergencyAccesses } from './emergency-access-schema.ts'

export type ConsentMetadataRow = NonNullable<Awaited<ReturnType<typeof findConsentMetadata>>>

/** What the platform may know of a consent without a reason; undefined where there is none such. */
export async function findConsentMetadata({ tx }: AdminScope, consentId: string) {
  const { id, clinicId, kind, status, contentHash } = consents
  const { createdAt, sentAt, viewedAt, signedAt, finalisedAt, expiresAt } = consents
  const [found] = await tx
    .select({
      ...{ id, clinicId, clinicName: clinics.name, kind, status, contentHash },
      ...{ createdAt, sentAt, viewedAt, signedAt, finalisedAt, expiresAt },
    })
    .from(consents)
    .innerJoin(clinics, eq(clinics.id, clinicId))
    .where(eq(id, consentId))
  return found
}

type ConsentRef = { clinicId: string; id: string }

/** Its events whose names say nothing of anybody's health, in order: the role reads no others. */
export const listMetadataEvents = ({ tx }: AdminScope, { clinicId, id }: ConsentRef) =>
  tx
    .select({
      number: consentEvents.number,
      event: consentEvents.event,
      at: consentEvents.at,
      hash: consentEvents.hash,
    })
    .from(consentEvents)
    .where(and(eq(consentEvents.clinicId, clinicId), eq(consentEvents.consentId, id)))
    .orderBy(asc(consentEvents.number))

/** Its sealed files, the newest first. */
export function listSealedFiles({ tx }: AdminScope, { clinicId, id }: ConsentRef) {
  const { number, kind, sha256, bytes, createdAt, stampedUntil, sealingKeyId } = documentVersions
  return tx
    .select({ id: documentVersions.id, number, kind, sha256, bytes, createdAt, stampedUntil, sealingKeyId })
    .from(documentVersions)
    .where(and(eq(documentVersions.clinicId, clinicId), eq(documentVersions.consentId, id)))
    .orderBy(desc(number))
}

/** What became of the messages about it, the first one first. */
export function listDeliveriesOfConsent({ tx }: AdminScope, { clinicId, id }: ConsentRef) {
  const { kind, channel, status, createdAt, updatedAt } = messages
  return tx
    .select({ id: messages.id, kind, channel, status, createdAt, updatedAt })
    .from(messages)
    .where(and(eq(messages.clinicId, clinicId), eq(messages.aboutId, id)))
    .orderBy(asc(createdAt), asc(messages.id))
}

/** Who opened it so far, the newest first. */
export const listAccessesOfConsent = ({ tx }: AdminScope, { id }: ConsentRef): Promise<AccessRecord[]> =>
  tx
    .select()
    .from(emergencyAccesses)
    .where(eq(emergencyAccesses.consentId, id))
    .orderBy(desc(emergencyAccesses.fromAt), desc(emergencyAccesses.id))

/** The caller's own access to that consent, running or not; another one's is as if it did not exist. */
export async function findOwnAccess(
  { tx, actor }: AdminScope,
  { accessId, consentId }: { accessId: string; consentId: string },
): Promise<AccessRecord | undefined> {
  const [found] = await tx
    .select()
    .from(emergencyAccesses)
    .where(
      and(
        eq(emergencyAccesses.id, accessId),
        eq(emergencyAccesses.consentId, consentId),
        eq(emergencyAccesses.adminId, actor.userId),
      ),
    )
  return found
}

/** Writes down that a record is opened; the practice hears of it with the same transaction. */
export async function insertAccess(
  { tx, now, actor, enqueue }: AdminScope,
  opened: Pick<AccessRecord, 'clinicId' | 'consentId' | 'reason' | 'words' | 'ticket'>,
): Promise<AccessRecord> {
  const [made] = await tx
    .insert(emergencyAccesses)
    .values({
      ...opened,
      adminId: actor.userId,
      adminName: actor.name,
      fromAt: now,
      untilAt: accessExpiry(now),
    })
    .returning()
  const { clinicId, id: accessId } = made!
  enqueue('emergency-access.opened', { clinicId, accessId })
  enqueue('emergency-access.changed', { clinicId, accessId })
  return made!
}

/** Ends an access that runs; undefined where somebody was faster. */
export async function endAccess(
  { tx, now, enqueue }: AdminScope,
  { clinicId, id }: AccessRecord,
): Promise<AccessRecord | undefined> {
  const [ended] = await tx
    .update(emergencyAccesses)
    .set({ endedAt: now })
    .where(
      and(
        eq(emergencyAccesses.clinicId, clinicId),
        eq(emergencyAccesses.id, id),
        sql`${emergencyAccesses.endedAt} is null`,
      ),
    )
    .returning()
  if (ended) enqueue('emergency-access.changed', { clinicId, accessId: id })
  return ended
}

const ofClinic = ({ clinicId }: ClinicScope) => eq(emergencyAccesses.clinicId, clinicId)

/** A page of the practice's records that were opened, the newest first, and how many there were. */
export async function listAccesses(scope: ClinicScope, { limit, offset }: Slice) {
  const total = await scope.tx.$count(emergencyAccesses, ofClinic(scope))
  const rows = await scope.tx
    .select()
    .from(emergencyAccesses)
    .where(ofClinic(scope))
    .orderBy(desc(emergencyAccesses.fromAt), desc(emergencyAccesses.id))
    .limit(limit)
    .offset(offset)
  return { rows, total }
}

/** More than anybody opens in a day without being noticed; the dashboard names no more. */
const recent_max = 10

/** Those of the last hours, the newest first. */
export function listRecentAccesses(scope: ClinicScope): Promise<AccessRecord[]> {
  const since = new Date(scope.now.getTime() - emergency_notice_hours * hour_ms)
  return scope.tx
    .select()
    .from(emergencyAccesses)
    .where(and(ofClinic(scope), gt(emergencyAccesses.fromAt, since)))
    .orderBy(desc(emergencyAccesses.fromAt), desc(emergencyAccesses.id))
    .limit(recent_max)
}

/** What was looked at is what the audit log has of it, so that the two cannot differ. */
const readKindByAction: Record<string, 'record' | 'document'> = {
  'emergency_access.record_read': 'record',
  'emergency_access.document_read': 'document',
}

/** What was read under each of these accesses, in the order in which it was. */
export async function listReadsByAccess(scope: ClinicScope, accessIds: readonly string[]) {
  const rows = await scope.tx
    .select({ accessId: auditRows.subject, action: auditRows.action, at: auditRows.at, ip: auditRows.ip })
    .from(auditRows)
    .where(
      and(
        eq(auditRows.clinicId, scope.clinicId),
        inArray(auditRows.subject, [...accessIds]),
        inArray(auditRows.action, Object.keys(readKindByAction)),
      ),
    )
    .orderBy(asc(auditRows.sequence))
  return (accessId: string) =>
    rows
      .filter((row) => row.accessId === accessId)
      .map(({ action, at, ip }) => ({ what: readKindByAction[action]!, at: at.toISOString(), ip }))
}
