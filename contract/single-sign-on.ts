import { z } from 'zod'
import { admissionRefusals, emailField, tooMany } from './identity.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  lineText,
  notFound,
  operation,
  optionalLine,
} from './kit.ts'
import {
  saml_certificates_max,
  saml_metadata_length_max,
  saml_response_bytes_max,
  sign_in_groups_max,
} from './limits.ts'

/** Whoever decides how a practice signs in could sign in as anybody in it: it is its administrators' alone. */
const needs = 'canManageBilling'

const level = z.int().min(1).max(4)
const GroupLevel = z.object({ group: lineText(200), level })

/** What a connection of a practice or of a group decides, whichever protocol it speaks. */
export const ProviderTrust = z.object({
  /** What staff see on the sign-in page: 'Harbour Street Microsoft 365'. */
  name: lineText(80),
  /** Entra ID and SAML providers do not say whether an address is verified: the practice says so in their place. */
  trustsEmails: z.boolean(),
  /** Whether a second factor that the provider reports counts here. */
  countsSecondFactor: z.boolean(),
  groupClaim: lineText(200),
})

const ConnectionPolicy = ProviderTrust.extend({
  /** The highest level of somebody's groups is theirs. */
  groupLevels: z.array(GroupLevel).max(sign_in_groups_max),
  /** For people in none of the groups; null: they are not let in. */
  defaultLevel: level.nullable(),
})

/** An OpenID Connect provider, and who we are there. */
export const OidcProvider = z.object({
  issuer: z
    .url({ protocol: /^https$/, error: 'Enter an address that begins with https://' })
    .max(500)
    .refine((typed) => {
      const { username, password, search, hash } = URL.parse(typed) ?? {}
      return !username && !password && !search && !hash
    }, 'Enter the issuer address alone, without a user name, query or fragment'),
  clientId: lineText(200),
  clientSecret: z.string().max(500),
})

/** A SAML 2.0 provider as it is pasted or typed. */
export const SamlProvider = z.object({
  /** The metadata of the provider as XML; empty where the three below are entered. */
  metadata: z.string().max(saml_metadata_length_max).default(''),
  /** The entity ID of the provider. */
  issuer: optionalLine(500),
  /** Where browsers go to sign in: HTTP-Redirect. */
  signInAddress: optionalLine(2000),
  /** What it signs with, as PEM one after another; two while it changes from one to the next. */
  certificates: z.string().max(20_000).default(''),
})

const Certificate = z.object({
  pem: z.string(),
  /** SHA-256, as administrators compare it. */
  fingerprint: z.string(),
  expiresAt: instant,
})

/** An e-mail domain, which a DNS record shows to be one's own. */
export const SignInDomain = z.object({
  id,
  domain: z.string(),
  /** Where the TXT record stands, and what it says. */
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: instant.nullable(),
})

/** A provider as it is shown: never the client secret. */
export const ProviderView = z.object({
  id,
  protocol: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  /** OpenID Connect alone. */
  clientId: z.string().nullable(),
  /** SAML alone. */
  signInAddress: z.string().nullable(),
  certificates: z.array(Certificate).max(saml_certificates_max),
})

/** Who we are to a SAML provider: the entity ID is the address of our metadata. */
export const ServiceProviderView = z.object({ entityId: z.string(), responseUrl: z.string() })

const Settings = z.object({
  connection: ConnectionPolicy.extend({
    ...ProviderView.shape,
    /** Whether staff must use it. */
    isForced: z.boolean(),
    /** The administrator who signs in without it when the provider cannot be reached. */
    breakGlassId: id.nullable(),
    lastSignInAt: instant.nullable(),
  }).nullable(),
  /** Where an OpenID Connect provider sends people back to. */
  redirectUrl: z.string().nullable(),
  serviceProvider: ServiceProviderView,
  domains: z.array(SignInDomain),
  /** Active administrators who have a password or a passkey of their own. */
  administrators: z.array(z.object({ staffId: id, name: z.string() })),
  /** The latest sign-ins through the connection, newest first, with why one failed. */
  attempts: z.array(
    z.object({ at: instant, email: z.string(), outcome: z.enum(['done', 'failed']), reason: z.string() }),
  ),
})
export type SingleSignOnSettings = z.infer<typeof Settings>

/** A certificate that nobody signs with. */
export const exampleCertificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIDGzCCAgOgAwIBAgIUV+hMlb2rgHhSuJZmIViTHhzzOmMwDQYJKoZIhvcNAQEL',
  'BQAwHDEaMBgGA1UEAwwRbG9naW4uZXhhbXBsZS5vcmcwIBcNMjYxMTMwMDY0OTI3',
  'WhgPMjEyNjExMDYwNjQ5MjdaMBwxGjAYBgNVBAMMEWxvZ2luLmV4YW1wbGUub3Jn',
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvzEFwnyIzQqCessxzB9f',
  'a4g8M6QdiRNCeM3GVBluzDhPwT6kkzlkrdLzLtlaaBHRqRWh69lMSf9tmgYQYPZW',
  'u6j78003Ox+ThCbuSSWWXhaiI2B51bcwtmqjbXpaYCUyYNj9PGPCPMHYuCC9MD7j',
  'lm5DD92vT2ErFht7twa3OIX3CqGHmomhua/7o/RWIlBQH1drT4H8OVCUVmiKbRKP',
  '+Oa5MvyQ0soZ8Fc8M0qObPNY30sbuRiD9JYGl+zihS5u+r/Z7AMbrIh42Ecp85HA',
  'tQAnma0cjzb/904hQwxw5iEDZjeZqfjIrd5hW4Omy3mRvh/6K3a07TYP2Hya4co0',
  'XwIDAQABo1MwUTAdBgNVHQ4EFgQUV7OF9qsheXzZB7Hn7ykxPoJAfEQwHwYDVR0j',
  'BBgwFoAUV7OF9qsheXzZB7Hn7ykxPoJAfEQwDwYDVR0TAQH/BAUwAwEB/zANBgkq',
  'hkiG9w0BAQsFAAOCAQEAFbicDEUIJ6u9UE3Cg/LqKGPr/fPKLPln+N2K5lj6702W',
  'XVSHNg7v69qgHVFnJ6HxUUhuBiNw+Kv4dP/sQ+Xp5WDyTIB2XK0Oqd3aMCV3WL6t',
  'JRPCEgIS5Ij2q383sLM6iDHltYycOvaDMbS5+fQ5LF8xIn+UNSlPhXZdn2Pu/azN',
  'u7hBVgwOsiHUvJLVIXR8X+naTE7WKbkYHZvNsdRMJTcUs1cW8U25udB2VObZfaJT',
  '6yxR+Rej/5it9ut5sFwQt58+JQhQkcSHEP0B0tVU66d2iYwMzHLGIKLOWS6ZRTVi',
  'ER9U8x1TBBNo1Ixjgputt4CWeuQmNIpm28D4qPzlFA==',
  '-----END CERTIFICATE-----',
].join('\n')

const onlyAdministrators = {
  'administrators-only': aborted('Only an administrator of the practice can change single sign-on.'),
}
export const noConnection = { 'no-connection': aborted('Connect an identity provider first.') }
export const domainNotFound = { 'domain-not-found': notFound('Domain') }
/** What a provider that is entered may lack, by its protocol. */
export const oidcRefusals = {
  'secret-missing': invalidArgument('Enter the client secret.'),
  'private-address': invalidArgument('Enter a public internet address, not a private network address.'),
}
export const samlRefusals = {
  'metadata-unusable': invalidArgument(
    'Paste the metadata of one SAML 2.0 identity provider, with a sign-in address (HTTP-Redirect) and a signing certificate.',
  ),
  'issuer-missing': invalidArgument('Enter the entity ID of the provider.'),
  'sign-in-address-unusable': invalidArgument('Enter a sign-in address that begins with https://.'),
  'certificate-unusable': invalidArgument(
    'Enter one to four certificates as PEM text, each with an RSA key of 2,048 bits or more.',
  ),
}
/** An e-mail domain as it is typed. */
export const domainField = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'Enter a domain, like harbourdental.co.uk',
  )
export const domainRefusals = {
  'domain-exists': aborted('This domain is on the list already.'),
  'too-many-domains': aborted('Remove a domain before you add another.'),
}
export const recordMissing = {
  'record-missing': aborted(
    'The TXT record was not found. DNS changes can take up to a day. Check the record and try again.',
  ),
}
const change = { access: 'clinic', needs, stepUp: true } as const
const lookupRate = { attempts: 60, seconds: 300 }

/** A practice's own sign-in: its settings, and the way to its provider and back. */
export const singleSignOn = {
  get: operation({
    method: 'GET',
    path: '/api/clinic/single-sign-on',
    summary: 'The single sign-on of this practice; never the client secret',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: Settings,
    example: {},
  }),
  save: operation({
    ...change,
    method: 'PUT',
    path: '/api/clinic/single-sign-on',
    summary:
      'Connect an OpenID Connect provider, or change the connection; an empty secret keeps the one there is',
    audit: { done: 'single_sign_on.saved', refused: 'single_sign_on.change_refused' },
    input: ConnectionPolicy.extend(OidcProvider.shape),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      ...oidcRefusals,
    },
    example: {
      name: 'Microsoft 365',
      issuer: 'https://login.example.org/tenant/v2.0',
      clientId: 'candour',
      clientSecret: 'a secret of the provider',
      trustsEmails: false,
      countsSecondFactor: true,
      groupClaim: 'groups',
      groupLevels: [{ group: 'Dentists', level: 2 }],
      defaultLevel: null,
    },
  }),
  saveSaml: operation({
    ...change,
    method: 'PUT',
    path: '/api/clinic/single-sign-on/saml',
    summary: 'Connect a SAML 2.0 provider, or change the connection; no metadata keeps what is entered',
    audit: { done: 'single_sign_on.saved', refused: 'single_sign_on.change_refused' },
    bodyBytesMax: 280 * 1024,
    input: ConnectionPolicy.extend(SamlProvider.shape),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      ...samlRefusals,
    },
    example: {
      name: 'Microsoft 365',
      metadata: '',
      issuer: 'https://sts.example.org/tenant',
      signInAddress: 'https://login.example.org/tenant/saml2',
      certificates: exampleCertificate,
      trustsEmails: true,
      countsSecondFactor: true,
      groupClaim: 'groups',
      groupLevels: [{ group: 'Dentists', level: 2 }],
      defaultLevel: null,
    },
  }),
  test: operation({
    ...change,
    method: 'POST',
    path: '/api/clinic/single-sign-on/test',
    summary:
      'Whether the provider can be asked, and what is wrong where it cannot: for SAML, its certificates',
    audit: { done: 'single_sign_on.tested', refused: 'single_sign_on.change_refused' },
    input: z.object({}),
    output: z.object({ works: z.boolean(), problem: z.string().nullable() }),
    refusals: { ...noConnection },
    example: {},
  }),
  remove: operation({
    ...change,
    method: 'DELETE',
    path: '/api/clinic/single-sign-on',
    summary: 'Disconnect the provider: staff sign in with their own passwords and passkeys again',
    audit: { done: 'single_sign_on.removed', refused: 'single_sign_on.change_refused' },
    input: z.object({}),
    output: Settings,
    refusals: { ...onlyAdministrators },
    example: {},
  }),
  force: operation({
    ...change,
    method: 'PUT',
    path: '/api/clinic/single-sign-on/requirement',
    summary: 'Require single sign-on of all staff but one administrator, or no longer; other sessions end',
    audit: { done: 'single_sign_on.requirement_changed', refused: 'single_sign_on.change_refused' },
    input: z.discriminatedUnion('isForced', [
      z.object({ isForced: z.literal(true), breakGlassId: id }),
      z.object({ isForced: z.literal(false) }),
    ]),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      ...noConnection,
      'never-used': aborted('Sign in through the provider once before you require it.'),
      'break-glass-unfit': invalidArgument(
        'Choose an active administrator who has a password or a passkey of their own.',
      ),
    },
    example: { isForced: false },
  }),
  addDomain: operation({
    ...change,
    method: 'POST',
    path: '/api/clinic/single-sign-on/domains',
    summary: 'Add an e-mail domain, to be verified by a DNS record',
    audit: { done: 'single_sign_on.domain_added', refused: 'single_sign_on.change_refused' },
    input: z.object({ domain: domainField }),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      ...domainRefusals,
    },
    example: { domain: 'harbour.example.org' },
  }),
  verifyDomain: operation({
    ...change,
    method: 'POST',
    path: '/api/clinic/single-sign-on/domains/{domainId}/verification',
    summary: 'Look for the DNS record of a domain',
    audit: { done: 'single_sign_on.domain_checked', refused: 'single_sign_on.change_refused' },
    input: z.object({ domainId: id }),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      ...domainNotFound,
      ...recordMissing,
    },
    example: { domainId: ':signInDomainId' },
  }),
  removeDomain: operation({
    ...change,
    method: 'DELETE',
    path: '/api/clinic/single-sign-on/domains/{domainId}',
    summary: 'Remove a domain: nobody with an address there is let in through the provider any more',
    audit: { done: 'single_sign_on.domain_removed', refused: 'single_sign_on.change_refused' },
    input: z.object({ domainId: id }),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      ...domainNotFound,
      'last-domain': aborted('Stop requiring single sign-on before you remove the last verified domain.'),
    },
    example: { domainId: ':signInDomainId' },
  }),
  find: operation({
    method: 'POST',
    path: '/api/sign-in/single-sign-on/connections',
    summary: 'The practices that sign in addresses of this domain; the answer depends on the domain alone',
    access: 'anyone',
    audit: null,
    rate: lookupRate,
    input: z.object({ email: emailField }),
    output: z.array(
      z.object({
        connectionId: id,
        name: z.string(),
        clinicName: z.string(),
        isForced: z.boolean(),
        /** Which practice it is, where the provider is that of a group; null where it is the practice's own. */
        practiceId: id.nullable(),
      }),
    ),
    example: { email: 'amara@harbour.example.org' },
  }),
  start: operation({
    method: 'POST',
    path: '/api/sign-in/single-sign-on',
    summary: 'Begin to sign in with the provider of a practice or its group: the address to go to',
    access: 'anyone',
    audit: { done: 'user.provider_sign_in_started', refused: 'user.login_failed' },
    rate: lookupRate,
    input: z.object({
      connectionId: id,
      /** Where the connection is a group's: the practice to sign in to. */
      practiceId: id.optional(),
      email: emailField.optional(),
      to: z.string().max(500).optional(),
    }),
    output: z.object({ url: z.string() }),
    refusals: {
      'connection-not-found': notFound('Connection'),
      'provider-unreachable': {
        code: 'unavailable',
        message: 'Your practice’s sign-in cannot be reached. Try again, or ask your administrator.',
      },
      ...tooMany,
    },
    example: { connectionId: ':signInConnectionId' },
  }),
}

/** Where a practice's provider sends the browser back to. */
export const singleSignOnFiles = {
  callback: fileRoute({
    path: '/api/sign-in/single-sign-on/callback/:connectionId',
    summary: 'Comes back from the provider of a practice, and goes on to the page that waits for it',
    access: 'anyone',
    audit: {
      done: 'user.login',
      partly: 'user.first_factor_proved',
      refused: 'user.login_failed',
    },
    params: z.looseObject({ connectionId: id }),
    refusals: admissionRefusals,
    example: { connectionId: ':signInConnectionId' },
  }),
  answer: fileRoute({
    method: 'POST',
    path: '/api/sign-in/single-sign-on/saml/:ownerId/response',
    summary: 'Takes the form that a SAML provider has the browser post, and leads on to the callback',
    access: 'anyone',
    acceptsForeignOrigin: true,
    bodyBytesMax: saml_response_bytes_max,
    audit: { done: 'user.provider_answered', refused: 'user.login_failed' },
    params: z.looseObject({ ownerId: id, body: z.string() }),
    example: { ownerId: ':clinicId', body: 'SAMLResponse=PHg%2BPC94Pg%3D%3D&RelayState=of-no-sign-in' },
  }),
  metadata: fileRoute({
    path: '/api/sign-in/single-sign-on/saml/:ownerId/metadata',
    summary: 'Who a practice or group is to its SAML provider: what to enter there, as its metadata',
    access: 'anyone',
    audit: null,
    params: z.looseObject({ ownerId: id }),
    example: { ownerId: ':clinicId' },
  }),
}
