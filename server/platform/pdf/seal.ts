import { openIncrement, pdfString } from './pdf-increment.ts'
import type { SealingKey } from './sealing-certificate.ts'
import { buildCmsEnvelope, type SealHash } from './signature-envelope.ts'
import { finishWithSignature } from './signature-field.ts'
import { requestTimestamp } from './timestamp-request.ts'

/** What a reader shows about a seal, and what it is made with. */
export type Seal = {
  pdf: Uint8Array
  key: SealingKey
  /** Unique among the document's seals, for instance `patient`. */
  fieldName: string
  /** The person or body the seal speaks for. */
  name: string
  reason: string
  location?: string
  /** The claimed time; level B-T adds an authority's own. */
  at: Date
  /** Address of an RFC 3161 time-stamp authority: the seal is PAdES B-T with one, B-B without. */
  timestampAuthority?: string | undefined
  hash?: SealHash
}

/**
 * Seals a PDF as it is, behind its existing bytes, which stay the first bytes of the result. A seal made
 * on a sealed file is a second signature that covers the first.
 *
 * @returns the sealed file; its last signature covers all of it
 * @throws Error when the field is already sealed, the file cannot be extended, or the time-stamp authority
 * fails. Nothing is half done: ask again
 */
export async function sealPdf(seal: Seal): Promise<Uint8Array> {
  const { pdf, key, fieldName, name, reason, location, at, timestampAuthority: authority } = seal
  const field = {
    name: fieldName,
    title: `Seal for ${name}`,
    kind: { Type: '/Sig', Filter: '/Adobe.PPKLite', SubFilter: '/ETSI.CAdES.detached' },
    entries: {
      Name: pdfString(name),
      Reason: pdfString(reason),
      ...(location && { Location: pdfString(location) }),
      M: pdfString(formatPdfTime(at)),
    },
  }
  const stamp =
    authority === undefined ? undefined : (signature: Uint8Array) => requestTimestamp([signature], authority)
  return finishWithSignature(openIncrement(pdf), field, (covered) =>
    buildCmsEnvelope(covered, key, stamp, seal.hash),
  )
}

/** PDF's own date format, in UTC: D:20261121140500Z. */
function formatPdfTime(at: Date): string {
  return `D:${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`
}
