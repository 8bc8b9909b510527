import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { interactionPolicy, Provider, type OidcContext } from 'oidc-provider'
import { identityProviders, type IdentityProvider as ProviderName } from '../../contract/sign-in-codes.ts'
import { mockSignInPage } from './mock-oauth-page.ts'

/** What somebody says of themselves at the provider. Without an address they are known by name alone. */
export type ProviderUser = { email: string; isProved?: boolean }

export type MockOauthProvider = {
  url: string
  /** Goes where a browser is sent, and comes back as this person, or without signing in: the address it comes back to. */
  visit(url: string, person: ProviderUser | 'cancel'): Promise<URL>
  close(): Promise<void>
}

/** The product's clients at the provider: one for each name it goes by. */
export const mockOauthClients = Object.fromEntries(
  identityProviders.map((name) => [name, { clientId: `candour-${name}`, clientSecret: `secret of ${name}` }]),
) as Record<ProviderName, { clientId: string; clientSecret: string }>

/** By what the provider knows a person, whatever becomes of their address. */
export const subjectOf = ({ email }: ProviderUser): string =>
  createHash('sha256').update(email).digest('hex').slice(0, 32)

const clientsAt = (product: string) =>
  identityProviders.map((name) => ({
    client_id: mockOauthClients[name].clientId,
    client_secret: mockOauthClients[name].clientSecret,
    client_name: name,
    redirect_uris: [`${product}/api/sign-in/callback/${name}`],
    token_endpoint_auth_method: 'client_secret_post',
    id_token_signed_response_alg: 'ES256',
  }))

/** Asks who somebody is each time, for one browser signs in many people; and asks for nobody's consent. */
export function withoutConsentPrompt() {
  const { Check, base } = interactionPolicy
  const prompts = base()
  prompts
    .get('login')
    .checks.add(new Check('always', 'Each time anew', ({ oidc }: OidcContext) => !oidc.result?.login))
  prompts.remove('consent')
  return prompts
}

function openProvider(issuer: string, product: string, people: Map<string, ProviderUser>): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider: Provider = new Provider(issuer, {
    clients: clientsAt(product),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy: withoutConsentPrompt(),
      url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => claimsOf(accountId, people.get(accountId)),
    }),
    async loadExistingGrant({ oidc }: OidcContext) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope(oidc.params?.scope ?? 'openid')
      await grant.save()
      return grant
    },
  })
  return provider
}

function claimsOf(sub: string, person: ProviderUser | undefined) {
  const { email = '', isProved = true } = person ?? {}
  return { sub, name: 'Somebody', ...(email && { email, email_verified: isProved }) }
}

type InteractionDeps = { provider: Provider; people: Map<string, ProviderUser> }

/** Shows who may sign in, and takes the answer. */
async function handleInteraction(
  { provider, people }: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(mockSignInPage(request.url!, params.client_id ?? ''))
    return
  }
  const answer = new URLSearchParams(await text(request))
  const person = { email: answer.get('email') ?? '', isProved: answer.get('proved') === 'yes' }
  people.set(subjectOf(person), person)
  const result =
    answer.get('answer') === 'cancel'
      ? { error: 'access_denied' }
      : { login: { accountId: subjectOf(person) } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/**
 * A real OpenID provider in this process, on a port of its own: it answers in place of every provider that the product
 * at `product` knows, and signs in whomever the test names.
 */
export async function openMockOauthProvider(product: string, port = 0): Promise<MockOauthProvider> {
  const people = new Map<string, ProviderUser>()
  const server = createServer()
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = openProvider(url, product, people)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    handleInteraction({ provider, people }, request, response).catch((error: Error) => {
      response.statusCode = 400
      response.end(error.message)
    })
  })
  return {
    url,
    visit: (address, person) => signInAs(address, person, url),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const hops_max = 10

/** What a browser does at the provider, step by step, until it is sent elsewhere. */
async function signInAs(address: string, person: ProviderUser | 'cancel', peer: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = new URL(address)
  for (let hop = 0; hop < hops_max && at.origin === peer; hop++) {
    const isQuestion = at.pathname.startsWith('/interaction/')
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(isQuestion && { method: 'POST', body: answerOf(person) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(next, at)
  }
  return at
}

function answerOf(person: ProviderUser | 'cancel'): URLSearchParams {
  if (person === 'cancel') return new URLSearchParams({ answer: 'cancel' })
  const { email, isProved = true } = person
  return new URLSearchParams({ answer: 'sign-in', email, ...(isProved && { proved: 'yes' }) })
}
