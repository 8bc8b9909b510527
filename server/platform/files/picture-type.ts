export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'
export type Picture = { type: PictureType; width: number; height: number }

type Size = Omit<Picture, 'type'>

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/** A PNG begins with its header, which tells its size, and ends with its last chunk. */
function pngSize(bytes: Buffer): Size | null {
  const isWhole =
    bytes.length >= 45 && bytes.subarray(0, 8).equals(pngStart) && bytes.subarray(-8).equals(pngEnd)
  if (!isWhole || text(bytes, 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The markers of a JPEG that begin a frame, whichever way it is coded. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A JPEG is a row of segments, one of which tells its size, and ends with its end marker. */
function jpegSize(bytes: Buffer): Size | null {
  const { length } = bytes
  if (length < 12 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(length - 2) !== 0xffd9)
    return null
  for (let at = 2; at + 9 < length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (isFrame(bytes[at + 1]!))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}

/** A WebP says how long it is, and its first chunk, one of three kinds, how large. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return null
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  const kind = text(bytes, 12, 16)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L' || bytes[20] !== 0x2f) return null
  const packed = bytes.readUInt32LE(21)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

/** What a picture is by its own bytes, whatever anybody calls it; null when it is none of the three. */
export function detectPicture(content: Uint8Array): Picture | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const readers: [PictureType, (bytes: Buffer) => Size | null][] = [
    ['image/jpeg', jpegSize],
    ['image/png', pngSize],
    ['image/webp', webpSize],
  ]
  for (const [type, sizeOf] of readers) {
    const size = sizeOf(bytes)
    if (size) return { type, ...size }
  }
  return null
}
