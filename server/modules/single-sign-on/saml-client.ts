import { randomBytes } from 'node:crypto'
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { parseDocument } from 'htmlparser2'
import { z } from 'zod'
import { single_sign_on_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { clock_tolerance_seconds, ProviderError } from './provider-error.ts'
import { describeCertificate, elementsNamed, type SamlProvider } from './saml-metadata.ts'
import { namesOf, reportsSecondFactor, type ProviderPerson } from './single-sign-on-rules.ts'

/** Who a practice is to its SAML provider, and where that sends people's answers. */
export type ServiceProvider = { entityId: string; responseUrl: string }

export type SamlConnection = SamlProvider & ServiceProvider & { groupClaim: string }

/** What is kept of a sign-in while somebody is away: what their answer must prove. */
export type SamlRequest = { state: string; requestId: string }

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** By what an answer may be signed, digested and canonicalised: nothing with SHA-1, and nothing that keeps comments. */
const allowedAlgorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
])
const algorithmAttribute = /Algorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const refuse = (problem: string): never => {
  throw new ProviderError(problem)
}

/**
 * Refuses what no provider needs and several XML readers understand differently: declarations, entities, comments and
 * CDATA, weak algorithms, and a second assertion anywhere.
 */
function assertPlain(xml: string, { requestId }: SamlRequest, { issuer, responseUrl }: SamlConnection): void {
  if (xml.includes('<!')) refuse('The response has comments, CDATA or a document type')
  for (const [, double, single] of xml.matchAll(algorithmAttribute))
    if (!allowedAlgorithms.has(double ?? single ?? ''))
      refuse('The response is signed with an algorithm that is not accepted, such as SHA-1')
  const document = parseDocument(xml, { xmlMode: true })
  if (elementsNamed(document, 'EncryptedAssertion').length > 0)
    refuse('The assertion is encrypted. Turn assertion encryption off')
  const [response, another] = elementsNamed(document, 'Response')
  if (!response || another) return refuse('The response is not one SAML response')
  const status = elementsNamed(response, 'StatusCode')[0]?.attribs['Value'] ?? ''
  if (status !== success) refuse(`The provider answered ${/[A-Za-z]*$/.exec(status)?.[0] || 'no status'}`)
  if (elementsNamed(response, 'Assertion').length !== 1) refuse('The response has not one assertion')
  // These are signed only where the whole response is. In the assertion, which always is, they are asked for below.
  const { Destination, InResponseTo } = response.attribs
  if (Destination !== undefined && Destination !== responseUrl)
    refuse('The response is for another destination')
  if (InResponseTo !== requestId) refuse('The response answers another request')
  for (const named of elementsNamed(response, 'Issuer'))
    if (
      named.children.length !== 1 ||
      !('data' in named.children[0]!) ||
      named.children[0].data.trim() !== issuer
    )
      refuse('The response names another issuer')
}

const TextElement = z.object({
  _: z
    .string()
    .default('')
    .transform((text) => text.trim()),
})
/** An element without attributes and text is read as an empty text in its place. */
const Text = z.preprocess((node) => (typeof node === 'string' ? { _: node } : node), TextElement)
const Confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: z.tuple([
    z.object({
      $: z.object({
        Recipient: z.string().default(''),
        InResponseTo: z.string().default(''),
        NotOnOrAfter: z.string().default(''),
      }),
    }),
  ]),
})
/** An assertion as the library reads what the signature covers, and nothing else. */
const SignedAssertion = z.object({
  Assertion: z.object({
    Issuer: z.tuple([Text]),
    Subject: z.tuple([
      z.object({
        NameID: z.tuple([TextElement.extend({ $: z.object({ Format: z.string().default('') }).optional() })]),
        SubjectConfirmation: z.array(Confirmation).min(1),
      }),
    ]),
    AuthnStatement: z
      .array(
        z.object({
          AuthnContext: z.tuple([z.object({ AuthnContextClassRef: z.array(Text).default([]) })]),
        }),
      )
      .min(1),
    AttributeStatement: z
      .array(
        z.object({
          Attribute: z
            .array(z.object({ $: z.object({ Name: z.string() }), AttributeValue: z.array(Text).default([]) }))
            .default([]),
        }),
      )
      .default([]),
  }),
})
type Assertion = z.output<typeof SignedAssertion>['Assertion']

/** The assertion is the provider's, and was made for this sign-in here. */
function assertForUs(
  { Issuer, Subject }: Assertion,
  { requestId }: SamlRequest,
  { issuer, responseUrl }: SamlConnection,
  now: Date,
): void {
  if (Issuer[0]._ !== issuer) refuse('The assertion is by another issuer')
  const isConfirmed = Subject[0].SubjectConfirmation.some(({ $, SubjectConfirmationData: [{ $: data }] }) => {
    const ends = Date.parse(data.NotOnOrAfter) + clock_tolerance_seconds * 1000
    const isForThis = data.Recipient === responseUrl && data.InResponseTo === requestId
    return $.Method === bearer && isForThis && ends > now.getTime()
  })
  if (!isConfirmed) refuse('The assertion is for another recipient or request, or has expired')
}

/** The names that providers give the same attribute: Entra ID and AD FS, the directory's, and plain ones. */
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const attributeNames = {
  email: ['email', 'mail', 'emailAddress', `${claims}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  given: ['givenName', 'firstName', 'given_name', `${claims}/givenname`, 'urn:oid:2.5.4.42'],
  family: ['sn', 'surname', 'lastName', 'family_name', `${claims}/surname`, 'urn:oid:2.5.4.4'],
  full: [
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  methods: ['http://schemas.microsoft.com/claims/authnmethodsreferences'],
}

function personOf(assertion: Assertion, groupClaim: string): ProviderPerson {
  const { Subject, AttributeStatement, AuthnStatement } = assertion
  const [{ _: subject, $: { Format: format = '' } = {} }] = Subject[0].NameID
  if (!subject) refuse('The assertion names nobody')
  if (format === transientFormat) refuse('The name ID changes each time. Choose a persistent one')
  const attributes = AttributeStatement.flatMap(({ Attribute }) => Attribute)
  const valuesOf = (names: readonly string[]): string[] =>
    attributes
      .filter(({ $ }) => names.includes($.Name))
      .flatMap(({ AttributeValue }) => AttributeValue.map(({ _ }) => _))
      .filter(Boolean)
  const { email, given, family, full, methods } = attributeNames
  const emails = [...new Set(valuesOf(email))]
  if (emails.length > 1) refuse('The assertion has more than one e-mail address')
  const classes = AuthnStatement.flatMap(({ AuthnContext }) =>
    AuthnContext[0].AuthnContextClassRef.map(({ _ }) => _),
  )
  return {
    subject,
    email: emails[0] ?? (format === emailFormat ? subject : null),
    // SAML has no word for it.
    isEmailVerified: null,
    ...namesOf({
      given: valuesOf(given)[0] ?? '',
      family: valuesOf(family)[0] ?? '',
      full: valuesOf(full)[0] ?? '',
    }),
    groups: valuesOf([groupClaim]),
    hasSecondFactor: reportsSecondFactor([], [...classes, ...valuesOf(methods)]),
  }
}

/** The library's own words where they name nobody; it may repeat what was sent. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (message.startsWith('SAML assertion audience mismatch')) return 'The assertion is for another audience'
  const isKnown = /^(Invalid signature|SAML assertion|No valid subject confirmation)/.test(message)
  return isKnown ? message : 'The response cannot be read'
}

/** A SAML 2.0 provider of a practice: asked by HTTP-Redirect, answers by HTTP-POST, and only when it was asked. */
export function openSamlClient(now: () => Date) {
  const openLibrary = (connection: SamlConnection, requestId: string) =>
    new SAML({
      entryPoint: connection.signInAddress,
      issuer: connection.entityId,
      audience: connection.entityId,
      callbackUrl: connection.responseUrl,
      idpCert: connection.certificates,
      idpIssuer: connection.issuer,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      // Providers sign one or the other: either will do, and nothing outside what is signed is read.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: clock_tolerance_seconds * 1000,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: single_sign_on_minutes * minute_ms,
      // One request is known here: the one that this browser left with. Whether it is too old was asked before.
      cacheProvider: {
        getAsync: async (id) => (id === requestId ? now().toISOString() : null),
        saveAsync: async () => null,
        removeAsync: async () => null,
      },
    })

  return {
    /** What is wrong with a connection, as far as it shows without somebody's signing in. */
    check({ certificates }: SamlConnection): string | null {
      const ends = certificates.map((pem) => describeCertificate(pem).expiresAt)
      const isExpired = ends.every((end) => new Date(end) <= now())
      return isExpired ? 'The certificate of the provider has expired' : null
    },

    /** Where to send somebody, and what their answer must prove. */
    async start(connection: SamlConnection): Promise<{ url: string; request: SamlRequest }> {
      const request = {
        state: randomBytes(32).toString('base64url'),
        // XML ids begin with no digit.
        requestId: `_${randomBytes(20).toString('hex')}`,
      }
      const library = openLibrary(connection, request.requestId)
      const url = await library.getAuthorizeUrlAsync(request.state, undefined, {})
      return { url, request }
    },

    /**
     * Who came back: signed by one of the provider's certificates, for us, for what was asked, now. Throws
     * `ProviderError` for anything else.
     */
    async complete(
      connection: SamlConnection,
      request: SamlRequest,
      encoded: string,
    ): Promise<ProviderPerson> {
      assertPlain(Buffer.from(encoded, 'base64').toString('utf8'), request, connection)
      const library = openLibrary(connection, request.requestId)
      const { profile } = await library
        .validatePostResponseAsync({ SAMLResponse: encoded })
        .catch((error: unknown) => {
          throw new ProviderError(problemOf(error), { cause: error })
        })
      const read = SignedAssertion.safeParse(profile?.getAssertion?.())
      if (!read.success) return refuse('The assertion lacks something that it must say')
      assertForUs(read.data.Assertion, request, connection, now())
      return personOf(read.data.Assertion, connection.groupClaim)
    },
  }
}

/** Our metadata, for the provider of a practice. */
export const serviceProviderMetadata = ({ entityId, responseUrl }: ServiceProvider): string =>
  generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: responseUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The same each time.
    generateUniqueId: () => '_metadata',
  })
