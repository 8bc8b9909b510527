import { and, desc, eq, isNull } from 'drizzle-orm'
import type { KeyScope } from '../../../contract/integration-scopes.ts'
import { api_key_use_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClinicScope, ProgramScope } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/keys/secret-token.ts'
import { staff } from '../staff/staff-schema.ts'
import { apiKeys } from './api-key-schema.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect
export type ListedKey = { key: ApiKeyRow; creator: { firstName: string; lastName: string } }

type AuthenticatedKey = { clinic_id: string; key_id: string; name: string; scopes: KeyScope[] }

/** Whose live key this is; null for unknown, revoked and expired ones alike. Notes its use now and then. */
export async function authenticateApiKey(
  database: Database,
  key: string,
  now: Date,
): Promise<AuthenticatedKey | null> {
  const notedBefore = new Date(now.getTime() - api_key_use_minutes * minute_ms)
  const query = {
    name: 'open_api_key',
    text: 'select clinic_id, key_id, name, scopes from open_api_key($1, $2, $3)',
    values: [hashToken(key), now, notedBefore],
  }
  const { rows } = await database.borrow((client) => client.query<AuthenticatedKey>(query))
  return rows[0] ?? null
}

const listed = (scope: ClinicScope) =>
  scope.tx
    .select({ key: apiKeys, creator: { firstName: staff.firstName, lastName: staff.lastName } })
    .from(apiKeys)
    .innerJoin(staff, and(eq(staff.clinicId, apiKeys.clinicId), eq(staff.id, apiKeys.createdBy)))

/** The keys of the clinic, newest first. */
export const listApiKeys = (scope: ClinicScope): Promise<ListedKey[]> =>
  listed(scope).where(eq(apiKeys.clinicId, scope.clinicId)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))

const keyById = (scope: ClinicScope, id: string) =>
  and(eq(apiKeys.clinicId, scope.clinicId), eq(apiKeys.id, id))

/** One key of the clinic by its id. */
export async function findApiKey(scope: ClinicScope, id: string): Promise<ListedKey | undefined> {
  const [found] = await listed(scope).where(keyById(scope, id))
  return found
}

type NewKey = Pick<ApiKeyRow, 'name' | 'scopes' | 'tokenHash' | 'hint' | 'expiresAt'>

/** Keeps a new key and answers its id. */
export async function insertApiKey(scope: ClinicScope, key: NewKey): Promise<string> {
  const { clinicId, staffId, now } = scope
  const [made] = await scope.tx
    .insert(apiKeys)
    .values({ ...key, clinicId, createdBy: staffId, createdAt: now })
    .returning({ id: apiKeys.id })
  return made!.id
}

/** Ends a key; one that was revoked before keeps the time when it was. */
export async function revokeApiKey(scope: ClinicScope, id: string): Promise<void> {
  await scope.tx
    .update(apiKeys)
    .set({ revokedAt: scope.now })
    .where(and(keyById(scope, id), isNull(apiKeys.revokedAt)))
}

/** Who made the key: answerable for what it does where nobody else is named. */
export async function findKeyCreator({ tx, clinicId, keyId }: ProgramScope): Promise<string> {
  const [found] = await tx
    .select({ staffId: apiKeys.createdBy })
    .from(apiKeys)
    .where(and(eq(apiKeys.clinicId, clinicId), eq(apiKeys.id, keyId)))
  return found!.staffId
}
