import { contract } from '../../../contract/index.ts'
import { identityFiles } from '../../../contract/identity.ts'
import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import {
  handle,
  handleFile,
  type HttpContext,
  type AnyoneScope,
  type HandlerResult,
  type FileResponse,
  type HandledFile,
} from '../../platform/http/operations.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice } from './account-message-store.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { actorOfSession, isSessionOpen, isSuperAdmin } from './identity-rules.ts'
import { safeRedirectPath } from './safe-redirect-path.ts'
import { completeCallback, findFlow, startSignIn, type StoredFlow } from './provider-flow.ts'
import {
  accountPath,
  callbackPath,
  failureCodeOf,
  type FailureCode,
  type ProviderFlow,
} from './provider-rules.ts'

/** Where somebody goes on to who left for a provider that nothing is known of any more. */
const unknownFlow = { shown: 'page', to: null } as const

/** The operations of signing in with an identity provider. */
export const providerHandlers = (deps: IdentityDeps) => ({
  startProvider: handle(
    contract.identity.startProvider,
    async (_scope, { provider, shown, to }, answering) => {
      if (!deps.signInMethods.providers.includes(provider)) return refuse('operation-not-allowed')
      const flow: ProviderFlow = { provider, shown, to: safeRedirectPath(to) }
      return { answer: { url: await startSignIn(deps, flow, answering) }, details: { way: provider } }
    },
  ),
})

type CallbackParams = { provider: IdentityProvider; query: Record<string, unknown> }

/** Where providers send people back to: every answer leads on to a page, which tells what became of it. */
export function providerCallbacks(deps: IdentityDeps): HandledFile[] {
  return [
    handleFile(identityFiles.providerCallback, async (scope, { provider, ...query }, answering) => {
      const flow = await findFlow(deps.auth, query.state)
      // Each provider has a way back of its own: what one was asked, another must not answer.
      if (flow?.provider !== provider) {
        const gone = redirectBack(unknownFlow, provider, 'code-expired')
        // Anybody can come here without having left: that is nothing to write down.
        return flow ? gone : { ...gone, as: 'nothing' }
      }
      const coming = { provider, query }
      return flow.link
        ? linkProviderIdentity(deps, scope, flow.link.userId, coming, answering)
        : completeProviderSignIn(deps, scope, flow, coming, answering)
    }),
  ]
}

type Flow = Pick<ProviderFlow, 'shown' | 'to'>

/** A sign-in that came to nothing; the page tells why. */
const redirectBack = (
  flow: Flow,
  way: IdentityProvider,
  code: FailureCode,
  refusal?: Refusal,
): HandlerResult<FileResponse> => ({
  answer: { redirect: callbackPath(flow, { code, ...(refusal && { details: refusal.details }) }) },
  as: 'refused',
  details: { reason: code, way },
  ...(refusal?.by && { by: refusal.by }),
})

async function completeProviderSignIn(
  deps: IdentityDeps,
  scope: AnyoneScope,
  flow: StoredFlow,
  { provider, query }: CallbackParams,
  answering: HttpContext,
): Promise<HandlerResult<FileResponse>> {
  const came = await completeCallback(deps, { provider, query }, answering)
  if (came.failure !== null) return redirectBack(flow, provider, failureCodeOf(came.failure))
  const token = came.sessionCookie && deps.cookies.sessionToken(came.sessionCookie)
  if (!token) throw new Error('The auth library let somebody in without a session')
  const admitted = await deps.completeSignIn(scope, answering, { token, method: provider })
  if (admitted instanceof Refusal) return redirectBack(flow, provider, admitted.reason, admitted)
  return { ...admitted, answer: { redirect: callbackPath(flow) } }
}

/** Links who came back to the account that asked for it, where that is who is signed in on this browser still. */
async function linkProviderIdentity(
  deps: IdentityDeps,
  scope: AnyoneScope,
  userId: string,
  { provider, query }: CallbackParams,
  answering: HttpContext,
): Promise<HandlerResult<FileResponse>> {
  const session = await deps.readSession(answering.cookie)
  if (!session || !isSessionOpen(session)) return redirectBack(unknownFlow, provider, 'user-token-expired')
  const page = { isAdmin: isSuperAdmin(session) }
  const by = actorOfSession(session, scope.visit)
  const notLinked = (code: FailureCode): HandlerResult<FileResponse> => ({
    answer: { redirect: accountPath(page, { code }) },
    subject: session.userId,
    details: { reason: code, provider },
    as: 'linkRefused',
    by,
  })
  if (session.userId !== userId) return notLinked('user-mismatch')
  const came = await completeCallback(deps, { provider, query }, answering)
  if (came.failure !== null) return notLinked(failureCodeOf(came.failure))
  await queueAccountNotice(deps, session.email, 'identity-linked')
  return {
    answer: { redirect: accountPath(page) },
    subject: userId,
    details: { provider },
    as: 'linked',
    by,
  }
}
