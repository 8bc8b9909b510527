import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { sealPdf } from '../../platform/pdf/seal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { appendEvent, findConsent, lockConsent } from '../consents/index.ts'
import { queueMessage } from '../messages/index.ts'
import { readScanPictures, scansOf } from '../paper/index.ts'
import { pictureBytes } from '../pictures/index.ts'
import { consentedEmailOf, findSignature } from '../signing/index.ts'
import { renderConsentDocument, type ConsentDocument } from './document-rendering.ts'
import { readSignedConsent, readConsentDocument } from './document-record.ts'
import {
  documentFileName,
  findVersionOfKind,
  insertVersion,
  isAnnex,
  listDocumentVersions,
  type DocumentVersion,
} from './document-store.ts'
import type { InstallationKey } from './sealing-keys.ts'

export type DocumentDeps = {
  runJob: RunJob
  clock: Clock
  files: Files
  typesetter: Typesetter
  timestampAuthority: string | undefined
  sealingKey(): Promise<InstallationKey>
}

type DocumentKind = DocumentVersion['kind']
type NewSealedVersion = {
  clinicId: string
  consentId: string
  kind: DocumentKind
  about?: number
  pdf: Uint8Array
  sealingKeyId: string
  stampedUntil?: Date
  /** The algorithms of its last mark; those of our seals where it is not told. */
  sealedWith?: readonly string[]
  /** The version of the record whose bytes it begins with: kept only while that is the newest. */
  continues?: number
}

const hashOf = (pdf: Uint8Array): string => createHash('sha256').update(pdf).digest('hex')

/**
 * How sealed files are kept: the file, then its version and the chain's event in one transaction. If another run was
 * first, its version stands and this file is discarded (rulings 18).
 */
export const documentStorageOf =
  ({ runJob, files }: Pick<DocumentDeps, 'runJob' | 'files'>) =>
  async (sealed: NewSealedVersion): Promise<void> => {
    const { clinicId, consentId, kind, about = 0, pdf, sealingKeyId, stampedUntil = null } = sealed
    const sealedWith = [...(sealed.sealedWith ?? ['SHA-256', 'RSA-3072'])]
    const sha256 = hashOf(pdf)
    await files.put(documentFileName(sha256), pdf, clinicId)
    const standing = await runJob(clinicId, async (scope, note) => {
      await lockConsent(scope, consentId)
      if (!(await isNextVersion(scope, sealed))) return undefined
      const version = {
        consentId,
        kind,
        about,
        sha256,
        bytes: pdf.length,
        sealingKeyId,
        stampedUntil,
        sealedWith,
      }
      const made = await insertVersion(scope, version)
      if (!made) return findVersionOfKind(scope, consentId, kind, about)
      const told = { kind, number: made.number, sha256, ...(about > 0 ? { about } : {}) }
      await appendEvent(scope, consentId, 'document.sealed', told)
      scope.enqueue('document.sealed', { clinicId, consentId })
      note({ action: 'document.sealed', subject: consentId, details: { kind, sha256 } })
      if (kind === 'signed' || kind === 'finalised') await sendCopy(scope, consentId)
      return made
    })
    // Two runs in one second seal to the same bytes, and then the file is the standing version's too.
    if (standing?.sha256 !== sha256) await files.remove(documentFileName(sha256))
  }

/** Whether a version still continues the newest of the record: another may have been kept while this one was made. */
async function isNextVersion(scope: JobScope, { consentId, continues }: NewSealedVersion): Promise<boolean> {
  if (continues === undefined) return true
  const [newest] = await listDocumentVersions(scope, consentId)
  return newest?.number === continues
}

/**
 * The bytes of a version as they were kept.
 * @throws where the file store has no such file, or another one under its name
 */
export async function readVersionFile(
  files: Files,
  { sha256 }: Pick<DocumentVersion, 'sha256'>,
): Promise<Uint8Array> {
  const file = await files.readAll(documentFileName(sha256))
  if (!file) throw new Error('A sealed document is missing from the file store')
  if (hashOf(file) !== sha256) throw new Error('A sealed document is not the file that was kept')
  return file
}

async function sendCopy(scope: JobScope, consentId: string): Promise<void> {
  // Who gets a copy of what was decided for a patient is for whoever decided: no message goes out by itself.
  if ((await findSignature(scope, consentId))?.mark.kind === 'decided') return
  const consent = await findConsent(scope, consentId)
  const recipient = consent && (await consentedEmailOf(scope, consent))
  if (recipient) await queueMessage(scope, { kind: 'signed-copy', aboutId: consentId, recipient })
}

/** The work behind a signature and a countersignature: the sealed record of each. */
export function documentJobs({
  runJob,
  clock,
  files,
  typesetter,
  timestampAuthority,
  sealingKey,
}: DocumentDeps) {
  const keep = documentStorageOf({ runJob, files })

  /** The pictures of the paper that bears the signature; PDFs stand beside the record as they are. */
  async function picturesOf(clinicId: string, consentId: string): Promise<Uint8Array[]> {
    const [first] = await runJob(clinicId, (scope) => scansOf(scope, consentId))
    const ids = first!.files.flatMap(({ id, type }) => (type === 'application/pdf' ? [] : [id]))
    return readScanPictures({ runJob, files }, { clinicId, consentId }, ids)
  }

  /** Draws a record with what its paper shows. A picture that cannot be drawn leaves no signature without its record. */
  async function drawWhole(clinicId: string, record: ConsentDocument): Promise<Uint8Array> {
    const { signature } = record
    if (signature.kind !== 'paper') return renderConsentDocument(typesetter, record)
    const pictures = await picturesOf(clinicId, record.consentId)
    try {
      return await renderConsentDocument(typesetter, { ...record, signature: { ...signature, pictures } })
    } catch (error) {
      if (pictures.length === 0 || !(error instanceof TypesettingError)) throw error
      return renderConsentDocument(typesetter, record)
    }
  }

  /** The record with the bytes of its pictures, fetched once the transaction has ended. */
  async function withPictures(clinicId: string, record: ConsentDocument): Promise<ConsentDocument> {
    const { consentId } = record
    const ownPictures: NonNullable<ConsentDocument['ownPictures']>[number][] = []
    for (const picture of record.ownPictures ?? []) {
      const bytes = await pictureBytes({ runJob, files }, { clinicId, consentId, picture })
      ownPictures.push({ ...picture, bytes })
    }
    return { ...record, ownPictures }
  }

  return {
    /** Draws and seals the record of a signed consent; done already, it does nothing. */
    async sealSigned({ clinicId, consentId }: JobData): Promise<void> {
      const record = await runJob(clinicId!, async (scope) =>
        (await findVersionOfKind(scope, consentId!, 'signed'))
          ? undefined
          : readConsentDocument(scope, consentId!),
      )
      if (!record) return
      const drawn = await drawWhole(clinicId!, await withPictures(clinicId!, record))
      const key = await sealingKey()
      const { name, role, kind, at: signedAt } = record.signature
      const given = kind === 'decided' ? 'decision recorded by' : 'signature of'
      const pdf = await sealPdf({
        pdf: drawn,
        key,
        fieldName: 'signature',
        name,
        reason: `Seal of the installation for the ${given} ${name} (${role}), signed ${signedAt.toISOString()}`,
        location: record.clinic.name,
        at: clock.now(),
        timestampAuthority,
      })
      await keep({ clinicId: clinicId!, consentId: consentId!, kind: 'signed', pdf, sealingKeyId: key.id })
    },

    /** Adds the countersignature's seal behind the bytes of the signed record; tried again until that record is there. */
    async sealFinalised({ clinicId, consentId }: JobData): Promise<void> {
      const proven = await runJob(clinicId!, (scope) => readSignedConsent(scope, consentId!))
      if (!proven?.countersignature || proven.documents.some(({ kind }) => kind === 'finalised')) return
      // The newest of the record, which a time stamp for the archive may have continued meanwhile.
      const version = proven.documents.find((each) => !isAnnex(each))
      if (!version) throw new Error('The signed record is not sealed yet')
      const signed = await readVersionFile(files, version)
      const key = await sealingKey()
      const { name, gdcNumber, at } = proven.countersignature
      const pdf = await sealPdf({
        pdf: signed,
        key,
        fieldName: 'countersignature',
        name,
        reason: `Seal of the installation for the countersignature of ${name} (GDC ${gdcNumber}), given ${at.toISOString()}`,
        location: proven.consent.content!.clinic.name,
        at: clock.now(),
        timestampAuthority,
      })
      const sealed = { kind: 'finalised', pdf, sealingKeyId: key.id, continues: version.number } as const
      await keep({ clinicId: clinicId!, consentId: consentId!, ...sealed })
    },
  }
}
