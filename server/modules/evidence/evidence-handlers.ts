import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { StoredDigest } from '../../../verification/bundle-format.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import type { StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import {
  handle,
  handleFile,
  type HandlerResult,
  type FileResponse,
  type HandledFile,
} from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findNamedConsent, listDocuments } from '../documents/index.ts'
import { summariseConsent } from './consent-summary.ts'
import { buildDigestZip } from './digest-files.ts'
import { evidenceFileName } from './evidence-file-name.ts'
import {
  createEvidenceBundle,
  listDigestCertificates,
  isComplete,
  readEvidence,
  type EvidenceDeps,
} from './evidence-reader.ts'
import { findDigest, findKnownHashes, listDigests, type ChainDigest } from './evidence-store.ts'

/** Whoever holds a fingerprint is told when it was sealed; a fingerprint tells nothing of whose it is. */
export const evidenceHandlers = ({ database }: Pick<EvidenceDeps, 'database'>) => ({
  ask: handle(contract.evidence.ask, async (_scope, asked) => {
    const known = await findKnownHashes(database, asked)
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
  summary: handle(contract.evidence.summary, async (scope, { consentId }) => {
    const read = await readEvidence(scope, consentId)
    return read ? { answer: summariseConsent(read) } : refuse('not-found')
  }),
  digests: handle(contract.evidence.digests, async (scope, { page, pageSize }) => {
    const { rows, total } = await listDigests(scope, { page, pageSize })
    const shown = rows.map(({ timeStamp, createdAt, ...row }) => ({
      ...row,
      isTimeStamped: timeStamp !== null,
      createdAt: createdAt.toISOString(),
    }))
    return { answer: { rows: shown, total, page, pageSize } }
  }),
})

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Evidence bundles, made while they are asked for, and daily digests, as files. */
export function evidenceFileHandlers(deps: EvidenceDeps): HandledFile[] {
  const { database } = deps

  async function answer(
    scope: TenantScope,
    consentId: string,
  ): Promise<HandlerResult<FileResponse> | Refusal> {
    const read = await readEvidence(scope, consentId)
    if (!read) return refuse('not-found')
    const versions = await listDocuments(scope, consentId)
    if (!isComplete(read, versions)) return refuse('not-ready')
    const head = read.events.at(-1)!.hash
    const open = async () => {
      const bundle = await createEvidenceBundle(deps, read, versions)
      return { stream: Readable.from([Buffer.from(bundle)]), bytes: bundle.length }
    }
    const { patient, signedAt, timeZone } = await findNamedConsent(scope, consentId)
    const name = evidenceFileName(patient, dateInTimeZone(signedAt ?? read.events.at(-1)!.at, timeZone))
    // Digests are added and the page is renewed while the record stays as it is: nobody keeps an older bundle for it.
    const etag = sha256Of(`${head} ${scope.now.toISOString()}`)
    return { answer: { open, type: 'application/zip', name, etag }, subject: consentId, details: { head } }
  }

  /** A digest with all that is needed to check it, as a practice keeps it. */
  async function keptDigest(digest: ChainDigest): Promise<string> {
    const [certificate = ''] = await listDigestCertificates(database, [digest])
    const { body, heads, signature, timeStamp } = digest
    const kept: StoredDigest = { digest: JSON.parse(body), heads, signature, certificate, timeStamp }
    return toCanonicalText(kept)
  }

  return [
    handleFile(fileRoutes.evidence.forClinic, (scope, { consentId }) => answer(scope, consentId)),
    handleFile(fileRoutes.evidence.forPatient, (scope, { consentId }) => answer(scope, consentId)),
    handleFile(fileRoutes.evidence.digest, (scope, { day }) =>
      digestResponse(scope, day, {
        ...{ type: 'application/json', name: `digest-${day}.json` },
        build: async (digest) => Buffer.from(await keptDigest(digest)),
      }),
    ),
    handleFile(fileRoutes.evidence.digestFiles, (scope, { day }) =>
      digestResponse(scope, day, {
        ...{ type: 'application/zip', name: `digest-${day}.zip` },
        build: async (digest) => Buffer.from(buildDigestZip(digest, await keptDigest(digest))),
      }),
    ),
  ]
}

type DigestFile = { type: string; name: string; build(digest: ChainDigest): Promise<Buffer> }

/** A digest as one file, made once its transaction has ended. */
async function digestResponse(scope: StaffScope, day: string, { type, name, build }: DigestFile) {
  const digest = await findDigest(scope, day)
  if (!digest) return refuse('not-found')
  const open = async () => {
    const content = await build(digest)
    return { stream: Readable.from([content]), bytes: content.length }
  }
  return {
    answer: { open, type, name, etag: digest.hash },
    subject: digest.id,
    details: { day, hash: digest.hash },
  }
}
