import { contract } from '../../../contract/index.ts'
import { sign_in_domains_max } from '../../../contract/limits.ts'
import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { staffName } from '../staff/index.ts'
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
import {
  deleteConnection,
  deleteDomain,
  endOtherSignIns,
  findConnection,
  findDomain,
  isSameProvider,
  insertDomain,
  listAttempts,
  listBreakGlassCandidates,
  listDomains,
  listVerifiedDomains,
  markDomainVerified,
  saveConnection,
  updateConnection,
  type Connection,
} from './single-sign-on-store.ts'

/** Whoever decides how a practice signs in could sign in as its administrators. */
const isAdministrator = ({ holder }: ClinicScope): boolean => holder.role === 'clinic_admin'

const connectionView = (connection: Connection) => ({
  ...providerView(connection),
  name: connection.name,
  trustsEmails: connection.trustsEmails,
  countsSecondFactor: connection.countsSecondFactor,
  groupLevels: connection.groupLevels,
  defaultLevel: connection.defaultLevel,
  isForced: connection.isForced,
  breakGlassId: connection.breakGlassId,
  lastSignInAt: connection.lastSignInAt?.toISOString() ?? null,
})

type Administrators = Awaited<ReturnType<typeof listBreakGlassCandidates>>

/** Single sign-on as administrators see and change it. */
export function singleSignOnSettingsHandlers(deps: SettingsDeps) {
  const { address, keyring, client, outside, runJob } = deps

  async function configured(
    scope: StaffScope,
    administrators: Administrators,
  ): Promise<Omit<SingleSignOnSettings, 'attempts'>> {
    const connection = await findConnection(scope)
    const domains = await listDomains(scope)
    return {
      connection: connection && connectionView(connection),
      redirectUrl: connection?.protocol === 'oidc' ? redirectUrlOf(address, connection) : null,
      serviceProvider: serviceProviderOf(address, { ownerId: scope.clinicId }),
      domains: domains.map(domainView),
      administrators: administrators.map((one) => ({ staffId: one.id, name: staffName(one) })),
    }
  }

  const settingsOf = async (
    scope: ClinicScope,
    administrators: Administrators,
  ): Promise<SingleSignOnSettings> => ({
    ...(await configured(scope, administrators)),
    attempts: (await listAttempts(scope)).map(({ at, action, email, details }) => ({
      at: at.toISOString(),
      email: email ?? '',
      outcome: action === 'user.login' ? ('done' as const) : ('failed' as const),
      reason: [details['reason'], details['problem']].filter((one) => typeof one === 'string').join(': '),
    })),
  })

  /**
   * The settings, and for the audit log what was done. Who could sign in all the same is looked up before anything is
   * changed: a function does so with its owner's rights, which Citus refuses after its caller's changes.
   */
  const settingsResult = async (
    scope: ClinicScope,
    administrators: Administrators,
    details: Record<string, unknown> = {},
  ) => ({
    answer: await settingsOf(scope, administrators),
    subject: scope.clinicId,
    details,
  })

  const connectionHandlers = {
    get: handle(contract.singleSignOn.get, async (scope) => ({
      answer: await settingsOf(scope, await listBreakGlassCandidates(scope)),
    })),

    save: handle(contract.singleSignOn.save, async (scope, { clientSecret, ...details }) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      if (outside.isPrivate(details.issuer)) return refuse('private-address')
      const before = await findConnection(scope)
      // A secret is sent to the issuer: the one that is kept goes to no other.
      const isSame = before && isSameProvider(before, { ...details, protocol: 'oidc' })
      if (!clientSecret && !isSame) return refuse('secret-missing')
      const secret = clientSecret ? wrapClientSecret(keyring, clientSecret) : before!.secret
      const administrators = await listBreakGlassCandidates(scope)
      const ofSaml = { signInAddress: null, certificates: null }
      await saveConnection(scope, { ...details, secret, protocol: 'oidc', ...ofSaml })
      const { name, issuer, clientId, trustsEmails, countsSecondFactor } = details
      return settingsResult(scope, administrators, {
        ...{ name, issuer, clientId, trustsEmails, countsSecondFactor, isSecretNew: clientSecret !== '' },
        ...{ groupLevels: details.groupLevels, defaultLevel: details.defaultLevel },
      })
    }),

    saveSaml: handle(contract.singleSignOn.saveSaml, async (scope, typed) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      const provider = samlProviderOf(typed)
      if (typeof provider === 'string') return refuse(provider)
      const { name, trustsEmails, countsSecondFactor, groupClaim, groupLevels, defaultLevel } = typed
      const policy = { name, trustsEmails, countsSecondFactor, groupClaim, groupLevels, defaultLevel }
      const administrators = await listBreakGlassCandidates(scope)
      const ofOidc = { clientId: null, secret: null }
      await saveConnection(scope, { ...policy, ...provider, protocol: 'saml', ...ofOidc })
      const { issuer, signInAddress, certificates } = provider
      const fingerprints = certificates.map((pem) => describeCertificate(pem).fingerprint)
      return settingsResult(scope, administrators, {
        ...policy,
        issuer,
        signInAddress,
        certificates: fingerprints,
      })
    }),

    test: handle(contract.singleSignOn.test, async (scope) => {
      const connection = await findConnection(scope)
      if (!connection) return refuse('no-connection')
      const fetch = async () => {
        const problem = await client.check({ ...connection, ownerId: connection.clinicId })
        return { works: problem === null, problem }
      }
      return { answer: new DeferredResponse(fetch), subject: scope.clinicId }
    }),

    remove: handle(contract.singleSignOn.remove, async (scope) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      const administrators = await listBreakGlassCandidates(scope)
      await deleteConnection(scope)
      return settingsResult(scope, administrators)
    }),

    force: handle(contract.singleSignOn.force, async (scope, wanted) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      const connection = await findConnection(scope)
      if (!connection) return refuse('no-connection')
      const administrators = await listBreakGlassCandidates(scope)
      if (!wanted.isForced) {
        await updateConnection(scope, { isForced: false, breakGlassId: null })
        return settingsResult(scope, administrators, { isForced: false })
      }
      const { breakGlassId } = wanted
      const hasDomain = (await listVerifiedDomains(scope)).length > 0
      if (!connection.lastSignInAt || !hasDomain) return refuse('never-used')
      if (!administrators.some(({ id }) => id === breakGlassId)) return refuse('break-glass-unfit')
      await endOtherSignIns(scope, breakGlassId)
      await updateConnection(scope, { isForced: true, breakGlassId })
      return settingsResult(scope, administrators, { isForced: true, breakGlassId })
    }),
  }

  const domainHandlers = {
    addDomain: handle(contract.singleSignOn.addDomain, async (scope, { domain }) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      if ((await listDomains(scope)).length >= sign_in_domains_max) return refuse('too-many-domains')
      const token = createDomainToken()
      const administrators = await listBreakGlassCandidates(scope)
      const added = await insertDomain(scope, domain, token)
      return added ? settingsResult(scope, administrators, { domain }) : refuse('domain-exists')
    }),

    verifyDomain: handle(contract.singleSignOn.verifyDomain, async (scope, { domainId }) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      const domain = await findDomain(scope, domainId)
      if (!domain) return refuse('domain-not-found')
      const before = await settingsOf(scope, await listBreakGlassCandidates(scope))
      const { clinicId } = scope
      const lookUp = async () => {
        const texts = await textsOf(deps, domainRecordOf(domain).recordName)
        if (!hasDomainRecord(texts, domain.token)) return refuse('record-missing')
        return runJob(clinicId, async (job, note) => {
          const administrators = await listBreakGlassCandidates(job)
          await markDomainVerified(job, domainId)
          const details = { domain: domain.domain }
          note({ action: 'single_sign_on.domain_verified', subject: clinicId, details })
          return { ...(await configured(job, administrators)), attempts: before.attempts }
        })
      }
      return { answer: new DeferredResponse(lookUp), subject: clinicId, details: { domain: domain.domain } }
    }),

    removeDomain: handle(contract.singleSignOn.removeDomain, async (scope, { domainId }) => {
      if (!isAdministrator(scope)) return refuse('administrators-only')
      const domain = await findDomain(scope, domainId)
      if (!domain) return refuse('domain-not-found')
      const left = (await listVerifiedDomains(scope)).filter((one) => one !== domain.domain)
      if (left.length === 0 && (await findConnection(scope))?.isForced) return refuse('last-domain')
      const administrators = await listBreakGlassCandidates(scope)
      await deleteDomain(scope, domainId)
      return settingsResult(scope, administrators, { domain: domain.domain })
    }),
  }

  return { ...connectionHandlers, ...domainHandlers }
}
