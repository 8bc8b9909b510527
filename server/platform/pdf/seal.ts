import {
  openIncrement,
  pdfString,
  referenceIn,
  referencesIn,
  withEntries,
  type PdfIncrement,
} from './pdf-increment.ts'
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

// Numbers enough for any file; overwritten by the real ones, padded to the same width.
const rangePlaceholder = `[0 ${Array(3).fill(9_999_999_999).join(' ')}]`

const page_tree_depth_max = 20

/**
 * Seals a PDF as it is, behind its existing bytes, which stay the first bytes of the result. A seal made
 * on a sealed file is a second signature that covers the first.
 *
 * @returns the sealed file; its last signature covers all of it
 * @throws Error when the field is already sealed, the file cannot be extended, or the time-stamp authority
 * fails. Nothing is half done: ask again
 */
export async function sealPdf(seal: Seal): Promise<Uint8Array> {
  const increment = openIncrement(seal.pdf)
  addSignatureField(increment, seal)
  const prepared = increment.finish()
  const gap = findGap(prepared, seal.pdf.length)
  writeByteRange(prepared, gap)
  const covered = [prepared.subarray(0, gap.start), prepared.subarray(gap.end)]
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

function addSignatureField(increment: PdfIncrement, seal: Seal): void {
  const catalog = increment.read(increment.catalog)
  const form = referenceIn(catalog, 'AcroForm')
  const fields = form === undefined ? [] : referencesIn(increment.read(form), 'Fields')
  if (fields.some((field) => increment.read(field).includes(`/T ${pdfString(seal.fieldName)}`))) {
    throw new Error(`the PDF already has a seal named ${seal.fieldName}`)
  }
  const signature = increment.add(signatureOf(seal))
  // The field is its own widget, without area: the pages already say who signed.
  const widget = {
    ...{ FT: '/Sig', T: pdfString(seal.fieldName), V: `${signature} 0 R` },
    ...{ TU: pdfString(`Seal for ${seal.name}`), Type: '/Annot', Subtype: '/Widget' },
    ...{ Rect: '[0 0 0 0]', F: '132', P: `${firstPage(increment, catalog)} 0 R` },
  }
  const field = increment.add(dictionary(widget))
  const listed = `[${[...fields, field].map((each) => `${each} 0 R`).join(' ')}]`
  if (form !== undefined) {
    increment.replace(form, increment.read(form).replace(/\/Fields\s*\[[^\]]*\]/, `/Fields ${listed}`))
    return
  }
  // Signatures exist, and the file is only ever added to: flags 1 and 2.
  const made = increment.add(dictionary({ Fields: listed, SigFlags: '3' }))
  increment.replace(increment.catalog, withEntries(catalog, { AcroForm: `${made} 0 R` }))
}

/** The page on which the field stands, reached through the first of the first. */
function firstPage(increment: PdfIncrement, catalog: string): number {
  let page = referenceIn(catalog, 'Pages')
  for (let depth = 0; page !== undefined && depth < page_tree_depth_max; depth++) {
    const node = increment.read(page)
    if (/\/Type\s*\/Page\b/.test(node)) return page
    ;[page] = referencesIn(node, 'Kids')
  }
  throw new Error('the PDF has no pages')
}

const dictionary = (entries: Readonly<Record<string, string>>): string => withEntries('<<\n>>', entries)

const signatureOf = ({ name, reason, location, at }: Seal): string =>
  dictionary({
    Type: '/Sig',
    Filter: '/Adobe.PPKLite',
    SubFilter: '/ETSI.CAdES.detached',
    ByteRange: rangePlaceholder,
    Contents: `<${'0'.repeat(envelope_bytes * 2)}>`,
    Name: pdfString(name),
    Reason: pdfString(reason),
    ...(location && { Location: pdfString(location) }),
    M: pdfString(formatPdfTime(at)),
  })

/** Where the envelope goes, angle brackets included: the only bytes its signature cannot cover. */
type Gap = { start: number; end: number }

function findGap(pdf: Buffer, from: number): Gap {
  const start = pdf.indexOf(`<${'0'.repeat(envelope_bytes * 2)}>`, from)
  if (start === -1) throw new Error('the PDF has no room for its signature')
  return { start, end: start + envelope_bytes * 2 + 2 }
}

function writeByteRange(pdf: Buffer, gap: Gap): void {
  const at = pdf.lastIndexOf(rangePlaceholder, gap.start)
  if (at === -1) throw new Error('the PDF has no byte range to fill')
  pdf.write(
    `[0 ${gap.start} ${gap.end} ${pdf.length - gap.end}]`.padEnd(rangePlaceholder.length),
    at,
    'latin1',
  )
}

/** PDF's own date format, in UTC: D:20261121140500Z. */
function formatPdfTime(at: Date): string {
  return `D:${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`
}
