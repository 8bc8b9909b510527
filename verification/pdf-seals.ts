import { fromHex, join, type Bytes } from './bytes.ts'
import { DerFault, readFirst } from './der-reading.ts'
import { readSignature, type Proven } from './signature-reading.ts'

/** One seal of a PDF: what it covers, and what it proves where it holds. */
export type PdfSeal = {
  /** The claimed time, as the document states it. */
  at: Date | undefined
  /** How many of the file's first bytes it is over. */
  covers: number
  coversAll: boolean
  proven: Proven | undefined
}

export const isPdf = (bytes: Bytes): boolean => latin1(bytes.subarray(0, 5) as Bytes) === '%PDF-'

/** One character for each byte, so that a place in the text is a place in the file. */
const latin1 = (bytes: Bytes): string => new TextDecoder('latin1').decode(bytes)

/** The seals of a PDF in the order in which they were made (ISO 32000-2, 12.8; PAdES, EN 319 142-1). */
export async function readSeals(pdf: Bytes): Promise<PdfSeal[]> {
  const text = latin1(pdf)
  const ranges = Array.from(
    text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
    (match) => ({
      at: match.index,
      range: match.slice(1).map(Number) as [number, number, number, number],
    }),
  )
  const seals = await Promise.all(ranges.map(({ at, range }) => readSeal(pdf, text, at, range)))
  return seals.toSorted((a, b) => a.covers - b.covers)
}

async function readSeal(
  pdf: Bytes,
  text: string,
  place: number,
  [start, length, next, rest]: [number, number, number, number],
): Promise<PdfSeal> {
  const covers = next + rest
  const dictionary = text.slice(text.lastIndexOf('<<', Math.min(place, length)), text.indexOf('>>', next))
  const seal = { at: statedTime(dictionary), covers, coversAll: covers === pdf.length, proven: undefined }
  const isWellFormed =
    start === 0 &&
    length < next &&
    covers <= pdf.length &&
    /\/Contents\s*$/.test(text.slice(Math.max(0, length - 20), length)) &&
    (covers === pdf.length || /%%EOF\s*$/.test(text.slice(covers - 8, covers)))
  if (!isWellFormed) return seal
  const envelope = envelopeIn(text.slice(length, next))
  if (!envelope) return seal
  const covered = join([pdf.subarray(0, length) as Bytes, pdf.subarray(next, covers) as Bytes])
  return { ...seal, proven: await readSignature(envelope, covered) }
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
