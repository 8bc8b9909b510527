import { contract, files } from '../../../contract/index.ts'
import type { SignInCode } from '../../../contract/sign-in-codes.ts'
import type { Log } from '../../platform/database/database.ts'
import {
  handle,
  handleFile,
  type AnyoneScope,
  type FileResponse,
  type HandledFile,
  type HandlerResult,
} from '../../platform/http/operations.ts'
import { Refusal, refuse, type AuditAttribution } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { callbackPath, normalizeEmail, safeRedirectPath, type IdentityDeps } from '../identity/index.ts'
import { ProviderError, type OidcClient, type OidcConnection } from './oidc-client.ts'
import { createAdmission, noteSignIn } from './single-sign-on-accounts.ts'
import { signInFlows } from './single-sign-on-flow.ts'
import { domainOf, type ProviderPerson } from './single-sign-on-rules.ts'
import {
  findConnection,
  findConnectionClinic,
  findConnections,
  type Connection,
} from './single-sign-on-store.ts'

export type SingleSignOnDeps = IdentityDeps & {
  runJob: RunJob
  keyring: Keyring
  client: OidcClient
  log: Log
}

const secretPurpose = 'single-sign-on'

/** The client secret as it is kept. */
export const wrapClientSecret = (keyring: Keyring, secret: string): string =>
  keyring.wrap(secretPurpose, Buffer.from(secret))

/** Where a provider sends people back to: each connection has an address of its own, so that no provider answers for another. */
export const redirectUrlOf = (address: string, { id }: Pick<Connection, 'id'>): string =>
  `${address}/api/sign-in/single-sign-on/callback/${id}`

/** A connection as its provider is asked. */
export const oidcConnectionOf = (
  { address, keyring }: Pick<SingleSignOnDeps, 'address' | 'keyring'>,
  connection: Connection,
): OidcConnection => ({
  issuer: connection.issuer,
  clientId: connection.clientId,
  clientSecret: Buffer.from(keyring.unwrap(secretPurpose, connection.secret)).toString('utf8'),
  groupClaim: connection.groupClaim,
  redirectUrl: redirectUrlOf(address, connection),
})

/** The connection with this id; null where its practice is not active, or it has gone. */
async function loadConnection(
  { database, runJob }: SingleSignOnDeps,
  id: string,
): Promise<Connection | null> {
  const clinicId = await findConnectionClinic(database, id)
  const connection = clinicId && (await runJob(clinicId, findConnection))
  return connection && connection.id === id ? connection : null
}

/** The way to the provider of a practice. */
export function singleSignOnHandlers(deps: SingleSignOnDeps) {
  const { client, database } = deps
  const flows = signInFlows(deps)
  return {
    find: handle(contract.singleSignOn.find, async (_scope, { email: typed }) => {
      const email = normalizeEmail(typed)
      return { answer: email ? await findConnections(database, domainOf(email)) : [] }
    }),

    start: handle(contract.singleSignOn.start, async (scope, { connectionId, email, to }, answering) => {
      const connection = await loadConnection(deps, connectionId)
      if (!connection) return refuse('connection-not-found')
      try {
        const { url, request } = await client.start(oidcConnectionOf(deps, connection), email ?? null)
        const flow = { connectionId, to: safeRedirectPath(to), request }
        await flows.store(flow, scope.now, answering)
        return { answer: { url }, details: { way: 'sso' }, by: visitorOf(connection, email) }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        deps.log.warn(
          { err: error, clinicId: connection.clinicId },
          'A provider of a practice cannot be asked',
        )
        return refuse('provider-unreachable', {}, visitorOf(connection, email))
      }
    }),
  }
}

/** Whom the audit log names before anybody has proved anything: nobody in person, in the log of the practice. */
const visitorOf = ({ clinicId }: Connection, email: string | null | undefined): AuditAttribution => ({
  clinicId,
  actor: { kind: 'anyone', role: 'anyone', ...(email ? { email } : {}) },
})

/** Where the provider of a practice sends people back to: every answer leads on to a page, which tells what became of it. */
export function singleSignOnCallbacks(deps: SingleSignOnDeps): HandledFile[] {
  const { client, completeSignIn, accounts, runJob } = deps
  const flows = signInFlows(deps)
  const admit = createAdmission(deps)

  async function letIn(
    scope: AnyoneScope,
    connection: Connection,
    { person, to }: { person: ProviderPerson; to: string | null },
    answering: Parameters<typeof completeSignIn>[1],
  ): Promise<HandlerResult<FileResponse>> {
    const by = visitorOf(connection, person.email)
    const admitted = await admit(connection, person)
    if ('refusal' in admitted) return toRefusalPage(to, admitted.refusal, by)
    const token = await accounts.bearSession(admitted.userId)
    const method = connection.countsSecondFactor && person.hasSecondFactor ? 'sso-mfa' : 'sso'
    const done = await completeSignIn(scope, answering, { token, method, staffId: admitted.staffId })
    if (done instanceof Refusal) return toRefusalPage(to, done.reason, done.by ?? by, done)
    await noteSignIn(runJob, connection)
    return { ...done, answer: { redirect: callbackPath({ shown: 'page', to }) } }
  }

  return [
    handleFile(files.singleSignOn.callback, async (scope, { connectionId, ...query }, answering) => {
      const flow = await flows.take(query['state'], scope.now, answering)
      // What one provider was asked, another must not answer. Anybody can come here without having left.
      if (flow?.connectionId !== connectionId)
        return { ...toRefusalPage(null, 'code-expired', {}), ...(flow ? {} : { as: 'nothing' as const }) }
      const connection = await loadConnection(deps, connectionId)
      if (!connection) return toRefusalPage(flow.to, 'sso-failed', {})
      if (query['error'] === 'access_denied')
        return toRefusalPage(flow.to, 'user-cancelled', visitorOf(connection, null))
      try {
        const texts = Object.entries(query).filter(
          (pair): pair is [string, string] => typeof pair[1] === 'string',
        )
        const asked = oidcConnectionOf(deps, connection)
        const person = await client.complete(asked, flow.request, new URLSearchParams(texts))
        return await letIn(scope, connection, { person, to: flow.to }, answering)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const page = toRefusalPage(flow.to, 'sso-failed', visitorOf(connection, null))
        return { ...page, details: { ...page.details, problem: error.message } }
      }
    }),
  ]
}

/** A sign-in that came to nothing; the page tells why. */
const toRefusalPage = (
  to: string | null,
  code: SignInCode,
  by: AuditAttribution,
  refusal?: Refusal,
): HandlerResult<FileResponse> => ({
  answer: {
    redirect: callbackPath({ shown: 'page', to }, { code, ...(refusal && { details: refusal.details }) }),
  },
  as: 'refused',
  details: { reason: code, way: 'sso' },
  by,
})
