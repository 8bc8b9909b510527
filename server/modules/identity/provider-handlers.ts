import { contract } from '../../../contract/index.ts'
import { identityFiles } from '../../../contract/identity.ts'
import type { Provider } from '../../../contract/sign-in-codes.ts'
import {
  handle,
  handleFile,
  type Answering,
  type AnyoneScope,
  type Done,
  type FileAnswer,
  type HandledFile,
} from '../../platform/http/operations.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { giveNotice } from './account-message-store.ts'
import type { IdentityParts } from './identity-parts.ts'
import { byOfSession, isOpen, isSuperAdmin } from './identity-rules.ts'
import { ownPath } from './own-path.ts'
import { comeBack, readFlow, startSignIn, type KeptFlow } from './provider-flow.ts'
import {
  accountPath,
  backPath,
  failureCodeOf,
  type FailureCode,
  type ProviderFlow,
} from './provider-rules.ts'

/** Where somebody goes on to who left for a provider that nothing is known of any more. */
const unknownFlow = { shown: 'page', to: null } as const

/** The operations of signing in with an identity provider. */
export const providerHandlers = (parts: IdentityParts) => ({
  startProvider: handle(
    contract.identity.startProvider,
    async (_scope, { provider, shown, to }, answering) => {
      if (!parts.ways.providers.includes(provider)) return refuse('operation-not-allowed')
      const flow: ProviderFlow = { provider, shown, to: ownPath(to) }
      return { answer: { url: await startSignIn(parts, flow, answering) }, details: { way: provider } }
    },
  ),
})

type Coming = { provider: Provider; query: Record<string, unknown> }

/** Where providers send people back to: every answer leads on to a page, which tells what became of it. */
export function providerFiles(parts: IdentityParts): HandledFile[] {
  return [
    handleFile(identityFiles.providerCallback, async (scope, { provider, ...query }, answering) => {
      const flow = await readFlow(parts.auth, query.state)
      // Each provider has a way back of its own: what one was asked, another must not answer.
      if (flow?.provider !== provider) {
        const gone = goneBack(unknownFlow, provider, 'code-expired')
        // Anybody can come here without having left: that is nothing to write down.
        return flow ? gone : { ...gone, as: 'nothing' }
      }
      const coming = { provider, query }
      return flow.link
        ? link(parts, scope, flow.link.userId, coming, answering)
        : signIn(parts, scope, flow, coming, answering)
    }),
  ]
}

type Flow = Pick<ProviderFlow, 'shown' | 'to'>

/** A sign-in that came to nothing; the page tells why. */
const goneBack = (flow: Flow, way: Provider, code: FailureCode, refusal?: Refusal): Done<FileAnswer> => ({
  answer: { redirect: backPath(flow, { code, ...(refusal && { details: refusal.details }) }) },
  as: 'refused',
  details: { reason: code, way },
  ...(refusal?.by && { by: refusal.by }),
})

async function signIn(
  parts: IdentityParts,
  scope: AnyoneScope,
  flow: KeptFlow,
  { provider, query }: Coming,
  answering: Answering,
): Promise<Done<FileAnswer>> {
  const came = await comeBack(parts, { provider, query }, answering)
  if (came.failure !== null) return goneBack(flow, provider, failureCodeOf(came.failure))
  const token = came.sessionCookie && parts.cookies.sessionToken(came.sessionCookie)
  if (!token) throw new Error('The auth library let somebody in without a session')
  const admitted = await parts.admitPerson(scope, answering, { token, way: provider })
  if (admitted instanceof Refusal) return goneBack(flow, provider, admitted.reason, admitted)
  return { ...admitted, answer: { redirect: backPath(flow) } }
}

/** Links who came back to the account that asked for it, where that is who is signed in on this browser still. */
async function link(
  parts: IdentityParts,
  scope: AnyoneScope,
  userId: string,
  { provider, query }: Coming,
  answering: Answering,
): Promise<Done<FileAnswer>> {
  const session = await parts.readSession(answering.cookie)
  if (!session || !isOpen(session)) return goneBack(unknownFlow, provider, 'user-token-expired')
  const page = { isAdmin: isSuperAdmin(session) }
  const by = byOfSession(session, scope.visit)
  const notLinked = (code: FailureCode): Done<FileAnswer> => ({
    answer: { redirect: accountPath(page, { code }) },
    subject: session.userId,
    details: { reason: code, provider },
    as: 'linkRefused',
    by,
  })
  if (session.userId !== userId) return notLinked('user-mismatch')
  const came = await comeBack(parts, { provider, query }, answering)
  if (came.failure !== null) return notLinked(failureCodeOf(came.failure))
  await giveNotice(parts, session.email, 'identity-linked')
  return {
    answer: { redirect: accountPath(page) },
    subject: userId,
    details: { provider },
    as: 'linked',
    by,
  }
}
