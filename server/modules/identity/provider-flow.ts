import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { Auth } from './auth.ts'
import type { ProviderFlow } from './provider-rules.ts'
import { cookieNameAt, forwardCookies } from './session-cookie.ts'

type ProviderFlowDeps = { auth: Auth; address: string }

/** What the library keeps of somebody who is away at a provider; `link` names whose account an identity is linked to. */
export type StoredFlow = ProviderFlow & { link?: { userId: string } }

/** How the library names what it keeps under a `state`. */
const flowKey = (state: string) => `auth-state:${state}`

/** Both are where the library would go on to; where people do go, the callback decides. */
const callbackUrls = { callbackURL: '/login/back', errorCallbackURL: '/login/back' }

/** Begins a sign-in with a provider; answers the address to go to, and binds the way back to this browser by a cookie. */
export async function startSignIn(
  { auth }: ProviderFlowDeps,
  flow: ProviderFlow,
  answering: HttpContext,
): Promise<string> {
  const { headers, response } = await auth.auth.api.signInSocial({
    body: { provider: flow.provider, ...callbackUrls, disableRedirect: true, additionalData: flow },
    returnHeaders: true,
  })
  forwardCookies(headers, answering)
  return redirectUrlOf(response)
}

/** Begins to link an identity of a provider to the account that is signed in on this browser. */
export async function startLinking(
  { auth }: ProviderFlowDeps,
  provider: IdentityProvider,
  answering: HttpContext,
): Promise<string> {
  const flow: ProviderFlow = { provider, shown: 'page', to: null }
  const { headers, response } = await auth.auth.api.linkSocialAccount({
    body: { provider, ...callbackUrls, disableRedirect: true, additionalData: flow },
    headers: new Headers({ cookie: answering.cookie }),
    returnHeaders: true,
  })
  forwardCookies(headers, answering)
  return redirectUrlOf(response)
}

function redirectUrlOf({ url }: { url?: string | undefined }): string {
  if (!url) throw new Error('The auth library answered no address to go to')
  return url
}

/** What was kept when somebody left for a provider; null when it is used up, too old or never was. */
export async function findFlow({ auth }: Auth, state: unknown): Promise<StoredFlow | null> {
  if (typeof state !== 'string') return null
  const { internalAdapter } = await auth.$context
  const kept = await internalAdapter.findVerificationValue(flowKey(state))
  return kept && (JSON.parse(kept.value) as StoredFlow)
}

export type CallbackResult =
  /** The session that the library made, which opens nothing yet; none after linking. */
  { failure: null; sessionCookie: string | null } | { failure: string }

type Callback = { provider: string; query: Record<string, unknown> }

/**
 * Has the library finish: it looks whether this browser left, asks the provider who came back, and finds their account.
 * What was kept is used up by it. Its session cookie is not passed on: it stands for nobody who was let in.
 */
export async function completeCallback(
  { auth, address }: ProviderFlowDeps,
  { provider, query }: Callback,
  answering: HttpContext,
): Promise<CallbackResult> {
  const answer = await auth.auth.api.callbackOAuth({
    method: 'GET',
    params: { id: provider },
    // What is named twice is no answer of a provider.
    query: Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value === 'string')),
    headers: new Headers({ cookie: answering.cookie }),
    asResponse: true,
  })
  const cookies = answer.headers.getSetCookie()
  const named = (name: string) =>
    cookies.find((cookie) => cookie.startsWith(`${cookieNameAt(address, name)}=`))
  const left = named('state')
  if (left) answering.setCookie(left)
  const goOn = URL.parse(answer.headers.get('location') ?? '', address)
  const failure = goOn?.searchParams.get('error')
  if (!goOn || failure === 'internal_server_error')
    throw new Error('The auth library could not finish what a provider answered')
  return failure ? { failure } : { failure: null, sessionCookie: named('session_token') ?? null }
}
