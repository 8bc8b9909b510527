import { patientScopes } from '../../../contract/integration-scopes.ts'
import { files } from '../../../contract/index.ts'
import { smart_token_minutes } from '../../../contract/limits.ts'
import type { IntegrationCaller } from '../../../contract/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { handleRoute, type AuthRequest, type HandledRoute } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { ResponseFormat } from '../../platform/http/route-endpoints.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import {
  isVerifierOf,
  keyScopesOf,
  parseBearerToken,
  parseTokenRequest,
  type TokenRequest,
} from './smart-app-rules.ts'
import {
  authenticateToken,
  clinicOfCode,
  findApp,
  issueToken,
  lockGrant,
  revokeGrant,
  type GrantRow,
} from './smart-app-store.ts'

const { smartRoutes } = files

/** Refusals in OAuth's own words; what it has no word for is a request that cannot be answered. */
export const oauthResponseFormat: ResponseFormat = {
  prefix: '/api/smart',
  takesForms: true,
  type: 'application/json; charset=utf-8',
  // Which of our refusals it is stands beside them: OAuth's clients pass over what they do not know.
  refusal: ({ message, details: { reason } }) =>
    Object.hasOwn(smartRoutes.token.meta.refusals, String(reason))
      ? { error: message, error_reason: reason }
      : { error: 'invalid_request', error_description: message, error_reason: reason },
}

/** Opens the caller of an app's access token: it reads one patient's records, and nothing else (`app.patient_id`). */
export const smartTokenAuthenticator =
  (database: Database, clock: Clock) =>
  async ({ authorization, visit }: AuthRequest): Promise<IntegrationCaller | null> => {
    const token = parseBearerToken(authorization)
    const found = token && (await authenticateToken(database, token, clock.now()))
    if (!found) return null
    const { clinic_id: clinicId, grant_id: keyId, patient_id: patientId } = found
    const name = `${found.app_name}, opened by ${found.staff_name}`
    const actor = { kind: 'integration', keyId, name, role: 'integration' } as const
    const scopes = keyScopesOf(found.scopes)
    return {
      audience: 'integration',
      clinicId,
      keyId,
      patientId,
      scopes,
      actor,
      visit: { ...visit, sessionId: keyId },
    }
  }

type Exchanged = { grant: GrantRow; token: string; appName: string }

/** Gives the token that a code is for, once. A code that comes again, or from somebody else, ends what it was for. */
async function exchange(scope: JobScope, asked: TokenRequest): Promise<Exchanged | null> {
  const grant = await lockGrant(scope, asked.code)
  if (!grant) return null
  const app = await findApp(scope, grant.appId)
  const isGood =
    app !== undefined &&
    grant.exchangedAt === null &&
    grant.codeExpiresAt > scope.now &&
    grant.appId === asked.clientId &&
    grant.redirectUri === asked.redirectUri &&
    isVerifierOf(asked.verifier, grant.codeChallenge)
  if (!isGood) {
    await revokeGrant(scope, grant)
    return null
  }
  return { grant, token: await issueToken(scope, grant.id), appName: app.name }
}

type Deps = { database: Database; runJob: RunJob; address: string }

/** What apps ask without a browser. */
export function smartTokenHandlers({ database, runJob, address }: Deps): HandledRoute[] {
  const issuer = `${address}/api/fhir`
  const configuration = {
    issuer,
    authorization_endpoint: `${address}/clinic/smart-authorization`,
    token_endpoint: `${address}/api/smart/token`,
    token_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: ['authorization_code'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['launch', 'patient/*.read', ...patientScopes],
    authorization_response_iss_parameter_supported: true,
    capabilities: [
      'launch-ehr',
      'client-public',
      'context-ehr-patient',
      'context-ehr-encounter',
      'permission-patient',
      'permission-v1',
    ],
  }
  return [
    handleRoute(smartRoutes.configuration, async () => ({ answer: { document: configuration } })),

    handleRoute(smartRoutes.token, async (_scope, { body }) => {
      const asked = parseTokenRequest(body)
      if (!asked) return refuse('invalid-request')
      if (asked.grantType !== 'authorization_code') return refuse('unsupported-grant')
      const clinicId = await clinicOfCode(database, asked.code)
      const exchanged = clinicId && (await runJob(clinicId, (scope) => exchange(scope, asked)))
      if (!clinicId) return refuse('invalid-grant')
      if (!exchanged) return refuse('invalid-grant', {}, { clinicId })
      const { grant, token, appName } = exchanged
      const { scopes, openedPatientId: patient, openedAppointmentId: encounter } = grant
      const document = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: smart_token_minutes * 60,
        scope: ['launch', ...scopes].join(' '),
        patient,
        ...(encounter ? { encounter } : {}),
      }
      return { answer: { document }, subject: patient, details: { app: appName }, by: { clinicId } }
    }),
  ]
}
