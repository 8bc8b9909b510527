import { createHash } from 'node:crypto'
import type { scanTypes } from '../../../contract/consents.ts'
import type { FileProblem } from '../../../contract/file-problems.ts'
import { scan_bytes_max, scan_pages_max } from '../../../contract/limits.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { detectPicture } from '../../platform/files/picture-type.ts'
import { readPdf } from '../../platform/pdf/pdf-pages.ts'

export type ScanType = (typeof scanTypes)[number]
/** One file of a scan: what it is by its own bytes. */
export type ParsedScanFile = { type: ScanType; pages: number; sha256: string; content: Buffer }

/** Larger than any camera of a phone or a scanner makes; beyond it a picture is meant to be costly to draw. */
const pixels_max = 60_000_000

/** What a file is by its own bytes, whatever anybody calls it, and how many pages it shows; or why we take no such. */
async function detectFileType(
  content: Uint8Array,
): Promise<Pick<ParsedScanFile, 'type' | 'pages'> | FileProblem | 'scan-refused'> {
  const picture = detectPicture(content)
  if (picture) {
    const { type, width, height } = picture
    const pixels = width * height
    return type !== 'image/webp' && pixels > 0 && pixels <= pixels_max ? { type, pages: 1 } : 'scan-refused'
  }
  const pages = await readPdf(content)
  if (typeof pages === 'number') return { type: 'application/pdf', pages }
  return pages ?? findPictureProblem(content) ?? 'scan-refused'
}

/** Reads a scan as it was sent, in order; or why it is not taken. */
export async function readScan(
  sent: readonly string[],
): Promise<ParsedScanFile[] | FileProblem | 'scan-refused' | 'scan-too-long' | 'scan-too-large'> {
  const contents = sent.map((base64) => Buffer.from(base64, 'base64'))
  if (contents.reduce((bytes, { byteLength }) => bytes + byteLength, 0) > scan_bytes_max)
    return 'scan-too-large'
  const read: ParsedScanFile[] = []
  for (const content of contents) {
    const kind = await detectFileType(content)
    if (typeof kind === 'string') return kind
    read.push({ ...kind, sha256: createHash('sha256').update(content).digest('hex'), content })
  }
  return read.reduce((all, { pages }) => all + pages, 0) > scan_pages_max ? 'scan-too-long' : read
}
