import { z } from 'zod'
import { aborted, id, invalidArgument, lineText, operation } from './kit.ts'
import { group_sign_in_levels_max } from './limits.ts'
import { groupRoles } from './practice-groups.ts'
import {
  domainField,
  domainNotFound,
  domainRefusals,
  exampleCertificate,
  noConnection,
  OidcProvider,
  oidcRefusals,
  ProviderTrust,
  ProviderView,
  recordMissing,
  SamlProvider,
  samlRefusals,
  ServiceProviderView,
  SignInDomain,
} from './single-sign-on.ts'

/** What a connection of a group decides: who is let in at which practice, by the groups of the provider. */
const ConnectionPolicy = ProviderTrust.extend({
  /** Somebody in several gets a staff record in each practice; the highest level applies in each. */
  practiceLevels: z
    .array(z.object({ group: lineText(200), practiceId: id, level: z.int().min(1).max(4) }))
    .max(group_sign_in_levels_max),
})

const Settings = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  connection: ConnectionPolicy.extend(ProviderView.shape).nullable(),
  /** Where an OpenID Connect provider sends people back to. */
  redirectUrl: z.string().nullable(),
  serviceProvider: ServiceProviderView,
  domains: z.array(SignInDomain),
  /** The practices of the group by name. One that does not agree is signed in to otherwise. */
  practices: z.array(z.object({ id, name: z.string(), isAgreed: z.boolean() })),
})
export type GroupSignOn = z.infer<typeof Settings>

const path = '/api/group/sign-on'
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}
const outsideGroup = {
  'practice-outside-group': invalidArgument('Choose practices that belong to the group.'),
}
const change = { access: 'group', stepUp: true, output: Settings } as const
const examplePolicy = {
  name: 'Microsoft 365',
  trustsEmails: false,
  countsSecondFactor: true,
  groupClaim: 'groups',
  practiceLevels: [],
}

/** The identity provider of a group, which its practices may use in place of one of their own. */
export const groupSignOn = {
  get: operation({
    method: 'GET',
    path,
    summary: 'The single sign-on of the group; never the client secret',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: Settings,
    example: {},
  }),
  save: operation({
    ...change,
    method: 'PUT',
    path,
    summary:
      'Connect an OpenID Connect provider, or change the connection; an empty secret keeps the one there is',
    audit: { done: 'group.sign_on_saved', refused: 'group.refused' },
    input: ConnectionPolicy.extend(OidcProvider.shape),
    refusals: { ...onlyGroupAdministrators, ...outsideGroup, ...oidcRefusals },
    example: {
      ...examplePolicy,
      issuer: 'https://login.example.org/tenant/v2.0',
      clientId: 'candour',
      clientSecret: 'a secret of the provider',
    },
  }),
  saveSaml: operation({
    ...change,
    method: 'PUT',
    path: `${path}/saml`,
    summary: 'Connect a SAML 2.0 provider, or change the connection; no metadata keeps what is entered',
    audit: { done: 'group.sign_on_saved', refused: 'group.refused' },
    bodyBytesMax: 280 * 1024,
    input: ConnectionPolicy.extend(SamlProvider.shape),
    refusals: { ...onlyGroupAdministrators, ...outsideGroup, ...samlRefusals },
    example: {
      ...examplePolicy,
      metadata: '',
      issuer: 'https://sts.example.org/tenant',
      signInAddress: 'https://login.example.org/tenant/saml2',
      certificates: exampleCertificate,
    },
  }),
  test: operation({
    ...change,
    method: 'POST',
    path: `${path}/test`,
    summary:
      'Whether the provider can be asked, and what is wrong where it cannot: for SAML, its certificates',
    audit: { done: 'group.sign_on_tested', refused: 'group.refused' },
    input: z.object({}),
    output: z.object({ works: z.boolean(), problem: z.string().nullable() }),
    refusals: { ...onlyGroupAdministrators, ...noConnection },
    example: {},
  }),
  remove: operation({
    ...change,
    method: 'DELETE',
    path,
    summary: 'Disconnect the provider: practices that used it sign in with passwords and passkeys again',
    audit: { done: 'group.sign_on_removed', refused: 'group.refused' },
    input: z.object({}),
    refusals: onlyGroupAdministrators,
    example: {},
  }),
  addDomain: operation({
    ...change,
    method: 'POST',
    path: `${path}/domains`,
    summary: 'Add an e-mail domain of the group, to be verified by a DNS record',
    audit: { done: 'group.sign_on_domain_added', refused: 'group.refused' },
    input: z.object({ domain: domainField }),
    refusals: { ...onlyGroupAdministrators, ...domainRefusals },
    example: { domain: 'coastal.example.org' },
  }),
  verifyDomain: operation({
    ...change,
    method: 'POST',
    path: `${path}/domains/{domainId}/verification`,
    summary: 'Look for the DNS record of a domain of the group',
    audit: { done: 'group.sign_on_domain_checked', refused: 'group.refused' },
    input: z.object({ domainId: id }),
    refusals: { ...onlyGroupAdministrators, ...domainNotFound, ...recordMissing },
    example: { domainId: ':groupSignInDomainId' },
  }),
  removeDomain: operation({
    ...change,
    method: 'DELETE',
    path: `${path}/domains/{domainId}`,
    summary: 'Remove a domain: nobody with an address there is let in through the group’s provider any more',
    audit: { done: 'group.sign_on_domain_removed', refused: 'group.refused' },
    input: z.object({ domainId: id }),
    refusals: { ...onlyGroupAdministrators, ...domainNotFound },
    example: { domainId: ':groupSignInDomainId' },
  }),
}
