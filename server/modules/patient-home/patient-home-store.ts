import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobScope, PatientScope } from '../../platform/database/transaction.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { consents } from '../consents/consent-schema.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { signatures } from '../signing/signing-schema.ts'
import { homeLinkExpiry, homeSessionExpiry, linksReplacedBefore } from './patient-home-rules.ts'
import { homeLinks, homeSessions } from './patient-home-schema.ts'

export type HomeLinkRow = typeof homeLinks.$inferSelect

/** More consents than one person ever has; the page has no pages. */
const consents_max = 500

/** The clinics where an address is a patient's; asked before any scope exists. The address is in lower case. */
export async function clinicsOfAddress(database: Database, email: string): Promise<string[]> {
  const query = {
    name: 'clinics_of_patient_address',
    text: 'select clinic_id from clinics_of_patient_address($1)',
    values: [email],
  }
  const { rows } = await database.borrow((client) => client.query<{ clinic_id: string }>(query))
  return rows.map((row) => row.clinic_id)
}

/** Whose live link a token is; null for dead and unknown ones alike. */
export async function openHomeLink(
  database: Database,
  token: string,
  now: Date,
): Promise<{ clinicId: string; linkId: string } | null> {
  const query = {
    name: 'open_home_link',
    text: 'select clinic_id, link_id from open_home_link($1, $2)',
    values: [hashToken(token), now],
  }
  const { rows } = await database.borrow((client) =>
    client.query<{ clinic_id: string; link_id: string }>(query),
  )
  const [found] = rows
  return found ? { clinicId: found.clinic_id, linkId: found.link_id } : null
}

type OpenHomeSession = { clinic_id: string; patient_id: string; consent_ids: string[] }

/** Whose page a cookie's token opens, and every consent of it that was ever sent. */
export async function openHomeSession(
  database: Database,
  token: string,
  now: Date,
): Promise<{ clinicId: string; patientId: string; consentIds: string[] } | null> {
  const query = {
    name: 'open_home_session',
    text: 'select clinic_id, patient_id, consent_ids from open_home_session($1, $2)',
    values: [hashToken(token), now],
  }
  const { rows } = await database.borrow((client) => client.query<OpenHomeSession>(query))
  const [found] = rows
  if (!found) return null
  return { clinicId: found.clinic_id, patientId: found.patient_id, consentIds: found.consent_ids }
}

/** The active patients of an address, the record changed last first. The address is in lower case. */
export const peopleOfAddress = (scope: JobScope, email: string) =>
  scope.tx
    .select({
      id: patients.id,
      /** Who has one name proves that. */
      firstName: sql<string>`coalesce(nullif(${patients.firstName}, ''), ${patients.lastName})`,
      dateOfBirth: patients.dateOfBirth,
      email: patients.email,
    })
    .from(patients)
    .where(
      and(
        eq(patients.clinicId, scope.clinicId),
        eq(sql`lower(${patients.email})`, email),
        eq(patients.status, 'active'),
      ),
    )
    .orderBy(desc(patients.updatedAt), desc(patients.id))

/** Adds the link that a request made; false where the same request made it before. */
export async function insertHomeLink(
  scope: JobScope,
  { id, email }: { id: string; email: string },
): Promise<boolean> {
  const { clinicId, now: createdAt } = scope
  const made = await scope.tx
    .insert(homeLinks)
    .values({ clinicId, id, email, expiresAt: homeLinkExpiry(createdAt), createdAt })
    .onConflictDoNothing()
    .returning({ id: homeLinks.id })
  return made.length === 1
}

const isHomeLink = (scope: JobScope, id: string) =>
  and(eq(homeLinks.clinicId, scope.clinicId), eq(homeLinks.id, id))

/** One link with its row locked, so that two tries are counted as two and one use is one. */
export async function lockHomeLink(scope: JobScope, id: string): Promise<HomeLinkRow | undefined> {
  const [found] = await scope.tx.select().from(homeLinks).where(isHomeLink(scope, id)).for('update')
  return found
}

/** Changes a link that is locked. */
export async function updateHomeLink(
  scope: JobScope,
  id: string,
  change: Partial<Pick<HomeLinkRow, 'tokenHash' | 'failedAttempts' | 'usedAt'>>,
): Promise<void> {
  await scope.tx.update(homeLinks).set(change).where(isHomeLink(scope, id))
}

/**
 * A newer link takes the place of those before it: each live one is five more tries at a birth date. One that was only
 * just sent stays, so that nobody who asks for somebody else's links takes theirs from under their hands.
 */
export async function expireOlderLinks(scope: JobScope, { id, email }: HomeLinkRow): Promise<void> {
  await scope.tx
    .update(homeLinks)
    .set({ usedAt: scope.now })
    .where(
      and(
        eq(homeLinks.clinicId, scope.clinicId),
        eq(homeLinks.email, email),
        ne(homeLinks.id, id),
        isNull(homeLinks.usedAt),
        lt(homeLinks.createdAt, linksReplacedBefore(scope.now)),
      ),
    )
}

/** Keeps what was proved and answers the token of its cookie. */
export async function insertHomeSession(scope: JobScope, patientId: string): Promise<string> {
  const token = newToken()
  const { clinicId, now: createdAt } = scope
  const expiresAt = homeSessionExpiry(createdAt)
  await scope.tx
    .insert(homeSessions)
    .values({ clinicId, patientId, tokenHash: hashToken(token), expiresAt, createdAt })
  return token
}

/** Ends the session of a cookie. */
export async function deleteHomeSession(scope: JobScope, token: string): Promise<void> {
  await scope.tx
    .delete(homeSessions)
    .where(and(eq(homeSessions.clinicId, scope.clinicId), eq(homeSessions.tokenHash, hashToken(token))))
}

/**
 * The id of the link that a session opens a consent by: always the same, so that opening twice makes one and leaving
 * finds it. Nobody can work it out without the session's token.
 */
export function sessionLinkId(token: string, consentId: string): string {
  const bytes = createHash('sha256').update(`${token} ${consentId}`).digest().subarray(0, 16)
  // Version 8 of a UUID is the one for values of one's own making.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The patient's consents that were ever sent, newest first. */
export const sentConsents = (scope: PatientScope) =>
  scope.tx
    .select({
      id: consents.id,
      title: sql<string>`${consents.content} ->> 'title'`,
      teeth: sql<FrozenContent['teeth']>`${consents.content} -> 'teeth'`,
      treatments: sql<FrozenContent['treatments'] | null>`${consents.content} -> 'treatments'`,
      declined: signatures.declined,
      status: consents.status,
      sentAt: consents.sentAt,
      signedAt: consents.signedAt,
      expiresAt: consents.expiresAt,
      startedAt: consents.startedAt,
    })
    .from(consents)
    .leftJoin(
      signatures,
      and(eq(signatures.clinicId, consents.clinicId), eq(signatures.consentId, consents.id)),
    )
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        eq(consents.patientId, scope.patientId),
        isNotNull(consents.sentAt),
      ),
    )
    .orderBy(desc(consents.sentAt), desc(consents.id))
    .limit(consents_max)

/** The sealed copies of these consents, newest first. */
export const findSealedCopies = (scope: PatientScope, consentIds: string[]) =>
  scope.tx
    .select()
    .from(documentVersions)
    .where(
      and(eq(documentVersions.clinicId, scope.clinicId), inArray(documentVersions.consentId, consentIds)),
    )
    .orderBy(sql`${documentVersions.kind} like 'annex%'`, desc(documentVersions.number))
