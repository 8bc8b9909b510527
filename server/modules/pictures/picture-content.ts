/** A picture as it is kept: its bytes without what cameras and programs write beside it, and its size in pixels. */
export type CleanPicture = {
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
  bytes: Uint8Array
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What makes up the picture itself. Text, times, places and what programs add of their own are left out. */
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'sRGB'])

/** A PNG is a row of chunks from its header to its end: length, name, content, check sum. */
function cleanPng(bytes: Buffer): CleanPicture | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(pngSignature)) return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.readUInt32BE(8) !== 13) return null
  const kept: Buffer[] = [pngSignature]
  let hasPixels = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (next > bytes.length) return null
    if (pngChunks.has(name)) kept.push(bytes.subarray(at, next))
    hasPixels ||= name === 'IDAT'
    if (name === 'IEND') {
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      return hasPixels ? { type: 'image/png', width, height, bytes: Buffer.concat(kept) } : null
    }
    at = next
  }
  return null
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, colours: 0xee } as const
/** Markers that begin a frame, whichever way it is coded. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/**
 * Where and when it was taken, by whom and with what stands in application segments and in comments. The one of how
 * colours were turned stays, without which some pictures would be shown in false ones.
 */
const isMetadataSegment = (code: number) =>
  code === marker.comment || (code >= 0xe0 && code <= 0xef && code !== marker.colours)

/** The end of a scan's coded pixels: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const code = bytes[at + 1]!
    if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at
  }
  return -1
}

/** A JPEG is a row of segments and scans; what stands behind its end, as second pictures of phones do, is no part of it. */
function cleanJpeg(bytes: Buffer): CleanPicture | null {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== 0xffd8) return null
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let [size, hasPixels] = [null as { width: number; height: number } | null, false]
  for (let at = 2; at + 4 <= bytes.length + 2;) {
    const code = bytes[at] === 0xff ? bytes[at + 1] : undefined
    if (code === marker.end) {
      kept.push(bytes.subarray(at, at + 2))
      return size && hasPixels ? { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) } : null
    }
    if (code === undefined || at + 4 > bytes.length) return null
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return null
    const isScan = code === marker.scan
    const next = isScan ? endOfScan(bytes, at + 2 + length) : at + 2 + length
    if (next < 0) return null
    if (isFrame(code) && length >= 8)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (!isMetadataSegment(code)) kept.push(bytes.subarray(at, next))
    hasPixels ||= isScan
    at = next
  }
  return null
}

/**
 * A picture judged by its own bytes, whatever its file is called, and freed of everything but itself; null when it is
 * neither JPEG nor PNG, broken, or larger than `sideMax` pixels a side.
 */
export function cleanPicture(content: Uint8Array, sideMax: number): CleanPicture | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const clean = cleanPng(bytes) ?? cleanJpeg(bytes)
  const isShown = (side: number) => side > 0 && side <= sideMax
  return clean && isShown(clean.width) && isShown(clean.height) ? clean : null
}
