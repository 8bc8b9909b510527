import type { EncodingError, EncodingRepair } from '../../../contract/encoding-errors.ts'

const windows1252 = new TextDecoder('windows-1252')
const macRoman = new TextDecoder('macintosh')
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Which byte each character of Windows-1252 is. */
const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows1252.decode(Uint8Array.of(byte)), byte]),
)

/** The bytes that read as this text in Windows-1252; null where one of its characters is none of that. */
function encodeWindows1252(text: string): Uint8Array | null {
  const bytes = Array.from(text, (character) => byteOf.get(character))
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : null
}

const beyondAscii = /[^\0-\x7f]/

/** The text whose UTF-8 bytes somebody read as Windows-1252; null where it is none. */
function undoDoubleEncoding(text: string): string | null {
  const bytes = beyondAscii.test(text) ? encodeWindows1252(text) : null
  if (!bytes) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** The last byte of 'à' is a blank that does not break, which is cut off where a cell ends. */
const cut_off_end = '\u00A0'

const repairs: Record<EncodingError, (text: string) => string> = {
  'double-encoded': (text) => undoDoubleEncoding(text) ?? undoDoubleEncoding(text + cut_off_end) ?? text,
  'mac-roman': (text) => {
    const bytes = beyondAscii.test(text) ? encodeWindows1252(text) : null
    return bytes ? macRoman.decode(bytes).trim() : text
  },
}

/** A cell with its letters as they were meant; the same where nothing is to be repaired in it. */
export const repairText = (text: string, fault: EncodingError | null): string =>
  fault === null ? text : repairs[fault](text)

/** What is repaired in a file that is kept; null where nothing is. */
export const appliedRepair = ({
  repair,
  isRepaired,
}: {
  repair: EncodingRepair | null
  isRepaired: boolean
}) => (isRepaired ? (repair?.fault ?? null) : null)

/** What letters of Mac OS Roman make of names in Windows-1252, and names of Windows-1252 hold nowhere. */
const macSigns = /\p{L}[\u0081\u008d\u008f\u0090\u009d\u0192†‡ˆ‰™¿¢]|\p{Ll}[ŠŽŸŒÕ]/gu
const windowsSigns = /\p{Ll}[à-öø-ÿ]/gu

/**
 * What has happened to the letters of a table, told from its cells; null where they look as they were meant. A proposal:
 * whoever brings the list in sees what a repair makes of them.
 */
export function detectEncodingProblem(cells: Iterable<string>): EncodingError | null {
  let [strange, twice, mac, windows] = [0, 0, 0, 0]
  for (const cell of cells) {
    if (!beyondAscii.test(cell)) continue
    strange++
    if (repairs['double-encoded'](cell) !== cell) twice++
    mac += cell.match(macSigns)?.length ?? 0
    windows += cell.match(windowsSigns)?.length ?? 0
  }
  if (twice > 0 && twice >= strange / 2) return 'double-encoded'
  return mac > windows ? 'mac-roman' : null
}
