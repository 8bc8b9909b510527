import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { Supporter } from '../../../contract/supporters.ts'
import type { Database } from '../../platform/database/database.ts'
import type {
  ClinicScope,
  JobScope,
  PatientScope,
  StaffSide,
  SupporterScope,
} from '../../platform/database/transaction.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { consents } from '../consents/consent-schema.ts'
import { openingExpiry, stateOf } from './supporter-rules.ts'
import { supporterOpenings, supporters } from './supporter-schema.ts'

export type SupporterRow = typeof supporters.$inferSelect

const isSupporter = (scope: StaffSide | PatientScope, id: string) =>
  and(eq(supporters.clinicId, scope.clinicId), eq(supporters.id, id))

/** Everybody whom the patient ever let read along with a consent, newest first. */
const rowsOf = (scope: ClinicScope | PatientScope, consentId: string): Promise<SupporterRow[]> =>
  scope.tx
    .select()
    .from(supporters)
    .where(and(eq(supporters.clinicId, scope.clinicId), eq(supporters.consentId, consentId)))
    .orderBy(desc(supporters.createdAt), desc(supporters.id))

/** The same as both sides see them, each with when they opened it. */
export async function supportersOf(
  scope: ClinicScope | PatientScope,
  consentId: string,
): Promise<Supporter[]> {
  const rows = await rowsOf(scope, consentId)
  const openings = await scope.tx
    .select({ supporterId: supporterOpenings.supporterId, at: supporterOpenings.at })
    .from(supporterOpenings)
    .where(and(eq(supporterOpenings.clinicId, scope.clinicId), eq(supporterOpenings.consentId, consentId)))
    .orderBy(desc(supporterOpenings.at))
  const openingsOf = Map.groupBy(openings, ({ supporterId }) => supporterId)
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, relation: row.relation, by: row.by, contact: row.contact },
    state: stateOf(row, scope.now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    openings: (openingsOf.get(row.id) ?? []).map(({ at }) => at.toISOString()),
  }))
}

type NewSupporter = Pick<
  SupporterRow,
  'id' | 'consentId' | 'name' | 'relation' | 'by' | 'contact' | 'expiresAt'
>

/** Keeps whom the patient lets read along. */
export async function insertSupporter(
  scope: PatientScope,
  { token, ...supporter }: NewSupporter & { token: string },
): Promise<void> {
  const { clinicId, now: createdAt } = scope
  await scope.tx.insert(supporters).values({ ...supporter, clinicId, createdAt, tokenHash: hashToken(token) })
}

/** How many people a consent was ever shared with. */
export async function countSupporters(scope: PatientScope, consentId: string): Promise<number> {
  const own = and(eq(supporters.clinicId, scope.clinicId), eq(supporters.consentId, consentId))
  const [counted] = await scope.tx.select({ total: count() }).from(supporters).where(own)
  return counted!.total
}

/** Ends what one of them may read; false where the consent has none such. Ended already, it stays as it was. */
export async function revokeSupporter(
  scope: ClinicScope | PatientScope,
  { consentId, supporterId }: { consentId: string; supporterId: string },
): Promise<boolean> {
  const wanted = and(isSupporter(scope, supporterId), eq(supporters.consentId, consentId))
  await scope.tx
    .update(supporters)
    .set({ revokedAt: scope.now })
    .where(and(wanted, isNull(supporters.revokedAt)))
  const found = await scope.tx.select({ id: supporters.id }).from(supporters).where(wanted)
  return found.length > 0
}

/** One of them with the row locked, so that two tries at a code are counted as two. */
export async function lockSupporter(scope: JobScope, id: string): Promise<SupporterRow | undefined> {
  const [found] = await scope.tx.select().from(supporters).where(isSupporter(scope, id)).for('update')
  return found
}

/** The one whose link a message carries. */
export async function supporterOfMessage(
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

/** Writes down that one of them opened it, and answers the token of their cookie. */
export async function insertOpening(
  scope: JobScope,
  { id: supporterId, consentId, expiresAt }: SupporterRow,
): Promise<string> {
  const token = newToken()
  const { clinicId, now: at } = scope
  const until = openingExpiry(at, expiresAt)
  await scope.tx
    .insert(supporterOpenings)
    .values({ clinicId, supporterId, consentId, tokenHash: hashToken(token), expiresAt: until, at })
  return token
}

/** The frozen text, of which a supporter's role may read nothing beside. */
export async function frozenTextOf(scope: SupporterScope): Promise<FrozenContent | null> {
  const [consentId] = scope.consentIds
  const [found] = await scope.tx
    .select({ content: consents.content })
    .from(consents)
    .where(and(eq(consents.clinicId, scope.clinicId), eq(consents.id, consentId!)))
  return found?.content ?? null
}

type Opened = { clinicId: string; supporterId: string; consentId: string }

async function opened(
  database: Database,
  name: 'open_supporter_link' | 'open_supporter_session',
  token: string,
  now: Date,
): Promise<Opened | null> {
  const query = { name, text: `select * from ${name}($1, $2)`, values: [hashToken(token), now] }
  const { rows } = await database.borrow((client) =>
    client.query<{ clinic_id: string; supporter_id: string; consent_id: string }>(query),
  )
  const [found] = rows
  if (!found) return null
  return { clinicId: found.clinic_id, supporterId: found.supporter_id, consentId: found.consent_id }
}

/** Before a scope exists: whose live link, or whose cookie, this is. */
export const openSupporterLink = (database: Database, token: string, now: Date) =>
  opened(database, 'open_supporter_link', token, now)
export const openSupporterSession = (database: Database, token: string, now: Date) =>
  opened(database, 'open_supporter_session', token, now)
