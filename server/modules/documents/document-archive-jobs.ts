import { X509Certificate } from 'node:crypto'
import { algorithmsToReplace, renewalHashes } from '../../../verification/algorithm-lifetimes.ts'
import { readPdfSignatures } from '../../../verification/pdf-seals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import { addArchiveTimestamp } from '../../platform/pdf/archive-timestamp.ts'
import { openOutboundFetch } from '../../platform/http/outbound-fetch.ts'
import { sealPdf } from '../../platform/pdf/seal.ts'
import { collectValidationMaterial, validationFetchLimits } from '../../platform/pdf/validation-material.ts'
import { documentStorageOf, readVersionFile, type DocumentDeps } from './document-jobs.ts'
import { isAnnex, listDocumentVersions, type DocumentVersion } from './document-store.ts'
import {
  algorithmsOf,
  isBetter,
  relianceEnd,
  renewalReason,
  renewalStateOf,
  type DatedKey,
  type RenewalState,
  type Reliance,
} from './document-renewal-rules.ts'

type RenewalStateDeps = {
  clock: Clock
  timestampAuthority: string | undefined
  listSealingKeys(): Promise<DatedKey[]>
}
type ArchiveDeps = Pick<DocumentDeps, 'runJob' | 'clock' | 'files' | 'timestampAuthority' | 'sealingKey'> &
  RenewalStateDeps & {
    /** Networks of our own in which what certificates name may be read all the same. */
    privateNetworks: readonly string[]
  }

/** What is to be renewed now, by the clock, the table of algorithms and the keys of the installation. */
export const renewalStateNow = async ({
  clock,
  timestampAuthority,
  listSealingKeys,
}: RenewalStateDeps): Promise<RenewalState> =>
  renewalStateOf(clock.now(), timestampAuthority !== undefined, await listSealingKeys())

/** The versions that nothing continues: the newest of the record, and of each annex the newest. */
export function latestVersions(versions: readonly DocumentVersion[]): DocumentVersion[] {
  const [newest] = versions.filter((each) => !isAnnex(each))
  const annexes = versions.filter(isAnnex)
  const continued = new Set(annexes.flatMap(({ kind, about }) => (kind === 'annex' ? [] : [about])))
  return [...(newest ? [newest] : []), ...annexes.filter(({ number }) => !continued.has(number))]
}

type Renewed = Reliance & { pdf: Uint8Array; kind: 'archived' | 'resealed'; sealingKeyId: string }

/**
 * The work behind marks that keep a record reliable beyond its seals: a time stamp for the archive, level B-LTA (EN 319
 * 142-1), and its renewal; without an authority a newer seal of the installation over the older ones. Each is one more
 * increment behind the bytes, so that nothing of an older one changes.
 */
export function archiveJobs(deps: ArchiveDeps) {
  const { runJob, clock, files, timestampAuthority, sealingKey, privateNetworks } = deps
  const keep = documentStorageOf({ runJob, files })

  /** A version with a time stamp over it, checked as anybody will check it before it is kept. */
  async function stamp(version: DocumentVersion, authority: string): Promise<Renewed> {
    const pdf = Uint8Array.from(await readVersionFile(files, version))
    const { envelopes } = await readPdfSignatures(pdf)
    const settings = { privateNetworks, configured: authority, ...validationFetchLimits }
    const material = await collectValidationMaterial(envelopes, openOutboundFetch(settings))
    const fieldName = `archive-${version.number}`
    const ending = new Set(algorithmsToReplace(clock.now()).map(({ name }) => name))
    // The first stamp is read by what reads the seals; a renewal is made with something newer.
    const hashes = version.stampedUntil
      ? renewalHashes.filter((hash) => !ending.has(hash))
      : (['SHA-256'] as const)
    const stamped = Uint8Array.from(
      await addArchiveTimestamp({ pdf, fieldName, material, timestampAuthority: authority, hashes }),
    )
    const last = (await readPdfSignatures(stamped)).stamps.at(-1)
    if (!last?.coversAll || !last.witnessed || !last.added)
      throw new Error('The time stamp for the archive does not hold')
    const { until: certificateEnd, algorithms } = last.witnessed
    if (certificateEnd <= clock.now())
      throw new Error('The certificate of the time-stamp authority is good no longer')
    const { sealingKeyId } = version
    return { pdf: stamped, kind: 'archived', sealingKeyId, algorithms, certificateEnd }
  }

  /** A version with a newer seal of the installation over it. It shows no time but the one that the installation states. */
  async function reseal(version: DocumentVersion, reason: string): Promise<Renewed> {
    const key = await sealingKey()
    const pdf = await sealPdf({
      pdf: await readVersionFile(files, version),
      key,
      fieldName: `renewal-${version.number}`,
      name: 'Candour',
      reason: `Renewal of the installation’s seals: ${reason}`,
      at: clock.now(),
      hash: 'SHA-512',
    })
    const certificateEnd = new Date(new X509Certificate(key.certificate).validTo)
    const algorithms = ['SHA-512', 'RSA-3072']
    return { pdf, kind: 'resealed', sealingKeyId: key.id, algorithms, certificateEnd }
  }

  async function renew({ clinicId, consentId }: Required<Pick<JobData, 'clinicId'>> & { consentId: string }) {
    const versions = await runJob(clinicId, (scope) => listDocumentVersions(scope, consentId))
    const state = await renewalStateNow(deps)
    const keys = await deps.listSealingKeys()
    for (const version of latestVersions(versions)) {
      const reason = renewalReason(version, state)
      if (reason === undefined) continue
      const renewed = await (timestampAuthority === undefined
        ? reseal(version, reason)
        : stamp(version, timestampAuthority))
      const { pdf, kind, sealingKeyId, algorithms } = renewed
      const algorithmsBefore = algorithmsOf(version)
      const keyEnd = keys.find(({ id }) => id === version.sealingKeyId)?.until
      const until =
        version.stampedUntil ??
        (kind === 'resealed' && keyEnd
          ? relianceEnd({ algorithms: algorithmsBefore, certificateEnd: keyEnd })
          : undefined)
      // Whoever can do no better than before adds nothing.
      if (!isBetter(renewed, { until, algorithms: algorithmsBefore })) continue
      const ofAnnex = isAnnex(version)
      await keep({
        ...{ clinicId, consentId, sealingKeyId, pdf, sealedWith: algorithms },
        ...{ kind: ofAnnex ? (`annex-${kind}` as const) : kind, about: version.number },
        ...(kind === 'archived' && { stampedUntil: relianceEnd(renewed) }),
        ...(ofAnnex ? {} : { continues: version.number }),
      })
    }
  }

  return {
    /** Renews every version of a consent that is due for it; done already, it does nothing. */
    archive: ({ clinicId, consentId }: JobData): Promise<void> =>
      renew({ clinicId: clinicId!, consentId: consentId! }),
  }
}
