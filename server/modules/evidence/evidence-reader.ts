import { readFile } from 'node:fs/promises'
import type { Bytes } from '../../../verification/bytes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { SecondKey } from '../../platform/pdf/second-signature.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import { countersignatureOf, eventsOf, findConsent } from '../consents/index.ts'
import {
  listDocuments,
  documentFileName,
  listSealingCertificates,
  type InstallationKey,
} from '../documents/index.ts'
import { readScanPictures, scansOf } from '../paper/index.ts'
import { readRecordFingerprints } from '../proofs/index.ts'
import { findSignature } from '../signing/index.ts'
import { buildEvidenceBundle, type ScannedFile, type SealedDocument } from './evidence-bundle.ts'
import { drawSummaryPage } from './summary-page.ts'
import { listDigestsOfConsent, listRenewalsOf, type ChainDigest } from './evidence-store.ts'

export type EvidenceDeps = {
  database: Database
  runJob: RunJob
  files: Files
  typesetter: Typesetter
  sealingKey(): Promise<InstallationKey>
  /** Undefined where none is set. */
  secondKey(): Promise<SecondKey | undefined>
}

/** The page that checks a bundle without us, as the build made it. */
const verifierFile = new URL('../../../build/verifier/verify.html', import.meta.url)

/** What is kept of a consent, read in the caller's own scope; undefined for what was never sent. */
export async function readEvidence(scope: TenantScope, consentId: string) {
  const consent = await findConsent(scope, consentId)
  if (!consent?.content || !consent.contentHash) return undefined
  return {
    clinicId: scope.clinicId,
    consentId,
    content: consent.content,
    contentHash: consent.contentHash,
    events: await eventsOf(scope, consentId),
    signature: await findSignature(scope, consentId),
    countersignature: await countersignatureOf(scope, consentId),
    beside: (await readRecordFingerprints(scope, [consentId]))(consentId),
    scans: await scansOf(scope, consentId),
  }
}

type EvidenceRecord = NonNullable<Awaited<ReturnType<typeof readEvidence>>>

type Versions = Awaited<ReturnType<typeof listDocuments>>

async function readDocument(
  files: Files,
  { kind, number, sha256 }: { kind: string; number: number; sha256: string },
) {
  const pdf = await files.readAll(documentFileName(sha256))
  if (!pdf) throw new Error('A sealed document is missing from the file store')
  return { kind, number, pdf: Uint8Array.from(pdf) } satisfies SealedDocument
}

/** The files of the scans of a consent's paper, fetched once its transaction has ended. */
async function readScannedFiles(
  { runJob, files }: Pick<EvidenceDeps, 'runJob' | 'files'>,
  { clinicId, consentId, scans }: EvidenceRecord,
): Promise<ScannedFile[]> {
  const taken = scans.flatMap((scan) => scan.files)
  const ids = taken.map(({ id }) => id)
  const contents = await readScanPictures({ runJob, files }, { clinicId, consentId }, ids)
  return taken.map(({ sha256, type }, at) => ({ sha256, type, bytes: Uint8Array.from(contents[at]!) }))
}

export const listDigestCertificates = async (
  database: Database,
  digests: readonly Pick<ChainDigest, 'sealingKeyId'>[],
): Promise<string[]> => [
  ...(
    await listSealingCertificates(
      database,
      digests.map(({ sealingKeyId }) => sealingKeyId),
    )
  ).values(),
]

/** Whether every document that was sealed is there, and there is one where there is a signature. */
export const isComplete = ({ events, signature }: EvidenceRecord, versions: Versions): boolean => {
  const sealed = events.filter(({ event }) => event === 'document.sealed').length
  return versions.length === sealed && (!signature || sealed > 0)
}

/** The bundle of what was read, made outside of any transaction. */
export async function createEvidenceBundle(
  deps: EvidenceDeps,
  read: EvidenceRecord,
  versions: Versions,
): Promise<Bytes> {
  const { database, runJob, files, sealingKey, secondKey } = deps
  // The digests are of the whole practice and hold hashes alone; what leads to this consent goes into its bundle.
  const { digests, renewals } = await runJob(read.clinicId, async (job) => {
    const found = await listDigestsOfConsent(job, read.consentId)
    return { digests: found, renewals: await listRenewalsOf(job, found) }
  })
  const inOrder = versions.toSorted((a, b) => a.number - b.number)
  const documents = await Promise.all(inOrder.map((version) => readDocument(files, version)))
  const scannedFiles = await readScannedFiles(deps, read)
  const [key, second, verifierPage, summary] = await Promise.all([
    sealingKey(),
    secondKey(),
    readFile(verifierFile),
    drawSummaryPage(deps.typesetter, read),
  ])
  return buildEvidenceBundle({
    evidence: { ...read, documents, scannedFiles, digests, renewals, summary },
    verifierPage: Uint8Array.from(verifierPage),
    key,
    second,
    digestCertificates: await listDigestCertificates(database, [...digests, ...renewals]),
  })
}

/** Makes bundles for jobs: null where there is no such consent, or its sealed record is not there yet. */
export const evidenceBundleBuilder =
  (deps: EvidenceDeps) =>
  async (clinicId: string, consentId: string): Promise<Bytes | null> => {
    const found = await deps.runJob(clinicId, async (scope) => {
      const read = await readEvidence(scope, consentId)
      return read && { read, versions: await listDocuments(scope, consentId) }
    })
    return found && isComplete(found.read, found.versions)
      ? createEvidenceBundle(deps, found.read, found.versions)
      : null
  }
