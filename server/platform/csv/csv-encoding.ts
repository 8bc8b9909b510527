const sampled_bytes = 4096
/** Above this share of zero bytes in the even or the odd places, text is written with two bytes a character. */
const zeros_share_min = 0.3

export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'
export type Decoded = { text: string; encoding: TextEncoding }
/** Files that are none of text: a spreadsheet's own, or any other. */
export type Undecodable = 'workbook' | 'not-text'

const beginsWith = (bytes: Uint8Array, ...begin: number[]) => begin.every((byte, at) => bytes[at] === byte)

/** The archive of an .xlsx or .ods, and the older .xls. */
const isWorkbook = (bytes: Uint8Array) =>
  beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

const zerosAt = (head: Uint8Array, odd: 0 | 1) =>
  head.filter((byte, at) => byte === 0 && at % 2 === odd).length / Math.max(head.length / 2, 1)

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (beginsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (beginsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const head = bytes.subarray(0, sampled_bytes)
  if (zerosAt(head, 1) > zeros_share_min && zerosAt(head, 0) < zeros_share_min) return 'utf-16le'
  if (zerosAt(head, 0) > zeros_share_min && zerosAt(head, 1) < zeros_share_min) return 'utf-16be'
  return null
}

/**
 * The text of a file whose encoding nobody has named. What is valid UTF-8 is UTF-8: text in Windows-1252 with a letter
 * beyond ASCII practically never is.
 */
export function decodeText(bytes: Uint8Array): Decoded | Undecodable {
  if (isWorkbook(bytes)) return 'workbook'
  const wide = detectUtf16(bytes)
  const decoded = wide
    ? { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' as const }
    : decodeSingleByte(bytes)
  return decoded.text.includes('\0') || decoded.text.startsWith('%PDF-') ? 'not-text' : decoded
}

function decodeSingleByte(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}
