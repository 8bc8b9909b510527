import { z } from 'zod'
import { admissionRefusals, emailField, tooMany } from './identity.ts'
import { aborted, fileRoute, id, instant, invalidArgument, lineText, notFound, operation } from './kit.ts'
import { sign_in_groups_max } from './limits.ts'

/** Whoever decides how a practice signs in could sign in as anybody in it: it is its administrators' alone. */
const needs = 'canManageBilling'

const level = z.int().min(1).max(4)
const GroupLevel = z.object({ group: lineText(200), level })

const ConnectionDetails = z.object({
  /** What staff see on the sign-in page: 'Harbour Street Microsoft 365'. */
  name: lineText(80),
  issuer: z
    .url({ protocol: /^https$/, error: 'Enter an address that begins with https://' })
    .max(500)
    .refine((typed) => {
      const { username, password, search, hash } = URL.parse(typed) ?? {}
      return !username && !password && !search && !hash
    }, 'Enter the issuer address alone, without a user name, query or fragment'),
  clientId: lineText(200),
  /** Microsoft Entra ID does not say whether it has verified an address: the practice says so in its place. */
  trustsEmails: z.boolean(),
  /** Whether a second factor that the provider reports counts here. */
  countsSecondFactor: z.boolean(),
  groupClaim: lineText(80),
  /** The highest level of somebody's groups is theirs. */
  groupLevels: z.array(GroupLevel).max(sign_in_groups_max),
  /** For people in none of the groups; null: they are not let in. */
  defaultLevel: level.nullable(),
})

const Domain = z.object({
  id,
  domain: z.string(),
  /** Where the TXT record stands, and what it says. */
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: instant.nullable(),
})

const Settings = z.object({
  connection: ConnectionDetails.extend({
    id,
    issuer: z.string(),
    /** Whether staff must use it. */
    isForced: z.boolean(),
    /** The administrator who signs in without it when the provider cannot be reached. */
    breakGlassId: id.nullable(),
    lastSignInAt: instant.nullable(),
  }).nullable(),
  /** Where the provider sends people back to. */
  redirectUrl: z.string().nullable(),
  domains: z.array(Domain),
  /** Active administrators who have a password or a passkey of their own. */
  administrators: z.array(z.object({ staffId: id, name: z.string() })),
  /** The latest sign-ins through the connection, newest first, with why one failed. */
  attempts: z.array(
    z.object({ at: instant, email: z.string(), outcome: z.enum(['done', 'failed']), reason: z.string() }),
  ),
})
export type SingleSignOnSettings = z.infer<typeof Settings>

const onlyAdministrators = {
  'administrators-only': aborted('Only an administrator of the practice can change single sign-on.'),
}
const noConnection = { 'no-connection': aborted('Connect an identity provider first.') }
const domainNotFound = { 'domain-not-found': notFound('Domain') }
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
    input: ConnectionDetails.extend({ clientSecret: z.string().max(500) }),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      'secret-missing': invalidArgument('Enter the client secret.'),
      'private-address': invalidArgument('Enter a public internet address, not a private network address.'),
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
  test: operation({
    ...change,
    method: 'POST',
    path: '/api/clinic/single-sign-on/test',
    summary: 'Whether the provider answers with its description, and what is wrong where it does not',
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
    input: z.object({
      domain: z
        .string()
        .trim()
        .toLowerCase()
        .max(253)
        .regex(
          /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
          'Enter a domain, like harbourdental.co.uk',
        ),
    }),
    output: Settings,
    refusals: {
      ...onlyAdministrators,
      'domain-exists': aborted('This domain is on the list already.'),
      'too-many-domains': aborted('Remove a domain before you add another.'),
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
      'record-missing': aborted(
        'The TXT record was not found. DNS changes can take up to a day. Check the record and try again.',
      ),
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
      z.object({ connectionId: id, name: z.string(), clinicName: z.string(), isForced: z.boolean() }),
    ),
    example: { email: 'amara@harbour.example.org' },
  }),
  start: operation({
    method: 'POST',
    path: '/api/sign-in/single-sign-on',
    summary: 'Begin to sign in with the provider of a practice: the address to go to',
    access: 'anyone',
    audit: { done: 'user.provider_sign_in_started', refused: 'user.login_failed' },
    rate: lookupRate,
    input: z.object({ connectionId: id, email: emailField.optional(), to: z.string().max(500).optional() }),
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
}
