import { contract } from '../../../contract/index.ts'
import { sign_in_domains_max } from '../../../contract/limits.ts'
import type { GroupSignOn } from '../../../contract/group-sign-on.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  deleteGroupConnection,
  deleteGroupDomain,
  findGroupConnection,
  findGroupDomain,
  findNameOfGroup,
  insertGroupDomain,
  listGroupDomains,
  listSignOnPractices,
  markGroupDomainVerified,
  saveGroupConnection,
  type GroupConnection,
  type PracticeLevel,
} from './single-sign-on-group-store.ts'
import { redirectUrlOf, serviceProviderOf, wrapClientSecret } from './provider-client.ts'
import {
  createDomainToken,
  domainView,
  providerView,
  samlProviderOf,
  textsOf,
  type SettingsDeps,
} from './provider-settings.ts'
import { describeCertificate } from './saml-metadata.ts'
import { domainRecordOf, hasDomainRecord } from './single-sign-on-rules.ts'
import { isSameProvider } from './single-sign-on-store.ts'

/** Whoever decides how practices sign in could sign in as their staff. */
const isAdministrator = ({ role }: GroupScope): boolean => role === 'group_admin'

type Practices = GroupSignOn['practices']

/** What a practice that has left was given means nothing any more, and is not shown. */
const levelsHere = (levels: readonly PracticeLevel[], practices: Practices): PracticeLevel[] =>
  levels.filter(({ practiceId }) => practices.some(({ id }) => id === practiceId))

const connectionView = (connection: GroupConnection, practices: Practices) => ({
  ...providerView(connection),
  name: connection.name,
  trustsEmails: connection.trustsEmails,
  countsSecondFactor: connection.countsSecondFactor,
  practiceLevels: levelsHere(connection.practiceLevels, practices),
})

/** The operations of `contract/group-sign-on.ts`. */
export function groupSignOnHandlers(deps: SettingsDeps) {
  const { address, keyring, client, outside, runPlatformJob } = deps

  async function settingsOf(scope: GroupScope): Promise<GroupSignOn> {
    const connection = await findGroupConnection(scope)
    const practices = await listSignOnPractices(scope)
    const domains = await listGroupDomains(scope)
    return {
      ...{ group: await findNameOfGroup(scope), role: scope.role, practices },
      connection: connection && connectionView(connection, practices),
      redirectUrl: connection?.protocol === 'oidc' ? redirectUrlOf(address, connection) : null,
      serviceProvider: serviceProviderOf(address, { ownerId: scope.groupId }),
      domains: domains.map(domainView),
    }
  }

  /** The settings, and for the audit log what was done. */
  const settingsResult = async (scope: GroupScope, details = {}) => ({
    ...{ answer: await settingsOf(scope), subject: scope.groupId, details },
  })

  /** Whether every practice that is named belongs to the group. */
  async function areOwnPractices(scope: GroupScope, levels: readonly PracticeLevel[]): Promise<boolean> {
    return levelsHere(levels, await listSignOnPractices(scope)).length === levels.length
  }

  const connectionHandlers = {
    get: handle(contract.groupSignOn.get, async (scope) => ({ answer: await settingsOf(scope) })),

    save: handle(contract.groupSignOn.save, async (scope, { clientSecret, ...details }) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      if (outside.isPrivate(details.issuer)) return refuse('private-address')
      if (!(await areOwnPractices(scope, details.practiceLevels))) return refuse('practice-outside-group')
      const before = await findGroupConnection(scope)
      // A secret is sent to the issuer: the one that is kept goes to no other.
      const isSame = before && isSameProvider(before, { ...details, protocol: 'oidc' })
      if (!clientSecret && !isSame) return refuse('secret-missing')
      const secret = clientSecret ? wrapClientSecret(keyring, clientSecret) : before!.secret
      const ofSaml = { signInAddress: null, certificates: null }
      await saveGroupConnection(scope, { ...details, secret, protocol: 'oidc', ...ofSaml })
      return settingsResult(scope, { ...details, isSecretNew: clientSecret !== '' })
    }),

    saveSaml: handle(contract.groupSignOn.saveSaml, async (scope, typed) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      const provider = samlProviderOf(typed)
      if (typeof provider === 'string') return refuse(provider)
      const { name, trustsEmails, countsSecondFactor, groupClaim, practiceLevels } = typed
      if (!(await areOwnPractices(scope, practiceLevels))) return refuse('practice-outside-group')
      const policy = { name, trustsEmails, countsSecondFactor, groupClaim, practiceLevels }
      const ofOidc = { clientId: null, secret: null }
      await saveGroupConnection(scope, { ...policy, ...provider, protocol: 'saml', ...ofOidc })
      const fingerprints = provider.certificates.map((pem) => describeCertificate(pem).fingerprint)
      return settingsResult(scope, { ...policy, ...provider, certificates: fingerprints })
    }),

    test: handle(contract.groupSignOn.test, async (scope) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      const connection = await findGroupConnection(scope)
      if (!connection) return refuse('no-connection')
      const { groupId } = scope
      const fetch = async () => {
        const problem = await client.check({ ...connection, ownerId: groupId })
        return { works: problem === null, problem }
      }
      return { answer: new DeferredResponse(fetch), subject: groupId }
    }),

    remove: handle(contract.groupSignOn.remove, async (scope) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      await deleteGroupConnection(scope)
      return settingsResult(scope)
    }),
  }

  const domainHandlers = {
    addDomain: handle(contract.groupSignOn.addDomain, async (scope, { domain }) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      if ((await listGroupDomains(scope)).length >= sign_in_domains_max) return refuse('too-many-domains')
      const added = await insertGroupDomain(scope, domain, createDomainToken())
      return added ? settingsResult(scope, { domain }) : refuse('domain-exists')
    }),

    verifyDomain: handle(contract.groupSignOn.verifyDomain, async (scope, { domainId }) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      const found = await findGroupDomain(scope, domainId)
      if (!found) return refuse('domain-not-found')
      const before = await settingsOf(scope)
      const { groupId } = scope
      const { domain } = found
      const lookUp = async () => {
        const texts = await textsOf(deps, domainRecordOf(found).recordName)
        if (!hasDomainRecord(texts, found.token)) return refuse('record-missing')
        const verifiedAt = await runPlatformJob(async (platform, note) => {
          if (!(await markGroupDomainVerified(platform, groupId, domainId))) return null
          note({ action: 'group.sign_on_domain_verified', subject: groupId, details: { domain } })
          return platform.now.toISOString()
        })
        if (!verifiedAt) return refuse('domain-not-found')
        const domains = before.domains.map((one) => (one.id === domainId ? { ...one, verifiedAt } : one))
        return { ...before, domains }
      }
      return { answer: new DeferredResponse(lookUp), subject: groupId, details: { domain } }
    }),

    removeDomain: handle(contract.groupSignOn.removeDomain, async (scope, { domainId }) => {
      if (!isAdministrator(scope)) return refuse('group-administrators-only')
      const found = await findGroupDomain(scope, domainId)
      if (!found) return refuse('domain-not-found')
      await deleteGroupDomain(scope, domainId)
      return settingsResult(scope, { domain: found.domain })
    }),
  }

  return { ...connectionHandlers, ...domainHandlers }
}
