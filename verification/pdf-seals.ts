import { fromHex, join, type Bytes } from './bytes.ts'
import { DerError, readFirstDer } from './der-decoding.ts'
import { readArchiveTimestampUpdate, type ArchiveTimestampUpdate } from './archive-timestamp-update.ts'
import {
  verifySignatureEnvelope,
  verifyTimestamp,
  type SignatureResult,
  type TimestampResult,
} from './cms-signature.ts'

/** One seal of a PDF: what it covers, and what it proves where it holds. */
export type PdfSeal = {
  /** The claimed time, as the document states it. */
  at: Date | undefined
  /** How many of the file's first bytes it is over. */
  covers: number
  coversAll: boolean
  proven: SignatureResult | undefined
}

/** A time stamp for the archive: over a file with all its seals, and over what they are checked with. */
export type PdfTimestamp = {
  covers: number
  coversAll: boolean
  witnessed: TimestampResult | undefined
  /** What came with it; undefined where that was anything but proof. */
  added: ArchiveTimestampUpdate | undefined
}

/** What a document bears, in the order in which it was made; `envelopes` are all of it as DER. */
export type PdfSignatures = { seals: PdfSeal[]; stamps: PdfTimestamp[]; envelopes: Bytes[] }

export const isPdf = (bytes: Bytes): boolean => latin1(bytes.subarray(0, 5) as Bytes) === '%PDF-'

/** One character for each byte, so that a place in the text is a place in the file. */
const latin1 = (bytes: Bytes): string => new TextDecoder('latin1').decode(bytes)

/** The seals of a PDF in the order in which they were made (ISO 32000-2, 12.8; PAdES, EN 319 142-1). */
export const readPdfSeals = async (pdf: Bytes): Promise<PdfSeal[]> => (await readPdfSignatures(pdf)).seals

/** The seals of a PDF and its time stamps for the archive. */
export async function readPdfSignatures(pdf: Bytes): Promise<PdfSignatures> {
  const text = latin1(pdf)
  const places = Array.from(
    text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
    (match) => readByteRange(pdf, text, match.index, match.slice(1).map(Number) as Range),
  ).toSorted((a, b) => a.covers - b.covers)
  const marks: PdfSignatures = { seals: [], stamps: [], envelopes: [] }
  let before = 0
  for (const { dictionary, covers, coversAll, envelope, covered } of places) {
    if (envelope) marks.envelopes.push(envelope)
    if (/\/SubFilter\s*\/ETSI\.RFC3161\b/.test(dictionary)) {
      const witnessed = envelope && (await verifyTimestamp(envelope, covered))
      const added = readArchiveTimestampUpdate(text, before, covers)
      marks.stamps.push({ covers, coversAll, witnessed, added })
    } else {
      const proven = envelope && (await verifySignatureEnvelope(envelope, covered))
      marks.seals.push({ at: parsePdfDate(dictionary), covers, coversAll, proven })
    }
    before = covers
  }
  return marks
}

type Range = [start: number, length: number, next: number, rest: number]

/** Where a mark stands, and what it covers; without its envelope where it is not as marks are made. */
function readByteRange(pdf: Bytes, text: string, place: number, [start, length, next, rest]: Range) {
  const covers = next + rest
  const isWellFormed =
    start === 0 &&
    length < next &&
    covers <= pdf.length &&
    /\/Contents\s*$/.test(text.slice(Math.max(0, length - 20), length)) &&
    (covers === pdf.length || /%%EOF\s*$/.test(text.slice(covers - 8, covers)))
  return {
    dictionary: text.slice(text.lastIndexOf('<<', Math.min(place, length)), text.indexOf('>>', next)),
    ...{ covers, coversAll: covers === pdf.length },
    envelope: isWellFormed ? readEnvelopeHex(text.slice(length, next)) : undefined,
    covered: join([pdf.subarray(0, length) as Bytes, pdf.subarray(next, covers) as Bytes]),
  }
}

/** The envelope in the only bytes that its signature cannot cover: hexadecimal, filled up with noughts and nothing else. */
function readEnvelopeHex(gap: string): Bytes | undefined {
  const bytes = gap.startsWith('<') && gap.endsWith('>') ? fromHex(gap.slice(1, -1)) : undefined
  if (!bytes) return undefined
  try {
    const { whole } = readFirstDer(bytes)
    return bytes.subarray(whole.length).every((byte) => byte === 0) ? whole : undefined
  } catch (fault) {
    if (fault instanceof DerError) return undefined
    throw fault
  }
}

/** PDF's own date format in UTC, as we write it. */
function parsePdfDate(dictionary: string): Date | undefined {
  const [, ...parts] = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(dictionary) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
