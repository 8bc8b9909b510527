import {
  dictionary,
  pdfString,
  referenceIn,
  referencesIn,
  withEntries,
  type PdfIncrement,
} from './pdf-increment.ts'

/** What stands in a field for a signature, and where. */
export type SignatureField = {
  /** Unique in the document. */
  name: string
  /** What is read aloud where the field stands. */
  title: string
  /** What its dictionary says besides where its envelope is: before that, and behind it. */
  kind: Readonly<Record<string, string>>
  entries: Readonly<Record<string, string>>
}

// Room for the envelope: about 2 kB, and up to 8 kB more for an authority's token and its certificates.
const envelope_bytes = 16_384
const emptyEnvelope = `<${'0'.repeat(envelope_bytes * 2)}>`

// Numbers enough for any file; overwritten by the real ones, padded to the same width.
const rangePlaceholder = `[0 ${Array(3).fill(9_999_999_999).join(' ')}]`

const page_tree_depth_max = 20

/**
 * Writes an increment whose last object is a signature over the whole file, but for its own envelope.
 *
 * @param envelop given the parts that are covered, one behind the other, answers the envelope
 * @throws Error when the document has a field of that name, or the envelope is too large
 */
export async function finishWithSignature(
  increment: PdfIncrement,
  field: SignatureField,
  envelop: (covered: readonly Uint8Array[]) => Promise<Uint8Array>,
): Promise<Buffer> {
  addField(increment, field)
  const prepared = increment.finish()
  const gap = findGap(prepared, increment.bytes)
  writeByteRange(prepared, gap)
  const envelope = await envelop([prepared.subarray(0, gap.start), prepared.subarray(gap.end)])
  if (envelope.length > envelope_bytes) throw new Error('the signature does not fit the room kept for it')
  prepared.write(Buffer.from(envelope).toString('hex'), gap.start + 1, 'latin1')
  return prepared
}

function addField(increment: PdfIncrement, { name, title, kind, entries }: SignatureField): void {
  const catalog = increment.read(increment.catalog)
  const form = referenceIn(catalog, 'AcroForm')
  const fields = form === undefined ? [] : referencesIn(increment.read(form), 'Fields')
  if (fields.some((field) => increment.read(field).includes(`/T ${pdfString(name)}`))) {
    throw new Error(`the PDF already has a seal named ${name}`)
  }
  const room = { ByteRange: rangePlaceholder, Contents: emptyEnvelope }
  const signature = increment.add(dictionary({ ...kind, ...room, ...entries }))
  // The field is its own widget, without area: the pages already say who signed.
  const widget = {
    ...{ FT: '/Sig', T: pdfString(name), V: `${signature} 0 R` },
    ...{ TU: pdfString(title), Type: '/Annot', Subtype: '/Widget' },
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

/** Where the envelope goes, angle brackets included: the only bytes its signature cannot cover. */
type Gap = { start: number; end: number }

function findGap(pdf: Buffer, from: number): Gap {
  const start = pdf.indexOf(emptyEnvelope, from)
  if (start === -1) throw new Error('the PDF has no room for its signature')
  return { start, end: start + emptyEnvelope.length }
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
