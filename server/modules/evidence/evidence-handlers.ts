import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import type { KeptDigest } from '../../../verification/bundle-format.ts'
import { canonical } from '../../../verification/canonical-text.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import {
  handle,
  handleFile,
  type Done,
  type FileAnswer,
  type HandledFile,
} from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { countersignatureOf, eventsOf, findConsent } from '../consents/index.ts'
import { documentsOf, fileNameOf, sealingCertificates, type InstallationKey } from '../documents/index.ts'
import { scansOf } from '../paper/index.ts'
import { entriesOf } from '../questions/index.ts'
import { findSignature } from '../signing/index.ts'
import { viewingsOf } from '../viewings/index.ts'
import { makeBundle, type SealedDocument } from './evidence-bundle.ts'
import { digestsOf, findDigest, knownEvidence, pageOfDigests, type ChainDigest } from './evidence-store.ts'

type EvidenceParts = {
  database: Database
  runJob: RunJob
  files: Files
  sealingKey(): Promise<InstallationKey>
}

/** The page that checks a bundle without us, as the build made it. */
const verifierFile = new URL('../../../build/verifier/verify.html', import.meta.url)

/** Whoever holds a fingerprint is told when it was sealed; a fingerprint tells nothing of whose it is. */
export const evidenceHandlers = ({ database }: Pick<EvidenceParts, 'database'>) => ({
  ask: handle(contract.evidence.ask, async (_scope, asked) => {
    const known = await knownEvidence(database, asked)
    const find = (kind: string, sha256: string) =>
      known.find((each) => each.kind === kind && each.sha256 === sha256)
    const documents = asked.documents.map((sha256) => ({
      sha256,
      sealedAt: find('document', sha256)?.at.toISOString() ?? null,
    }))
    const heads = asked.heads.map((sha256) => {
      const found = find('head', sha256)
      return { sha256, at: found?.at.toISOString() ?? null, isNewest: found?.is_newest ?? false }
    })
    return { answer: { documents, heads } }
  }),
  digests: handle(contract.evidence.digests, async (scope, { page, pageSize }) => {
    const { rows, total } = await pageOfDigests(scope, { page, pageSize })
    const shown = rows.map(({ timeStamp, createdAt, ...row }) => ({
      ...row,
      isTimeStamped: timeStamp !== null,
      createdAt: createdAt.toISOString(),
    }))
    return { answer: { rows: shown, total, page, pageSize } }
  }),
})

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is kept of a consent, read in the caller's own scope; undefined for what was never sent. */
async function readEvidence(scope: TenantScope, consentId: string) {
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
    questions: await entriesOf(scope, consentId),
    viewings: await viewingsOf(scope, consentId),
    scans: await scansOf(scope, consentId),
  }
}

/** Evidence bundles, made while they are asked for, and daily digests, as files. */
export function evidenceFileHandlers(parts: EvidenceParts): HandledFile[] {
  const { database, runJob, files, sealingKey } = parts

  async function readDocument({ kind, number, sha256 }: { kind: string; number: number; sha256: string }) {
    const pdf = await files.readAll(fileNameOf(sha256))
    if (!pdf) throw new Error('A sealed document is missing from the file store')
    return { kind, number, pdf: Uint8Array.from(pdf) } satisfies SealedDocument
  }

  async function answer(scope: TenantScope, consentId: string): Promise<Done<FileAnswer> | Refusal> {
    const read = await readEvidence(scope, consentId)
    if (!read) return refuse('not-found')
    const versions = await documentsOf(scope, consentId)
    const sealed = read.events.filter(({ event }) => event === 'document.sealed').length
    if (versions.length !== sealed || (read.signature && sealed === 0)) return refuse('not-ready')
    const head = read.events.at(-1)!.hash
    const make = async () => {
      // The digests are of the whole practice and hold hashes alone; what leads to this consent goes into its bundle.
      const digests = await runJob(scope.clinicId, (job) => digestsOf(job, consentId))
      const documents = await Promise.all(versions.map(readDocument))
      const [key, verifierPage] = await Promise.all([sealingKey(), readFile(verifierFile)])
      const digestCertificates = await certificatesOf(digests)
      const evidence = { ...read, documents, digests }
      return makeBundle({ evidence, verifierPage: Uint8Array.from(verifierPage), key, digestCertificates })
    }
    const open = async () => {
      const bundle = await make()
      return { stream: Readable.from([Buffer.from(bundle)]), bytes: bundle.length }
    }
    const name = `evidence-${consentId.slice(0, 8)}.zip`
    // Digests are added and the page is renewed while the record stays as it is: nobody keeps an older bundle for it.
    const etag = sha256Of(`${head} ${scope.now.toISOString()}`)
    return { answer: { open, type: 'application/zip', name, etag }, subject: consentId, details: { head } }
  }

  const certificatesOf = async (digests: readonly ChainDigest[]): Promise<string[]> => [
    ...(
      await sealingCertificates(
        database,
        digests.map(({ sealingKeyId }) => sealingKeyId),
      )
    ).values(),
  ]

  /** A digest with all that is needed to check it, as a practice keeps it. */
  async function keptDigest(digest: ChainDigest): Promise<string> {
    const [certificate = ''] = await certificatesOf([digest])
    const { body, heads, signature, timeStamp } = digest
    const kept: KeptDigest = { digest: JSON.parse(body), heads, signature, certificate, timeStamp }
    return canonical(kept)
  }

  return [
    handleFile(fileRoutes.evidence.forClinic, (scope, { consentId }) => answer(scope, consentId)),
    handleFile(fileRoutes.evidence.forPatient, (scope, { consentId }) => answer(scope, consentId)),
    handleFile(fileRoutes.evidence.digest, async (scope, { day }) => {
      const digest = await findDigest(scope, day)
      if (!digest) return refuse('not-found')
      const open = async () => {
        const content = Buffer.from(await keptDigest(digest))
        return { stream: Readable.from([content]), bytes: content.length }
      }
      const name = `digest-${day}.json`
      return {
        answer: { open, type: 'application/json', name, etag: digest.hash },
        subject: digest.id,
        details: { day, hash: digest.hash },
      }
    }),
  ]
}
