import { randomBytes } from 'node:crypto'
import type { resolveTxt } from 'node:dns/promises'
import type { Log } from '../../platform/database/database.ts'
import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { ProviderClient, ProviderConnection } from './provider-client.ts'
import {
  describeCertificate,
  isSignInAddress,
  parseCertificates,
  parseMetadata,
  type SamlProvider,
} from './saml-metadata.ts'
import { domainRecordOf } from './single-sign-on-rules.ts'
import type { SignInDomain } from './single-sign-on-store.ts'

/** What the settings of a practice's or a group's provider need. */
export type SettingsDeps = {
  address: string
  keyring: Keyring
  client: ProviderClient
  outside: Pick<OutboundHttp, 'isPrivate'>
  runJob: RunJob
  runPlatformJob: RunPlatformJob
  resolveTxt: typeof resolveTxt
  log: Log
}

const token_bytes = 24

/** What the DNS record of a new domain says. */
export const createDomainToken = (): string => randomBytes(token_bytes).toString('base64url')

/** A provider as administrators see it: never the client secret. */
export const providerView = (connection: Omit<ProviderConnection, 'ownerId' | 'secret'>) => ({
  id: connection.id,
  protocol: connection.protocol,
  issuer: connection.issuer,
  clientId: connection.clientId,
  signInAddress: connection.signInAddress,
  certificates: (connection.certificates ?? []).map(describeCertificate),
  groupClaim: connection.groupClaim,
})

export const domainView = (domain: Pick<SignInDomain, 'id' | 'domain' | 'token' | 'verifiedAt'>) => ({
  id: domain.id,
  domain: domain.domain,
  ...domainRecordOf(domain),
  verifiedAt: domain.verifiedAt?.toISOString() ?? null,
})

type TypedProvider = { metadata: string; issuer: string; signInAddress: string; certificates: string }

/** The SAML provider that was pasted or typed; or which part of it cannot be used. */
export function samlProviderOf({ metadata, issuer, signInAddress, certificates: typed }: TypedProvider) {
  if (metadata !== '') return parseMetadata(metadata) ?? ('metadata-unusable' as const)
  if (!issuer) return 'issuer-missing' as const
  if (!isSignInAddress(signInAddress)) return 'sign-in-address-unusable' as const
  const certificates = parseCertificates(typed)
  return certificates
    ? ({ issuer, signInAddress, certificates } satisfies SamlProvider)
    : ('certificate-unusable' as const)
}

/** The texts of a name; none where there is no such name, or nobody answers. */
export async function textsOf({ resolveTxt, log }: SettingsDeps, name: string): Promise<string[][]> {
  try {
    return await resolveTxt(name)
  } catch (error) {
    log.info({ err: error, name }, 'No DNS record of a domain was found')
    return []
  }
}
