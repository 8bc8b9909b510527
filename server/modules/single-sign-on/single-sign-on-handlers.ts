import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
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
import { callbackPath, normalizeEmail, safeRedirectPath, type IdentityDeps } from '../identity/index.ts'
import { redirectUrlOf, serviceProviderOf, type ProviderClient } from './provider-client.ts'
import { ProviderError } from './provider-error.ts'
import { serviceProviderMetadata } from './saml-client.ts'
import { createAdmission, noteSignIn } from './single-sign-on-accounts.ts'
import { signInFlows } from './single-sign-on-flow.ts'
import { domainOf, type ProviderPerson } from './single-sign-on-rules.ts'
import { loadSignInConnection, type SignInConnection } from './sign-in-connection.ts'
import { findConnections } from './single-sign-on-store.ts'

export type SingleSignOnDeps = IdentityDeps & {
  runJob: RunJob
  client: ProviderClient
  log: Log
}

/** The way to the provider of a practice or its group. */
export function singleSignOnHandlers(deps: SingleSignOnDeps) {
  const { client, database } = deps
  const flows = signInFlows(deps)
  return {
    find: handle(contract.singleSignOn.find, async (_scope, { email: typed }) => {
      const email = normalizeEmail(typed)
      return { answer: email ? await findConnections(database, domainOf(email)) : [] }
    }),

    start: handle(contract.singleSignOn.start, async (scope, { email, to, ...wanted }, answering) => {
      const chosen = { connectionId: wanted.connectionId, practiceId: wanted.practiceId ?? null }
      const connection = await loadSignInConnection(deps, chosen)
      if (!connection) return refuse('connection-not-found')
      try {
        const { url, request } = await client.start(connection, email ?? null)
        const flow = { ...chosen, to: safeRedirectPath(to), request }
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
const visitorOf = ({ clinicId }: SignInConnection, email: string | null | undefined): AuditAttribution => ({
  clinicId,
  actor: { kind: 'anyone', role: 'anyone', ...(email ? { email } : {}) },
})

/** Where the provider of a practice sends people back to: every answer leads on to a page, which tells what became of it. */
export function singleSignOnCallbacks(deps: SingleSignOnDeps): HandledFile[] {
  const { client, completeSignIn, accounts, runJob } = deps
  const flows = signInFlows(deps)
  const { admit, admitElsewhere } = createAdmission(deps)

  async function letIn(
    scope: AnyoneScope,
    connection: SignInConnection,
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
    // Whoever owes a second factor has not signed in yet.
    if (done.answer.step === 'open') await admitElsewhere(connection, admitted.userId, person)
    return { ...done, answer: { redirect: callbackPath({ shown: 'page', to }) } }
  }

  /** What the provider answered: in the address, or for SAML in the form that was posted before. */
  async function answerOf(
    { protocol }: SignInConnection,
    state: string,
    query: Record<string, unknown>,
    now: Date,
  ): Promise<URLSearchParams> {
    if (protocol === 'saml') return new URLSearchParams({ SAMLResponse: await flows.takeAnswer(state, now) })
    return new URLSearchParams(
      Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  }

  return [
    handleFile(files.singleSignOn.answer, async (scope, { ownerId, body }) => {
      const form = new URLSearchParams(body)
      const [state, response] = [form.get('RelayState') ?? '', form.get('SAMLResponse') ?? '']
      // No sign-in of our own asked for it: a provider does not begin one.
      const flow = state && response ? await flows.awaited(state, scope.now) : null
      const connection = flow && (await loadSignInConnection(deps, flow))
      if (connection?.protocol !== 'saml' || connection.ownerId !== ownerId)
        return { ...toRefusalPage(null, 'code-expired', {}), as: 'nothing' }
      await flows.storeAnswer(state, response, scope.now)
      const query = new URLSearchParams({ state })
      return {
        answer: { redirect: `${redirectUrlOf('', connection)}?${query.toString()}` },
        details: { way: 'sso' },
        by: visitorOf(connection, null),
      }
    }),
    handleFile(files.singleSignOn.metadata, async (_scope, { ownerId }) => {
      const xml = Buffer.from(serviceProviderMetadata(serviceProviderOf(deps.address, { ownerId })))
      const open = async () => ({ stream: Readable.from([xml]), bytes: xml.length })
      const etag = createHash('sha256').update(xml).digest('base64url')
      return {
        answer: {
          open,
          etag,
          type: 'application/samlmetadata+xml; charset=utf-8',
          name: 'candour-saml-metadata.xml',
          isAttachment: true,
        },
      }
    }),
    handleFile(files.singleSignOn.callback, async (scope, { connectionId, ...query }, answering) => {
      const flow = await flows.take(query['state'], scope.now, answering)
      // What one provider was asked, another must not answer. Anybody can come here without having left.
      if (flow?.connectionId !== connectionId)
        return { ...toRefusalPage(null, 'code-expired', {}), ...(flow ? {} : { as: 'nothing' as const }) }
      const connection = await loadSignInConnection(deps, flow)
      if (!connection) return toRefusalPage(flow.to, 'sso-failed', {})
      if (query['error'] === 'access_denied')
        return toRefusalPage(flow.to, 'user-cancelled', visitorOf(connection, null))
      try {
        const answer = await answerOf(connection, flow.request.state, query, scope.now)
        const person = await client.complete(connection, flow.request, answer)
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
