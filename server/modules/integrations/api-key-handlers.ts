import { contract } from '../../../contract/index.ts'
import { provisioningScope } from '../../../contract/integration-scopes.ts'
import type { IntegrationCaller, ProgramCaller } from '../../../contract/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { handle, type AuthRequest } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { hashToken } from '../../platform/keys/secret-token.ts'
import { entitlements } from '../clinics/index.ts'
import { smartTokenAuthenticator } from '../smart-apps/index.ts'
import { staffName } from '../staff/index.ts'
import { keyHint, keyExpiry, parseBearerKey, keyState, generateApiKey } from './api-key-rules.ts'
import {
  findApiKey,
  insertApiKey,
  listApiKeys,
  authenticateApiKey,
  revokeApiKey,
  type ListedKey,
} from './api-key-store.ts'
import { endWebhooksOfKey } from './webhook-store.ts'

/** Opens the caller of an API key, given as a bearer token. */
const keyAuthenticator =
  (database: Database, clock: Clock) =>
  async ({ authorization, visit }: AuthRequest): Promise<IntegrationCaller | null> => {
    const key = parseBearerKey(authorization)
    const found = key && (await authenticateApiKey(database, key, clock.now()))
    if (!found) return null
    const { clinic_id: clinicId, key_id: keyId, name, scopes } = found
    const actor = { kind: 'integration', keyId, name, role: 'integration' } as const
    // The audit log knows the key where it would know the session of a person.
    return { audience: 'integration', clinicId, keyId, scopes, actor, visit: { ...visit, sessionId: keyId } }
  }

/** The same, or the caller of an app that was opened at a patient. */
export function integrationAuthenticator(database: Database, clock: Clock) {
  const [openKey, openToken] = [keyAuthenticator(database, clock), smartTokenAuthenticator(database, clock)]
  return async (request: AuthRequest): Promise<IntegrationCaller | null> =>
    (await openKey(request)) ?? openToken(request)
}

/** What a key does on behalf of the practice: never what an app does. */
export function programAuthenticator(database: Database, clock: Clock) {
  const authenticate = keyAuthenticator(database, clock)
  return async (request: AuthRequest): Promise<ProgramCaller | null> => {
    const caller = await authenticate(request)
    return caller && { ...caller, audience: 'program' }
  }
}

const viewOf = ({ key, creator }: ListedKey, now: Date) => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  hint: key.hint,
  state: keyState(key, now),
  createdBy: staffName(creator),
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt.toISOString(),
  revokedAt: key.revokedAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
})

/** The operations on API keys. */
export const apiKeyHandlers = {
  listKeys: handle(contract.integrations.listKeys, async (scope) => ({
    answer: (await listApiKeys(scope)).map((listed) => viewOf(listed, scope.now)),
  })),

  createKey: handle(contract.integrations.createKey, async (scope, { name, scopes, days }) => {
    if (scopes.includes(provisioningScope) && scope.holder.role !== 'clinic_admin')
      return refuse('administrators-only')
    if (!(await entitlements(scope)).hasIntegrations) return refuse('not-in-plan')
    const secret = generateApiKey()
    const kept = { name, scopes: [...new Set(scopes)], tokenHash: hashToken(secret), hint: keyHint(secret) }
    const id = await insertApiKey(scope, { ...kept, expiresAt: keyExpiry(scope.now, days) })
    const key = viewOf((await findApiKey(scope, id))!, scope.now)
    return { answer: { key, secret }, subject: id, details: { scopes: key.scopes, days } }
  }),

  revokeKey: handle(contract.integrations.revokeKey, async (scope, { keyId }) => {
    await revokeApiKey(scope, keyId)
    await endWebhooksOfKey(scope, keyId)
    const found = await findApiKey(scope, keyId)
    return found ? { answer: viewOf(found, scope.now), subject: keyId } : refuse('not-found')
  }),
}
