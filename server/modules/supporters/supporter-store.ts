import { and, asc, count, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { Supporter } from '../../../contract/supporters.ts'
import type { Database } from '../../platform/database/database.ts'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type {
  ClinicScope,
  JobScope,
  PatientScope,
  StaffScope,
  SupporterScope,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { appendEvent } from '../consents/index.ts'
import { consents } from '../consents/consent-schema.ts'
import { sessionExpiry, invitationStateOf, supporterHash } from './supporter-rules.ts'
import { supporterOpenings, supporters } from './supporter-schema.ts'

export type SupporterRow = typeof supporters.$inferSelect

const isSupporter = (scope: StaffScope | PatientScope, id: string) =>
  and(eq(supporters.clinicId, scope.clinicId), eq(supporters.id, id))

/** Everybody whom the patient ever let read along with a consent, newest first. */
const listSupporterRows = (scope: ClinicScope | PatientScope, consentId: string): Promise<SupporterRow[]> =>
  scope.tx
    .select()
    .from(supporters)
    .where(and(eq(supporters.clinicId, scope.clinicId), eq(supporters.consentId, consentId)))
    .orderBy(desc(supporters.createdAt), desc(supporters.id))

/** The same as both sides see them, each with when they opened it. */
export async function listSupporters(
  scope: ClinicScope | PatientScope,
  consentId: string,
): Promise<Supporter[]> {
  const rows = await listSupporterRows(scope, consentId)
  const openings = await scope.tx
    .select({ supporterId: supporterOpenings.supporterId, at: supporterOpenings.at })
    .from(supporterOpenings)
    .where(and(eq(supporterOpenings.clinicId, scope.clinicId), eq(supporterOpenings.consentId, consentId)))
    .orderBy(desc(supporterOpenings.at))
  const openingsOf = Map.groupBy(openings, ({ supporterId }) => supporterId)
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, relation: row.relation, by: row.by, contact: row.contact },
    state: invitationStateOf(row, scope.now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    openings: (openingsOf.get(row.id) ?? []).map(({ at }) => at.toISOString()),
  }))
}

type NewSupporter = Pick<
  SupporterRow,
  'id' | 'consentId' | 'number' | 'name' | 'relation' | 'by' | 'contact' | 'expiresAt'
>

/** Keeps whom the patient of a locked consent lets read along, and says so in its chain. */
export async function insertSupporter(
  scope: PatientScope,
  { token, ...supporter }: NewSupporter & { token: string },
): Promise<void> {
  const { clinicId, now: createdAt } = scope
  const { consentId, number, by, expiresAt } = supporter
  const hash = supporterHash({ ...supporter, createdAt })
  await scope.tx
    .insert(supporters)
    .values({ ...supporter, hash, clinicId, createdAt, tokenHash: hashToken(token) })
  const until = expiresAt.toISOString()
  await appendEvent(scope, consentId, 'supporter.invited', { number, hash, by, until })
}

/** How many people a consent was ever shared with. */
export async function countSupporters(scope: PatientScope, consentId: string): Promise<number> {
  const own = and(eq(supporters.clinicId, scope.clinicId), eq(supporters.consentId, consentId))
  const [counted] = await scope.tx.select({ total: count() }).from(supporters).where(own)
  return counted!.total
}

/** Why somebody can read along no longer. */
type RevocationReason = 'ended' | 'wrong-codes'

/** Says it in the chain of a locked consent; nothing of those who were let in before the chain told of anybody. */
const recordRevocation = async (
  scope: ClinicScope | PatientScope | JobScope,
  { consentId, number }: Pick<SupporterRow, 'consentId' | 'number'>,
  why: RevocationReason,
): Promise<unknown> => number && appendEvent(scope, consentId, 'supporter.shut_out', { number, why })

/** Ends what one of a locked consent may read; false where it has none such. Ended already, it stays as it was. */
export async function revokeSupporter(
  scope: ClinicScope | PatientScope,
  { consentId, supporterId }: { consentId: string; supporterId: string },
): Promise<boolean> {
  const supporterCondition = and(isSupporter(scope, supporterId), eq(supporters.consentId, consentId))
  const [ended] = await scope.tx
    .update(supporters)
    .set({ revokedAt: scope.now })
    .where(and(supporterCondition, isNull(supporters.revokedAt)))
    .returning({ consentId: supporters.consentId, number: supporters.number })
  if (ended) await recordRevocation(scope, ended, 'ended')
  const found = await scope.tx.select({ id: supporters.id }).from(supporters).where(supporterCondition)
  return found.length > 0
}

/** One of them with the row locked, so that two tries at a code are counted as two. */
export async function lockSupporter(scope: JobScope, id: string): Promise<SupporterRow | undefined> {
  const [found] = await scope.tx.select().from(supporters).where(isSupporter(scope, id)).for('update')
  return found
}

/** The one whose link a message carries. */
export async function findSupporterOfMessage(
  scope: JobScope,
  messageId: string,
): Promise<SupporterRow | undefined> {
  const own = and(eq(supporters.clinicId, scope.clinicId), eq(supporters.messageId, messageId))
  const [found] = await scope.tx.select().from(supporters).where(own)
  return found
}

/** Changes one that is locked. */
export async function updateSupporter(
  scope: JobScope,
  id: string,
  change: Partial<Pick<SupporterRow, 'messageId' | 'failedAttempts' | 'lockedAt'>>,
): Promise<void> {
  await scope.tx.update(supporters).set(change).where(isSupporter(scope, id))
}

/** Locks a locked one's link after too many wrong codes. */
export async function lockSupporterLink(scope: JobScope, supporter: SupporterRow, failedAttempts: number) {
  await updateSupporter(scope, supporter.id, { failedAttempts, lockedAt: scope.now })
  await recordRevocation(scope, supporter, 'wrong-codes')
}

/** Writes down that one of a locked consent opened it, and answers the token of their cookie. */
export async function insertOpening(
  scope: JobScope,
  { id: supporterId, consentId, number, expiresAt }: SupporterRow,
): Promise<string> {
  const token = newToken()
  const { clinicId, now: at } = scope
  const until = sessionExpiry(at, expiresAt)
  const [made] = await scope.tx
    .insert(supporterOpenings)
    .values({ clinicId, supporterId, consentId, tokenHash: hashToken(token), expiresAt: until, at })
    .returning({ id: supporterOpenings.id })
  const openingDetails = { number, opening: made!.id, openedAt: at.toISOString() }
  if (number) await appendEvent(scope, consentId, 'supporter.opened', openingDetails)
  return token
}

/** Somebody whom the patient let in, as the record of a consent keeps it: not where the link went, nor what opens it. */
export type SupporterRecord = Pick<
  SupporterRow,
  'consentId' | 'name' | 'relation' | 'by' | 'expiresAt' | 'createdAt' | 'revokedAt' | 'lockedAt'
> & { number: number; hash: string; openings: { id: string; at: Date }[] }

const { id, consentId, number, hash, name, relation, by } = supporters
const { expiresAt, createdAt, revokedAt, lockedAt } = supporters
const chainSupportersQuery = preparedQuery('supporters', (tx) =>
  tx
    .select({ id, consentId, number, hash, name, relation, by, expiresAt, createdAt, revokedAt, lockedAt })
    .from(supporters)
    .where(and(whereOwnIn(supporters, supporters.consentId, 'consentIds'), isNotNull(supporters.number)))
    .orderBy(asc(number)),
)

/** Everybody whom the chains of these consents tell of, in order. */
export async function supportersOfConsents(
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<SupporterRecord[]> {
  const rows = await chainSupportersQuery(scope, { consentIds })
  const { supporterId, at } = supporterOpenings
  const ofThese = inArray(
    supporterId,
    rows.map((row) => row.id),
  )
  const openings =
    rows.length === 0
      ? []
      : await scope.tx
          .select({ id: supporterOpenings.id, supporterId, at })
          .from(supporterOpenings)
          .where(and(eq(supporterOpenings.clinicId, scope.clinicId), ofThese))
          .orderBy(asc(at), asc(supporterOpenings.id))
  return rows.map(({ id: own, ...row }) => ({
    ...row,
    ...{ number: row.number!, hash: row.hash! },
    openings: openings
      .filter((each) => each.supporterId === own)
      .map((each) => ({ id: each.id, at: each.at })),
  }))
}

/** The frozen text, of which a supporter's role may read nothing beside. */
export async function findFrozenText(scope: SupporterScope): Promise<FrozenContent | null> {
  const [consentId] = scope.consentIds
  const [found] = await scope.tx
    .select({ content: consents.content })
    .from(consents)
    .where(and(eq(consents.clinicId, scope.clinicId), eq(consents.id, consentId!)))
  return found?.content ?? null
}

type AuthenticatedSupporter = { clinicId: string; supporterId: string; consentId: string }

async function callAuthenticateSql(
  database: Database,
  name: 'open_supporter_link' | 'open_supporter_session',
  token: string,
  now: Date,
): Promise<AuthenticatedSupporter | null> {
  const query = { name, text: `select * from ${name}($1, $2)`, values: [hashToken(token), now] }
  const { rows } = await database.borrow((client) =>
    client.query<{ clinic_id: string; supporter_id: string; consent_id: string }>(query),
  )
  const [found] = rows
  if (!found) return null
  return { clinicId: found.clinic_id, supporterId: found.supporter_id, consentId: found.consent_id }
}

/** Before a scope exists: whose live link, or whose cookie, this is. */
export const authenticateSupporterLink = (database: Database, token: string, now: Date) =>
  callAuthenticateSql(database, 'open_supporter_link', token, now)
export const authenticateSupporterSession = (database: Database, token: string, now: Date) =>
  callAuthenticateSql(database, 'open_supporter_session', token, now)
