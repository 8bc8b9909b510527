import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import type { KeptDigest } from '../../../verification/bundle-format.ts'
import { canonical } from '../../../verification/canonical-text.ts'
import type { Database } from '../../platform/database/database.ts'
import type { StaffSide, TenantScope } from '../../platform/database/transaction.ts'
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
import { readMarks } from '../proofs/index.ts'
import { readScanPictures, scansOf } from '../paper/index.ts'
import { findSignature } from '../signing/index.ts'
import { makeBundle, type ScannedFile, type SealedDocument } from './evidence-bundle.ts'
import { packDigest } from './digest-files.ts'
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
    beside: (await readMarks(scope, [consentId]))(consentId),
    scans: await scansOf(scope, consentId),
  }
}

type Read = NonNullable<Awaited<ReturnType<typeof readEvidence>>>

/** Evidence bundles, made while they are asked for, and daily digests, as files. */
export function evidenceFileHandlers(parts: EvidenceParts): HandledFile[] {
  const { database, runJob, files, sealingKey } = parts

  async function readDocument({ kind, number, sha256 }: { kind: string; number: number; sha256: string }) {
    const pdf = await files.readAll(fileNameOf(sha256))
    if (!pdf) throw new Error('A sealed document is missing from the file store')
    return { kind, number, pdf: Uint8Array.from(pdf) } satisfies SealedDocument
  }

  /** The files of the scans of a consent's paper, fetched once its transaction has ended. */
  async function readScanned({ clinicId, consentId, scans }: Read): Promise<ScannedFile[]> {
    const taken = scans.flatMap((scan) => scan.files)
    const ids = taken.map(({ id }) => id)
    const contents = await readScanPictures({ runJob, files }, { clinicId, consentId }, ids)
    return taken.map(({ sha256, type }, at) => ({ sha256, type, bytes: Uint8Array.from(contents[at]!) }))
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
      const inOrder = versions.toSorted((a, b) => a.number - b.number)
      const documents = await Promise.all(inOrder.map(readDocument))
      const scanned = await readScanned(read)
      const [key, verifierPage] = await Promise.all([sealingKey(), readFile(verifierFile)])
      const digestCertificates = await certificatesOf(digests)
      const evidence = { ...read, documents, scanned, digests }
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
    handleFile(fileRoutes.evidence.digest, (scope, { day }) =>
      answerDigest(scope, day, {
        ...{ type: 'application/json', name: `digest-${day}.json` },
        make: async (digest) => Buffer.from(await keptDigest(digest)),
      }),
    ),
    handleFile(fileRoutes.evidence.digestFiles, (scope, { day }) =>
      answerDigest(scope, day, {
        ...{ type: 'application/zip', name: `digest-${day}.zip` },
        make: async (digest) => Buffer.from(packDigest(digest, await keptDigest(digest))),
      }),
    ),
  ]
}

type DigestFile = { type: string; name: string; make(digest: ChainDigest): Promise<Buffer> }

/** A digest as one file, made once its transaction has ended. */
async function answerDigest(scope: StaffSide, day: string, { type, name, make }: DigestFile) {
  const digest = await findDigest(scope, day)
  if (!digest) return refuse('not-found')
  const open = async () => {
    const content = await make(digest)
    return { stream: Readable.from([content]), bytes: content.length }
  }
  return {
    answer: { open, type, name, etag: digest.hash },
    subject: digest.id,
    details: { day, hash: digest.hash },
  }
}
