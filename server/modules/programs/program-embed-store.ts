import { and, count, desc, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { embed_consents_max, embed_minutes, embed_view_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClinicScope, JobScope, StaffScope } from '../../platform/database/transaction.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { isNotDiscarded, responsibleStaffColumn } from '../consents/index.ts'
import { consents } from '../consents/consent-schema.ts'
import { apiKeys } from '../integrations/api-key-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { embedOrigins, embeds } from './program-embed-schema.ts'

const isListed = ({ clinicId }: StaffScope) =>
  and(eq(embedOrigins.clinicId, clinicId), isNull(embedOrigins.removedAt))

/** The origins of the practice with who added them, newest first. */
export const listOrigins = (scope: ClinicScope) =>
  scope.tx
    .select({
      id: embedOrigins.id,
      origin: embedOrigins.origin,
      addedAt: embedOrigins.addedAt,
      adder: { firstName: staff.firstName, lastName: staff.lastName },
    })
    .from(embedOrigins)
    .innerJoin(staff, and(eq(staff.clinicId, embedOrigins.clinicId), eq(staff.id, embedOrigins.addedBy)))
    .where(isListed(scope))
    .orderBy(desc(embedOrigins.addedAt), desc(embedOrigins.id))

/** Lets one origin of the practice be listed at a time, so that their number is not counted twice. */
export const lockOrigins = ({ tx, clinicId }: ClinicScope) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`embed origins of ${clinicId}`}, 0))`)

/** How many origins the practice has listed. */
export async function countOrigins(scope: ClinicScope): Promise<number> {
  const [found] = await scope.tx.select({ listed: count() }).from(embedOrigins).where(isListed(scope))
  return found!.listed
}

/** A listed origin, to the letter; undefined where it is not listed. */
export async function findOrigin(scope: ClinicScope, origin: string): Promise<string | undefined> {
  const [found] = await scope.tx
    .select({ id: embedOrigins.id })
    .from(embedOrigins)
    .where(and(isListed(scope), eq(embedOrigins.origin, origin)))
  return found?.id
}

/** Lists an origin; false where somebody else did at the same moment. */
export async function insertOrigin(scope: ClinicScope, origin: string): Promise<boolean> {
  const { tx, clinicId, staffId, now } = scope
  const made = await tx
    .insert(embedOrigins)
    .values({ clinicId, origin, addedBy: staffId, addedAt: now })
    .onConflictDoNothing()
    .returning({ id: embedOrigins.id })
  return made.length > 0
}

/** Removes an origin and what its frames show; answers which it was, or undefined where there is none. */
export async function removeOrigin(scope: ClinicScope, id: string): Promise<string | undefined> {
  const { tx, clinicId, now } = scope
  const [removed] = await tx
    .update(embedOrigins)
    .set({ removedAt: now })
    .where(and(isListed(scope), eq(embedOrigins.id, id)))
    .returning({ origin: embedOrigins.origin })
  if (removed) await tx.delete(embeds).where(and(eq(embeds.clinicId, clinicId), eq(embeds.originId, id)))
  return removed?.origin
}

type Shown = { shownPatientId: string; shownConsentId: string | null }

/** Keeps what an address shows, and answers its token; deletes those of the practice whose time is over. */
export async function insertEmbed(
  { tx, clinicId, now }: ClinicScope,
  embed: Shown & { keyId: string; originId: string },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  await tx.delete(embeds).where(and(eq(embeds.clinicId, clinicId), lte(embeds.expiresAt, now)))
  const token = newToken()
  const expiresAt = new Date(now.getTime() + embed_minutes * minute_ms)
  const [made] = await tx
    .insert(embeds)
    .values({ ...embed, clinicId, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .returning({ id: embeds.id })
  return { id: made!.id, token, expiresAt }
}

/** Which practice's frame this is and whose page may show it; null for one that is removed, or nobody's. */
export async function findFrame(
  database: Database,
  frameId: string,
): Promise<{ clinicId: string; origin: string } | null> {
  const query = {
    name: 'open_embed_frame',
    text: 'select clinic_id, origin from open_embed_frame($1)',
    values: [frameId],
  }
  const { rows } = await database.borrow((client) =>
    client.query<{ clinic_id: string; origin: string }>(query),
  )
  return rows[0] ? { clinicId: rows[0].clinic_id, origin: rows[0].origin } : null
}

export type Embed = Shown & { id: string; origin: string; keyName: string }

/** What shows in this frame now: of an origin that is listed still, and of a key that is good still. */
async function findGood(scope: JobScope, frameId: string, which: SQL | undefined): Promise<Embed | null> {
  const { id, shownPatientId, shownConsentId } = embeds
  const [found] = await scope.tx
    .select({ id, shownPatientId, shownConsentId, origin: embedOrigins.origin, keyName: apiKeys.name })
    .from(embeds)
    .innerJoin(apiKeys, and(eq(apiKeys.clinicId, embeds.clinicId), eq(apiKeys.id, embeds.keyId)))
    .innerJoin(
      embedOrigins,
      and(eq(embedOrigins.clinicId, embeds.clinicId), eq(embedOrigins.id, embeds.originId)),
    )
    .where(
      and(
        eq(embeds.clinicId, scope.clinicId),
        eq(embeds.originId, frameId),
        gt(embeds.expiresAt, scope.now),
        isListed(scope),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, scope.now),
        which,
      ),
    )
  return found ?? null
}

/** Opens an address, and answers the token of its view; null where it is not good, or somebody opened it before. */
export async function openEmbed(
  scope: JobScope,
  { frameId, token }: { frameId: string; token: string },
): Promise<{ embed: Embed; viewToken: string } | null> {
  const { tx, clinicId, now } = scope
  const embed = await findGood(scope, frameId, eq(embeds.tokenHash, hashToken(token)))
  if (!embed) return null
  const viewToken = `view_${newToken()}`
  const expiresAt = new Date(now.getTime() + embed_view_minutes * minute_ms)
  const opened = await tx
    .update(embeds)
    .set({ openedAt: now, viewTokenHash: hashToken(viewToken), expiresAt })
    .where(and(eq(embeds.clinicId, clinicId), eq(embeds.id, embed.id), isNull(embeds.openedAt)))
    .returning({ id: embeds.id })
  return opened.length > 0 ? { embed, viewToken } : null
}

/** Whether the practice gave an address out, good or no longer. */
export async function isKnownAddress({ tx, clinicId }: JobScope, token: string): Promise<boolean> {
  const ofToken = and(eq(embeds.clinicId, clinicId), eq(embeds.tokenHash, hashToken(token)))
  return (await tx.select({ id: embeds.id }).from(embeds).where(ofToken)).length > 0
}

/** What a view shows that was opened; null once it is over. */
export const findView = (
  scope: JobScope,
  { frameId, viewToken }: { frameId: string; viewToken: string },
): Promise<Embed | null> => findGood(scope, frameId, eq(embeds.viewTokenHash, hashToken(viewToken)))

/** Whose consent a view shows; undefined once it is gone. */
export async function findShownConsentPatient(
  { tx, clinicId }: JobScope,
  consentId: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ patientId: consents.patientId })
    .from(consents)
    .where(and(eq(consents.clinicId, clinicId), eq(consents.id, consentId)))
  return found?.patientId
}

/** The consents of a view as they stand, newest first, with whoever looks after each now. */
export const findShownConsents = ({ tx, clinicId }: JobScope, { shownPatientId, shownConsentId }: Shown) =>
  tx
    .select({
      id: consents.id,
      status: consents.status,
      treatment: consents.treatment,
      teeth: consents.teeth,
      createdAt: consents.createdAt,
      sentAt: consents.sentAt,
      viewedAt: consents.viewedAt,
      signedAt: consents.signedAt,
      expiresAt: consents.expiresAt,
      reconfirmSince: consents.reconfirmSince,
      clinician: { firstName: staff.firstName, lastName: staff.lastName },
    })
    .from(consents)
    .innerJoin(staff, and(eq(staff.clinicId, consents.clinicId), eq(staff.id, responsibleStaffColumn)))
    .where(
      and(
        eq(consents.clinicId, clinicId),
        shownConsentId === null
          ? and(eq(consents.patientId, shownPatientId), isNotDiscarded)
          : eq(consents.id, shownConsentId),
      ),
    )
    .orderBy(desc(consents.createdAt), desc(consents.id))
    .limit(embed_consents_max)
