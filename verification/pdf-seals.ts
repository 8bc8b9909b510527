import { fromHex, join, type Bytes } from './bytes.ts'
import { DerFault, readFirst } from './der-reading.ts'
import { readArchiveAddition, type ArchiveAddition } from './archive-addition.ts'
import { readSignature, readTimeStamp, type Proven, type Witnessed } from './signature-reading.ts'

/** One seal of a PDF: what it covers, and what it proves where it holds. */
export type PdfSeal = {
  /** The claimed time, as the document states it. */
  at: Date | undefined
  /** How many of the file's first bytes it is over. */
  covers: number
  coversAll: boolean
  proven: Proven | undefined
}

/** A time stamp for the archive: over a file with all its seals, and over what they are checked with. */
export type PdfStamp = {
  covers: number
  coversAll: boolean
  witnessed: Witnessed | undefined
  /** What came with it; undefined where that was anything but proof. */
  added: ArchiveAddition | undefined
}

/** What a document bears, in the order in which it was made; `envelopes` are all of it as DER. */
export type PdfMarks = { seals: PdfSeal[]; stamps: PdfStamp[]; envelopes: Bytes[] }

export const isPdf = (bytes: Bytes): boolean => latin1(bytes.subarray(0, 5) as Bytes) === '%PDF-'

/** One character for each byte, so that a place in the text is a place in the file. */
const latin1 = (bytes: Bytes): string => new TextDecoder('latin1').decode(bytes)

/** The seals of a PDF in the order in which they were made (ISO 32000-2, 12.8; PAdES, EN 319 142-1). */
export const readSeals = async (pdf: Bytes): Promise<PdfSeal[]> => (await readMarks(pdf)).seals

/** The seals of a PDF and its time stamps for the archive. */
export async function readMarks(pdf: Bytes): Promise<PdfMarks> {
  const text = latin1(pdf)
  const places = Array.from(
    text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
    (match) => readPlace(pdf, text, match.index, match.slice(1).map(Number) as Range),
  ).toSorted((a, b) => a.covers - b.covers)
  const marks: PdfMarks = { seals: [], stamps: [], envelopes: [] }
  let before = 0
  for (const { dictionary, covers, coversAll, envelope, covered } of places) {
    if (envelope) marks.envelopes.push(envelope)
    if (/\/SubFilter\s*\/ETSI\.RFC3161\b/.test(dictionary)) {
      const witnessed = envelope && (await readTimeStamp(envelope, covered))
      const added = readArchiveAddition(text, before, covers)
      marks.stamps.push({ covers, coversAll, witnessed, added })
    } else {
      const proven = envelope && (await readSignature(envelope, covered))
      marks.seals.push({ at: statedTime(dictionary), covers, coversAll, proven })
    }
    before = covers
  }
  return marks
}

type Range = [start: number, length: number, next: number, rest: number]

/** Where a mark stands, and what it covers; without its envelope where it is not as marks are made. */
function readPlace(pdf: Bytes, text: string, place: number, [start, length, next, rest]: Range) {
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
    envelope: isWellFormed ? envelopeIn(text.slice(length, next)) : undefined,
    covered: join([pdf.subarray(0, length) as Bytes, pdf.subarray(next, covers) as Bytes]),
  }
}

/** The envelope in the only bytes that its signature cannot cover: hexadecimal, filled up with noughts and nothing else. */
function envelopeIn(gap: string): Bytes | undefined {
  const bytes = gap.startsWith('<') && gap.endsWith('>') ? fromHex(gap.slice(1, -1)) : undefined
  if (!bytes) return undefined
  try {
    const { whole } = readFirst(bytes)
    return bytes.subarray(whole.length).every((byte) => byte === 0) ? whole : undefined
  } catch (fault) {
    if (fault instanceof DerFault) return undefined
    throw fault
  }
}

/** PDF's own date format in UTC, as we write it. */
function statedTime(dictionary: string): Date | undefined {
  const [, ...parts] = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(dictionary) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
