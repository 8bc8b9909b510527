import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider, type OidcContext } from 'oidc-provider'
import { withoutConsentPrompt } from './mock-oauth-provider.ts'
import { makeCertificate } from './https-peer.ts'

/** Somebody at the provider of a practice, and what it says of them. */
export type IssuerUser = {
  email?: string
  isVerified?: boolean
  givenName?: string
  familyName?: string
  groups?: string[]
}

export type IssuerClient = { clientId: string; clientSecret: string; redirectUrl: string }

/** What an issuer answers in place of what it should: claims, a header or a key of another's. */
export type Forgery = {
  claims?: Record<string, unknown>
  alg?: string
  isForeignKey?: boolean
  /** The name by which it describes itself. */
  describedAs?: string
  /** What it answers a browser with besides. */
  iss?: string
}

const json = (response: ServerResponse, document: object) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(document))
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void, port = 0) {
  const { key, cert } = await makeCertificate()
  const server = createServer({ key, cert }, answer)
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, certificate: cert, close }
}

const subjectOf = (person: IssuerUser): string =>
  createHash('sha256').update(JSON.stringify(person)).digest('hex').slice(0, 32)

const claimsOf = (sub: string, person: IssuerUser = {}) => ({
  sub,
  given_name: person.givenName ?? 'Ada',
  family_name: person.familyName ?? 'Brook',
  groups: person.groups ?? [],
  ...(person.email ? { email: person.email } : {}),
  ...(person.isVerified === undefined ? {} : { email_verified: person.isVerified }),
})

/** A real OpenID provider in this process, by https, for one client that a practice is there. */
export async function openMockOidcIssuer(port = 0) {
  const people = new Map<string, IssuerUser>()
  let provider: Provider | null = null
  const { url, certificate, close } = await listen((request, response) => {
    if (request.url === '/clients') return void text(request).then((sent) => answerClient(sent, response))
    if (!provider) return void response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    finish(provider, request, response).catch((error: Error) => {
      response.statusCode = 400
      response.end(error.message)
    })
  }, port)

  /** A practice becomes a client by a request too, where the issuer is a program of its own. */
  function answerClient(sent: string, response: ServerResponse) {
    register(JSON.parse(sent) as IssuerClient)
    response.writeHead(204).end()
  }

  async function finish(at: Provider, request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="en"><title>Practice sign-in</title><h1>Practice sign-in</h1>
        <form method="post"><label>E-mail <input name="email" type="email"></label>
        <input type="hidden" name="person" value="{}"><button>Continue</button></form>`)
      return
    }
    const answer = new URLSearchParams(await text(request))
    const typed = answer.get('email')
    const person = {
      ...(JSON.parse(answer.get('person') ?? '{}') as IssuerUser),
      ...(typed ? { email: typed, isVerified: true } : {}),
    }
    people.set(subjectOf(person), person)
    const login = { accountId: subjectOf(person) }
    await at.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  }

  /** Makes a practice its client. */
  function register({ clientId, clientSecret, redirectUrl }: IssuerClient) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const made: Provider = new Provider(url, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] }],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      features: { devInteractions: { enabled: false } },
      interactions: {
        policy: withoutConsentPrompt(),
        url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
      },
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name'],
        groups: ['groups'],
      },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_context: unknown, accountId: string) => ({
        accountId,
        claims: () => claimsOf(accountId, people.get(accountId)),
      }),
      async loadExistingGrant({ oidc }: OidcContext) {
        const grant = new made.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        })
        grant.addOIDCScope(oidc.params?.scope ?? 'openid')
        await grant.save()
        return grant
      },
    })
    provider = made
  }

  return {
    url,
    certificate,
    close,
    register,
    /** Goes where a browser is sent, signs in as this person, and answers the address that it comes back to. */
    visit: (address: string, person: IssuerUser) => signInAs(address, person, { url, certificate }),
  }
}
export type MockOidcIssuer = Awaited<ReturnType<typeof openMockOidcIssuer>>

const hops_max = 10

async function signInAs(
  address: string,
  person: IssuerUser,
  { url, certificate }: { url: string; certificate: string },
): Promise<URL> {
  const jar = new Map<string, string>()
  let at = new URL(address)
  for (let hop = 0; hop < hops_max && at.origin === url; hop++) {
    const isQuestion = at.pathname.startsWith('/interaction/')
    const body = isQuestion ? new URLSearchParams({ person: JSON.stringify(person) }).toString() : ''
    const answer = await ask(at, {
      certificate,
      body,
      cookie: [...jar].map((pair) => pair.join('=')).join('; '),
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const next = answer.headers.location
    if (!next) throw new Error(`The provider answered ${answer.statusCode}: ${await text(answer)}`)
    answer.resume()
    at = new URL(next, at)
  }
  return at
}

const ask = (
  url: URL,
  { certificate, body, cookie }: { certificate: string; body: string; cookie: string },
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) }
    const sent = httpsRequest(url, { method: body ? 'POST' : 'GET', ca: certificate, headers }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedStatement(claims: object, key: KeyObject, alg: string): string {
  const unsigned = `${base64url({ alg, kid: 'one', typ: 'JWT' })}.${base64url(claims)}`
  if (alg === 'none') return `${unsigned}.`
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** An issuer that says whatever a test has it say: who signs in, and every lie about it. */
export async function openHostileIssuer() {
  const [own, foreign] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const spent = new Set<string>()
  let asked = new URLSearchParams()
  const state = { claims: {} as Record<string, unknown>, forgery: {} as Forgery }
  const { url, certificate, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url!, url)
    if (pathname === '/.well-known/openid-configuration')
      return json(response, {
        issuer: state.forgery.describedAs ?? url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (pathname === '/keys')
      return json(response, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'one' }],
      })
    if (pathname === '/token') return void answerToken(request, response)
    response.writeHead(404).end()
  })

  async function answerToken(request: IncomingMessage, response: ServerResponse) {
    const code = new URLSearchParams(await text(request)).get('code') ?? ''
    if (spent.has(code)) {
      response.statusCode = 400
      return json(response, { error: 'invalid_grant' })
    }
    spent.add(code)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: url, aud: asked.get('client_id'), iat: now, exp: now + 300, nonce: asked.get('nonce') },
      ...state.claims,
      ...state.forgery.claims,
    }
    const { privateKey } = state.forgery.isForeignKey ? foreign : own
    const statement = signedStatement(claims, privateKey, state.forgery.alg ?? 'ES256')
    json(response, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      id_token: statement,
    })
  }

  return {
    url,
    certificate,
    close,
    /** Says what it should from now on. */
    relent: () => void (state.forgery = {}),
    /** Has somebody sign in there; the address that their browser comes back to. */
    answer(address: string, claims: Record<string, unknown>, forgery: Forgery = {}): URL {
      asked = new URL(address).searchParams
      Object.assign(state, { claims, forgery })
      const back = new URL(asked.get('redirect_uri')!)
      back.searchParams.set('state', asked.get('state')!)
      back.searchParams.set('code', randomBytes(12).toString('hex'))
      back.searchParams.set('iss', forgery.iss ?? url)
      return back
    },
  }
}
export type HostileIssuer = Awaited<ReturnType<typeof openHostileIssuer>>
