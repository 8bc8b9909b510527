import { readPdfSignatures } from '../../../verification/pdf-seals.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import { addArchiveTimestamp } from '../../platform/pdf/archive-timestamp.ts'
import { openOutboundFetch } from '../../platform/http/outbound-fetch.ts'
import { collectValidationMaterial, validationFetchLimits } from '../../platform/pdf/validation-material.ts'
import { documentStorageOf, readVersionFile, type DocumentDeps } from './document-jobs.ts'
import {
  isAnnex,
  isArchiveTimestampRequired,
  listDocumentVersions,
  type DocumentVersion,
} from './document-store.ts'

type ArchiveDeps = Pick<DocumentDeps, 'runJob' | 'clock' | 'files' | 'timestampAuthority'> & {
  /** Networks of our own in which what certificates name may be read all the same. */
  privateNetworks: readonly string[]
}

/** The versions that nothing continues: the newest of the record, and of each annex the newest. */
function latestVersions(versions: readonly DocumentVersion[]): DocumentVersion[] {
  const [newest] = versions.filter((each) => !isAnnex(each))
  const annexes = versions.filter(isAnnex)
  const continued = new Set(annexes.flatMap(({ kind, about }) => (kind === 'annex-archived' ? [about] : [])))
  return [...(newest ? [newest] : []), ...annexes.filter(({ number }) => !continued.has(number))]
}

/** The work behind a time stamp for the archive: level B-LTA of the seals (EN 319 142-1), and its renewal. */
export function archiveJobs({ runJob, clock, files, timestampAuthority, privateNetworks }: ArchiveDeps) {
  const keep = documentStorageOf({ runJob, files })

  /** A version with a time stamp over it, checked as anybody will check it before it is kept. */
  async function stamp(version: DocumentVersion, authority: string) {
    const pdf = Uint8Array.from(await readVersionFile(files, version))
    const { envelopes } = await readPdfSignatures(pdf)
    const settings = { privateNetworks, configured: authority, ...validationFetchLimits }
    const material = await collectValidationMaterial(envelopes, openOutboundFetch(settings))
    const fieldName = `archive-${version.number}`
    const stamped = Uint8Array.from(
      await addArchiveTimestamp({ pdf, fieldName, material, timestampAuthority: authority }),
    )
    const last = (await readPdfSignatures(stamped)).stamps.at(-1)
    if (!last?.coversAll || !last.witnessed || !last.added)
      throw new Error('The time stamp for the archive does not hold')
    const stampedUntil = last.witnessed.until
    if (stampedUntil <= clock.now())
      throw new Error('The certificate of the time-stamp authority is good no longer')
    return { pdf: stamped, stampedUntil }
  }

  return {
    /** Stamps every version of a consent that is due for it; done already, or without an authority, it does nothing. */
    async archive({ clinicId, consentId }: JobData): Promise<void> {
      if (timestampAuthority === undefined) return
      const versions = await runJob(clinicId!, (scope) => listDocumentVersions(scope, consentId!))
      const now = clock.now()
      for (const version of latestVersions(versions).filter((each) =>
        isArchiveTimestampRequired(each, now),
      )) {
        const ofAnnex = isAnnex(version)
        await keep({
          ...{ clinicId: clinicId!, consentId: consentId!, sealingKeyId: version.sealingKeyId },
          ...{ kind: ofAnnex ? 'annex-archived' : 'archived', about: version.number },
          ...(await stamp(version, timestampAuthority)),
          ...(ofAnnex ? {} : { continues: version.number }),
        })
      }
    },
  }
}
