import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString, type PdfObject } from '@libpdf/core'
import { saveIncrement } from './pdf-increment.ts'
import type { SealingKey } from './sealing-certificate.ts'
import { envelopSignature } from './signature-envelope.ts'
import { requestTimeStamp } from './time-stamp.ts'

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
}

// Room for the envelope: about 2 kB, and up to 8 kB more for an authority's token and its certificates.
const envelope_bytes = 16_384

// Number enough for any file; each is overwritten by its real value, padded to the same width.
const offsetPlaceholder = 9_999_999_999

/**
 * Seals a PDF as it is, behind its existing bytes, which stay the first bytes of the result. A seal made
 * on a sealed file is a second signature that covers the first.
 *
 * @returns the sealed file; its last signature covers all of it
 * @throws Error when the field is already sealed, the file cannot be extended, or the time-stamp authority
 * fails. Nothing is half done: ask again
 */
export async function sealPdf(seal: Seal): Promise<Uint8Array> {
  const document = await PDF.load(seal.pdf)
  addSignatureField(document, seal)
  const prepared = await saveIncrement(document, seal.pdf)
  const gap = findGap(prepared, seal.pdf.length)
  writeByteRange(prepared, gap)
  const covered = Buffer.concat([prepared.subarray(0, gap.start), prepared.subarray(gap.end)])
  const authority = seal.timestampAuthority
  const envelope = await envelopSignature(
    covered,
    seal.key,
    authority === undefined ? undefined : (signature) => requestTimeStamp(signature, authority),
  )
  if (envelope.length > envelope_bytes) throw new Error('the signature does not fit the room kept for it')
  prepared.write(envelope.toString('hex'), gap.start + 1, 'latin1')
  return prepared
}

function addSignatureField(document: PDF, seal: Seal): void {
  const form = document.getOrCreateForm()
  const page = document.getPage(0)
  if (!page) throw new Error('the PDF has no pages')
  if (form.getSignatureFields().some((field) => field.name === seal.fieldName)) {
    throw new Error(`the PDF already has a seal named ${seal.fieldName}`)
  }
  const field = form.createSignatureField(seal.fieldName).getDict()
  field.delete('Kids')
  setAll(field, {
    V: document.register(makeSignature(seal)),
    TU: PdfString.fromString(`Seal for ${seal.name}`),
    // The field is its own widget, without area: the pages already say who signed.
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    Rect: new PdfArray([0, 0, 0, 0].map((edge) => PdfNumber.of(edge))),
    F: PdfNumber.of(132),
    P: page.ref,
  })
}

function makeSignature({ name, reason, location, at }: Seal): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, ...Array(3).fill(offsetPlaceholder)].map((offset) => PdfNumber.of(offset))),
    Contents: PdfString.fromBytes(new Uint8Array(envelope_bytes)),
    Name: PdfString.fromString(name),
    Reason: PdfString.fromString(reason),
    ...(location && { Location: PdfString.fromString(location) }),
    M: PdfString.fromString(formatPdfTime(at)),
  })
}

function setAll(dictionary: PdfDict, entries: Record<string, PdfObject>): void {
  for (const [key, value] of Object.entries(entries)) dictionary.set(key, value)
}

/** Where the envelope goes, angle brackets included: the only bytes its signature cannot cover. */
type Gap = { start: number; end: number }

function findGap(pdf: Buffer, from: number): Gap {
  const start = pdf.indexOf(`<${'0'.repeat(envelope_bytes * 2)}>`, from)
  if (start === -1) throw new Error('the PDF has no room for its signature')
  return { start, end: start + envelope_bytes * 2 + 2 }
}

function writeByteRange(pdf: Buffer, gap: Gap): void {
  const placeholder = `[0 ${Array(3).fill(offsetPlaceholder).join(' ')}]`
  const at = pdf.lastIndexOf(placeholder)
  if (at === -1) throw new Error('the PDF has no byte range to fill')
  pdf.write(`[0 ${gap.start} ${gap.end} ${pdf.length - gap.end}]`.padEnd(placeholder.length), at, 'latin1')
}

/** PDF's own date format, in UTC: D:20261121140500Z. */
function formatPdfTime(at: Date): string {
  return `D:${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`
}
