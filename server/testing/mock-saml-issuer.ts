import { createServer } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { escapeHtml } from '../platform/escape-html.ts'
import { makeCertificate } from './https-peer.ts'

type Service = {
  entityMeta: { getAssertionConsumerService(binding: 'post'): string | string[]; getEntityID(): string }
}
type Template = (template: string) => { id: string; context: string }

/** What is used of samlify. Its own types bring a browser's along, which contradict Node's. */
type Samlify = {
  IdentityProvider(settings: object): {
    getMetadata(): string
    createLoginResponse(
      service: Service,
      request: { extract: { request: { id: string } } },
      binding: 'post',
      user: object,
      options: { customTagReplacement: Template },
    ): Promise<{ context: string }>
  }
  ServiceProvider(settings: { metadata: string; wantMessageSigned: boolean }): Service
  SamlLib: { replaceTagsByValue(xml: string, values: Record<string, string>): string }
}
const { IdentityProvider, SamlLib, ServiceProvider } = createRequire(import.meta.url)('samlify') as Samlify

/** Somebody at a practice's SAML provider, and what it says of them. */
export type SamlUser = {
  nameId: string
  nameIdFormat?: string
  email?: string
  givenName?: string
  familyName?: string
  groups?: string[]
  authnContext?: string
}

/** What a provider says in place of what it should. */
export type SamlForgery = {
  /** Values of the response's own template: audience, recipient, moments. */
  tags?: Record<string, string>
  sign?: 'assertion' | 'response' | 'both'
  algorithm?: string
  /** Signed with this key, whose certificate stands in the response. */
  identity?: SigningIdentity
  /** Changes the XML before it is signed, or afterwards. */
  unsigned?: (xml: string) => string
  signed?: (xml: string) => string
}

export type SigningIdentity = { key: string; cert: string }

/** The form that the browser is to post, and where. */
export type SamlPost = { to: string; fields: { SAMLResponse: string; RelayState: string } }

const formats = 'urn:oasis:names:tc:SAML:2.0:nameid-format'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const passwordContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

const attribute = (name: string, values: readonly string[]) =>
  `<saml:Attribute Name="${name}">${values
    .map((value) => `<saml:AttributeValue>${escapeHtml(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`

const statementsOf = (
  { email, givenName, familyName, groups = [], authnContext }: SamlUser,
  now: string,
) => ({
  authn:
    `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="_session"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>${authnContext ?? passwordContext}</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>`,
  attributes: `<saml:AttributeStatement>${[
    ...(email ? [attribute('email', [email])] : []),
    attribute('givenName', [givenName ?? 'Ada']),
    attribute('sn', [familyName ?? 'Brook']),
    // What nobody filled in is sent all the same.
    attribute('title', ['']),
    ...(groups.length > 0 ? [attribute('groups', groups)] : []),
  ].join('')}</saml:AttributeStatement>`,
})

/** What a browser was sent with: the request's id, who asks, and where the answer goes. */
function readRequest(address: string) {
  const { searchParams } = new URL(address)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString('utf8')
  const valueOf = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    xml,
    id: valueOf(/\sID="([^"]*)"/),
    issuer: valueOf(/Issuer[^>]*>([^<]*)</),
    relayState: searchParams.get('RelayState') ?? '',
  }
}

/** A real SAML provider of the tests, that can also be made to say anything. */
export function createSamlIssuer(url: string, own: SigningIdentity) {
  const entityId = `${url}/metadata`
  const providerOf = ({ key, cert }: SigningIdentity, algorithm: string) =>
    IdentityProvider({
      entityID: entityId,
      privateKey: key,
      signingCert: cert,
      requestSignatureAlgorithm: algorithm,
      nameIDFormat: [`${formats}:persistent`],
      singleSignOnService: [{ Binding: redirectBinding, Location: `${url}/sso` }],
      // It says so on the console where there is none.
      singleLogoutService: [{ Binding: redirectBinding, Location: `${url}/slo` }],
    })

  /** Has somebody sign in there: what their browser posts. */
  async function answer(
    address: string,
    serviceMetadata: string,
    user: SamlUser,
    forgery: SamlForgery = {},
  ): Promise<SamlPost> {
    const { sign = 'assertion', algorithm = rsaSha256, identity = own, tags = {} } = forgery
    const request = readRequest(address)
    const metadata =
      sign === 'response'
        ? serviceMetadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
        : serviceMetadata
    const service = ServiceProvider({ metadata, wantMessageSigned: sign === 'both' })
    const to = String(service.entityMeta.getAssertionConsumerService('post'))
    const now = new Date()
    const later = new Date(now.getTime() + 300_000).toISOString()
    const { authn, attributes } = statementsOf(user, now.toISOString())
    const values = {
      ID: `_r${crypto.randomUUID()}`,
      AssertionID: `_a${crypto.randomUUID()}`,
      Destination: to,
      Audience: service.entityMeta.getEntityID(),
      SubjectRecipient: to,
      Issuer: entityId,
      IssueInstant: now.toISOString(),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: now.toISOString(),
      ConditionsNotOnOrAfter: later,
      SubjectConfirmationDataNotOnOrAfter: later,
      NameIDFormat: user.nameIdFormat ?? `${formats}:persistent`,
      NameID: user.nameId,
      InResponseTo: request.id,
      ...tags,
    }
    const build = (template: string) => {
      const whole = template.replace('{AuthnStatement}', authn).replace('{AttributeStatement}', attributes)
      const xml = SamlLib.replaceTagsByValue(whole, values)
      return { id: values.ID, context: forgery.unsigned?.(xml) ?? xml }
    }
    const { context } = await providerOf(identity, algorithm).createLoginResponse(
      service,
      { extract: { request: { id: request.id } } },
      'post',
      {},
      { customTagReplacement: build },
    )
    const xml = Buffer.from(context, 'base64').toString('utf8')
    const sent = forgery.signed?.(xml) ?? xml
    return {
      to,
      fields: { SAMLResponse: Buffer.from(sent).toString('base64'), RelayState: request.relayState },
    }
  }

  return { entityId, answer, metadata: providerOf(own, rsaSha256).getMetadata(), readRequest }
}
export type SamlIssuer = ReturnType<typeof createSamlIssuer>

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Practice sign-in</title><h1>Practice sign-in</h1>${body}`

/** The same by https, with a page to sign in at; it reads our metadata as its administrator would hand it over. */
export async function openMockSamlIssuer(port = 0) {
  const [{ key, cert }, signing] = [await makeCertificate(), await makeCertificate('rsa')]
  let serviceMetadata = ''
  const server = createServer({ key, cert }, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.url === '/metadata') return void response.end(issuer.metadata)
    if (request.url === '/service')
      return void text(request).then((sent) => {
        serviceMetadata = sent
        response.writeHead(204).end()
      })
    if (request.method !== 'POST')
      return void response.end(
        page(`<form method="post"><label>E-mail <input name="email" type="email"></label>
          <button>Continue</button></form>`),
      )
    void text(request).then(async (sent) => {
      const email = new URLSearchParams(sent).get('email') ?? ''
      const user = { nameId: `id-of-${email}`, email }
      const { to, fields } = await issuer.answer(`${url}${request.url}`, serviceMetadata, user)
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
      )
      response.end(
        page(`<form method="post" action="${escapeHtml(to)}">${inputs.join('')}</form>
          <script>document.forms[0].submit()</script>`),
      )
    })
  })
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const issuer = createSamlIssuer(url, signing)
  return {
    url,
    certificate: cert,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
