import { and, desc, eq, gt, inArray, isNotNull, isNull, min, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { deliveryStateOf } from '../../../contract/delivery-states.ts'
import type { Link } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import { openCallerMemory } from '../../platform/database/caller-memory.ts'
import type { Database } from '../../platform/database/database.ts'
import { whereOwn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type {
  JobData,
  ClinicScope,
  JobScope,
  LinkScope,
  PatientScope,
  StaffScope,
  TenantScope,
  Tx,
} from '../../platform/database/transaction.ts'
import { signedAttestationsInsert, type SignedAttestation } from '../consents/index.ts'
import { consentItems, consents } from '../consents/consent-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { patientSessionExpiry } from './signing-rules.ts'
import {
  links,
  patientSessions,
  signatures,
  type CapacityDecisionSignature,
  type PaperSignature,
} from './signing-schema.ts'

export type LinkRow = typeof links.$inferSelect
export type SignatureRow = typeof signatures.$inferSelect

/** Makes a link and answers its token, which is nowhere kept. */
export async function insertLink(
  scope: StaffScope,
  {
    consentId,
    expiresAt,
    messageId = null,
    withoutCode = false,
  }: { consentId: string; expiresAt: Date; messageId?: string | null; withoutCode?: boolean },
): Promise<{ link: LinkRow; token: string }> {
  const token = newToken()
  const { clinicId, now: createdAt } = scope
  const row = {
    clinicId,
    consentId,
    messageId,
    withoutCode,
    expiresAt,
    createdAt,
    tokenHash: hashToken(token),
  }
  const [link] = await scope.tx.insert(links).values(row).returning()
  return { link: link!, token }
}

/** Makes a link whose token nobody holds, for a patient who proved elsewhere who they are; once, however often asked. */
export async function insertOwnLink(
  scope: JobScope,
  own: { id: string; consentId: string; expiresAt: Date; handedBy: string | null },
): Promise<void> {
  const { clinicId, now: createdAt } = scope
  await scope.tx
    .insert(links)
    .values({ ...own, clinicId, createdAt, tokenHash: hashToken(newToken()) })
    .onConflictDoNothing()
}

/** Makes links useless from now on, and what they opened with them. */
export async function revokeLinks(scope: JobScope, ids: string[]): Promise<void> {
  await scope.tx
    .update(links)
    .set({ revokedAt: scope.now })
    .where(and(eq(links.clinicId, scope.clinicId), inArray(links.id, ids), isNull(links.revokedAt)))
}

const whereOwnLink = whereOwn(links, links.id, 'linkId')
const linkLockQuery = preparedQuery('link_lock', (tx) =>
  tx.select({ lockedAt: links.lockedAt }).from(links).where(whereOwnLink),
)
const kioskStaffQuery = preparedQuery('link_hander', (tx) =>
  tx.select({ handedBy: links.handedBy }).from(links).where(whereOwnLink),
)

/** Whether the caller's own link takes no more birth dates. */
export async function isLinkLocked(scope: LinkScope): Promise<boolean> {
  const [found] = await linkLockQuery(scope, { linkId: scope.linkId })
  return found?.lockedAt != null
}

/** The caller's own link with its row locked, so that two attempts are counted as two. */
export async function lockLink(scope: LinkScope): Promise<LinkRow> {
  const own = and(eq(links.clinicId, scope.clinicId), eq(links.id, scope.linkId))
  const [found] = await scope.tx.select().from(links).where(own).for('update')
  if (!found) throw new Error('An opened link is not there')
  return found
}

/** Who of the practice handed its tablet to the patient behind this link; null where they answer on their own. */
export async function findKioskStaff(scope: PatientScope): Promise<string | null> {
  if (scope.linkId === null) return null
  const [found] = await kioskStaffQuery(scope, { linkId: scope.linkId })
  return found?.handedBy ?? null
}

/** Changes a link of the clinic. */
export async function updateLink(scope: TenantScope, id: string, change: Partial<LinkRow>): Promise<void> {
  await scope.tx
    .update(links)
    .set(change)
    .where(and(eq(links.clinicId, scope.clinicId), eq(links.id, id)))
}

/** A message that is made again carries a new link; the one of the attempt before, which nobody got, is revoked. */
export async function revokeLinkOfMessage(scope: JobScope, messageId: string): Promise<void> {
  await scope.tx
    .update(links)
    .set({ revokedAt: scope.now, messageId: null })
    .where(and(eq(links.clinicId, scope.clinicId), eq(links.messageId, messageId)))
}

/**
 * A newer message takes the place of older ones that nobody used: each live link is five more tries at a birth date. A
 * letter, which takes days, is replaced by a letter alone.
 */
export async function revokeUnopenedLinks(
  scope: StaffScope,
  consentId: string,
  by: 'message' | 'letter' = 'message',
): Promise<void> {
  const isLetter = eq(messages.channel, 'letter')
  const carried = scope.tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.clinicId, scope.clinicId),
        eq(messages.aboutId, consentId),
        by === 'letter' ? isLetter : not(isLetter),
      ),
    )
  await scope.tx
    .update(links)
    .set({ revokedAt: scope.now })
    .where(
      and(
        eq(links.clinicId, scope.clinicId),
        eq(links.consentId, consentId),
        inArray(links.messageId, carried),
        isNull(links.firstOpenedAt),
        isNull(links.revokedAt),
      ),
    )
}

/** When the link of each message about a consent was first opened. */
export async function findLinkOpenTimes(scope: StaffScope, consentId: string): Promise<Map<string, Date>> {
  const rows = await scope.tx
    .select({ messageId: links.messageId, at: links.firstOpenedAt })
    .from(links)
    .where(
      and(
        eq(links.clinicId, scope.clinicId),
        eq(links.consentId, consentId),
        isNotNull(links.messageId),
        isNotNull(links.firstOpenedAt),
      ),
    )
  return new Map(rows.map(({ messageId, at }) => [messageId!, at!]))
}

/** One link of a consent; undefined when it has none such. */
export async function findLink(
  scope: ClinicScope,
  consentId: string,
  linkId: string,
): Promise<LinkRow | undefined> {
  const linkCondition = and(
    eq(links.clinicId, scope.clinicId),
    eq(links.consentId, consentId),
    eq(links.id, linkId),
  )
  const [found] = await scope.tx.select().from(links).where(linkCondition)
  return found
}

type CarryingMessage = Pick<typeof messages.$inferSelect, 'recipient' | 'status' | 'channel'>

/** A link as the clinic sees it, with what became of the message that carried it. */
export const linkView = (link: LinkRow, message: CarryingMessage | null): z.infer<typeof Link> => ({
  id: link.id,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  revokedAt: link.revokedAt?.toISOString() ?? null,
  lockedAt: link.lockedAt?.toISOString() ?? null,
  firstOpenedAt: link.firstOpenedAt?.toISOString() ?? null,
  sentTo: message?.recipient ?? null,
  channel: message?.channel ?? null,
  delivery: message && deliveryStateOf(message.status, link.firstOpenedAt !== null),
})

/** The links of a consent as the clinic sees them, newest first. */
export async function listLinkViews(scope: ClinicScope, consentId: string): Promise<z.infer<typeof Link>[]> {
  const rows = await scope.tx
    .select({
      link: links,
      message: { recipient: messages.recipient, status: messages.status, channel: messages.channel },
    })
    .from(links)
    .leftJoin(messages, and(eq(messages.clinicId, links.clinicId), eq(messages.id, links.messageId)))
    // What a tablet of the practice was opened by is nobody's to send or revoke; the consent's events tell of it.
    .where(and(eq(links.clinicId, scope.clinicId), eq(links.consentId, consentId), isNull(links.handedBy)))
    .orderBy(desc(links.createdAt))
  return rows.map(({ link, message }) => linkView(link, message))
}

/** More messages than one person ever gets; the list of a patient has no pages. */
const messages_of_patient_max = 500

/** The messages about a patient's consents, newest first, each with when its link was opened. */
export async function listPatientMessages(scope: ClinicScope, patientId: string) {
  const rows = await scope.tx
    .select({ message: messages, treatment: consentItems.treatment, openedAt: links.firstOpenedAt })
    .from(consents)
    .innerJoin(messages, and(eq(messages.clinicId, consents.clinicId), eq(messages.aboutId, consents.id)))
    .innerJoin(
      consentItems,
      and(
        eq(consentItems.clinicId, consents.clinicId),
        eq(consentItems.consentId, consents.id),
        eq(consentItems.position, 1),
      ),
    )
    .leftJoin(links, and(eq(links.clinicId, messages.clinicId), eq(links.messageId, messages.id)))
    .where(and(eq(consents.clinicId, scope.clinicId), eq(consents.patientId, patientId)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(messages_of_patient_max)
  return rows.map(({ message, treatment, openedAt }) => ({
    id: message.id,
    consentId: message.aboutId,
    treatment,
    kind: message.kind,
    channel: message.channel,
    recipient: message.recipient,
    delivery: deliveryStateOf(message.status, openedAt !== null),
    failure: message.failure,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
  }))
}

/** Keeps the proof of a birth date and answers the token of its cookie. */
export async function insertPatientSession(scope: LinkScope, consentId: string): Promise<string> {
  const token = newToken()
  const { clinicId, linkId, now: createdAt } = scope
  const expiresAt = patientSessionExpiry(createdAt)
  await scope.tx
    .insert(patientSessions)
    .values({ clinicId, linkId, consentId, tokenHash: hashToken(token), expiresAt, createdAt })
  return token
}

/** When the patient first proved who they are for this consent; null where nobody has. */
export async function firstProvedAt(scope: PatientScope, consentId: string): Promise<Date | null> {
  const own = and(eq(patientSessions.clinicId, scope.clinicId), eq(patientSessions.consentId, consentId))
  const [found] = await scope.tx
    .select({ at: min(patientSessions.createdAt) })
    .from(patientSessions)
    .where(own)
  return found?.at ?? null
}

/**
 * The signature of the person behind the link, with where it came from, and those of who signed beside them, as they are
 * inserted with the move of their consent.
 */
export function signatureInserts(
  scope: PatientScope,
  signature: Pick<
    SignatureRow,
    | 'consentId'
    | 'idempotencyKey'
    | 'name'
    | 'signerRole'
    | 'mark'
    | 'markHash'
    | 'statements'
    | 'contentHash'
    | 'declined'
    | 'help'
  >,
  cosigners: readonly SignedAttestation[],
) {
  const { clinicId, linkId, now: at, visit, tx } = scope
  if (linkId === null) throw new Error('A signature needs the link it was given behind')
  const { help, ...given } = signature
  const row = {
    ...given,
    clinicId,
    linkId,
    at,
    ip: visit.ip,
    userAgent: visit.userAgent,
    ...(help && { help }),
  }
  if (cosigners.length > 0) {
    const inserted = signatureInsert(tx, row)
    return [inserted, signedAttestationsInsert(scope, { inserted, consentId: row.consentId }, cosigners)]
  }
  const placed = (name: string) => `signature_${name}`
  return {
    name: help ? 'helped signature' : 'signature',
    build: (of: Tx) => [
      signatureInsert(
        of,
        Object.fromEntries(Object.keys(row).map((name) => [name, sql.placeholder(placed(name))])) as never,
      ),
    ],
    values: Object.fromEntries(Object.entries(row).map(([name, value]) => [placed(name), value])),
  }
}

const signatureInsert = (tx: Tx, row: typeof signatures.$inferInsert) =>
  tx.$with('signed').as(tx.insert(signatures).values(row).returning({ consentId: signatures.consentId }))

/**
 * Keeps a signature that was given on paper, as the signed-in person takes it in, at the time written beside it; or what
 * stands in its place where it was decided for the patient.
 */
export async function insertStaffSignature(
  scope: ClinicScope,
  signature: Pick<
    SignatureRow,
    | 'consentId'
    | 'idempotencyKey'
    | 'name'
    | 'signerRole'
    | 'markHash'
    | 'statements'
    | 'contentHash'
    | 'declined'
    | 'at'
  > & { mark: PaperSignature | CapacityDecisionSignature },
): Promise<void> {
  const { clinicId, visit } = scope
  await scope.tx
    .insert(signatures)
    .values({ ...signature, clinicId, linkId: null, ip: visit.ip, userAgent: visit.userAgent })
}

/** Makes every link of a consent useless from now on: there is nothing more to sign with it. */
export async function revokeConsentLinks(scope: StaffScope, consentId: string): Promise<void> {
  await scope.tx
    .update(links)
    .set({ revokedAt: scope.now })
    .where(and(eq(links.clinicId, scope.clinicId), eq(links.consentId, consentId), isNull(links.revokedAt)))
}

const signatureQuery = preparedQuery('signature_of_consent', (tx) =>
  tx
    .select()
    .from(signatures)
    .where(whereOwn(signatures, signatures.consentId, 'consentId')),
)

/** The signature of a consent, strokes and all; undefined until it is signed. */
export const findSignature = async (
  scope: TenantScope,
  consentId: string,
): Promise<SignatureRow | undefined> => (await signatureQuery(scope, { consentId }))[0]

/** Whether a link still opens its consent: neither revoked, nor locked, nor past its day. */
export async function isLinkLive(scope: StaffScope, linkId: string): Promise<boolean> {
  const [found] = await scope.tx
    .select({ id: links.id })
    .from(links)
    .where(
      and(
        eq(links.clinicId, scope.clinicId),
        eq(links.id, linkId),
        isNull(links.revokedAt),
        isNull(links.lockedAt),
        gt(links.expiresAt, scope.now),
      ),
    )
  return found !== undefined
}

type AuthenticatedLink = { clinic_id: string; link_id: string; consent_id: string }
type PatientSession = AuthenticatedLink & { patient_id: string }

/** Before a scope exists: whose link or cookie the token is whose hash is asked for. */
export const openLinkMemory = (database: Database, clock: Clock) =>
  openCallerMemory<AuthenticatedLink>(database, clock, { name: 'open_link', isOfOneRecord: true })
export const openPatientSessionMemory = (database: Database, clock: Clock) =>
  openCallerMemory<PatientSession>(database, clock, { name: 'open_patient_session', isOfOneRecord: true })

/** Which consent a link, dead or alive, was for. */
export async function findAnyConsent(
  database: Database,
  { tokenHash, consentId }: JobData,
): Promise<Pick<AuthenticatedLink, 'clinic_id' | 'consent_id'> | undefined> {
  const text = 'select * from find_consent($1, $2)'
  const query = { name: 'find_consent', text, values: [tokenHash ?? '', consentId ?? null] }
  const { rows } = await database.borrow((client) => client.query<AuthenticatedLink>(query))
  return rows[0]
}
