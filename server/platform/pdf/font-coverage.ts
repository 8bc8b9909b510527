import { readFileSync } from 'node:fs'

/** One family a document may name: all its files are loaded, and its text may be set in any of them. */
export type FontFamily = { readonly name: string; readonly files: readonly string[] }

/**
 * Shows where a character could not be drawn. It is itself a character of Noto Sans, so a reader
 * sees that something is missing instead of reading a sentence that silently lost a word.
 */
export const REPLACEMENT = '\uFFFD'

/** The characters a family draws in every one of its styles, so that bold never loses a letter. */
export function readFamilyCoverage(family: FontFamily): Set<number> {
  const [first, ...rest] = family.files.map((file) => readCoverage(readFileSync(file)))
  if (!first) throw new Error(`font family ${family.name} has no files`)
  return new Set([...first].filter((code) => rest.every((style) => style.has(code))))
}

/**
 * The code points a TrueType or OpenType font has a glyph for, from its `cmap` table.
 * Formats 4 and 12 cover every font of the last twenty years; another format is an error.
 */
export function readCoverage(font: Buffer): Set<number> {
  const cmap = findTable(font, 'cmap')
  const covered = new Set<number>()
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const platform = cmap.readUInt16BE(4 + record * 8)
    const encoding = cmap.readUInt16BE(6 + record * 8)
    const isUnicode = platform === 0 ? encoding !== 5 : platform === 3 && (encoding === 1 || encoding === 10)
    if (!isUnicode) continue
    const subtable = cmap.subarray(cmap.readUInt32BE(8 + record * 8))
    const format = subtable.readUInt16BE(0)
    if (format === 4) addSegments(subtable, covered)
    else if (format === 12) addGroups(subtable, covered)
    else throw new Error(`cmap format ${format} is not known`)
  }
  return covered
}

function findTable(font: Buffer, tag: string): Buffer {
  for (let entry = 0; entry < font.readUInt16BE(4); entry++) {
    const at = 12 + entry * 16
    if (font.toString('latin1', at, at + 4) !== tag) continue
    const offset = font.readUInt32BE(at + 8)
    return font.subarray(offset, offset + font.readUInt32BE(at + 12))
  }
  throw new Error(`the font has no ${tag} table`)
}

/** Format 4: segments of the basic plane, each shifted by a delta or looked up through an offset. */
function addSegments(table: Buffer, covered: Set<number>): void {
  const count = table.readUInt16BE(6) / 2
  const [ends, starts, deltas, offsets] = [14, 16 + count * 2, 16 + count * 4, 16 + count * 6]
  for (let segment = 0; segment < count; segment++) {
    const start = table.readUInt16BE(starts + segment * 2)
    const end = table.readUInt16BE(ends + segment * 2)
    const delta = table.readUInt16BE(deltas + segment * 2)
    const offsetAt = offsets + segment * 2
    const offset = table.readUInt16BE(offsetAt)
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const glyph = offset === 0 ? code : table.readUInt16BE(offsetAt + offset + (code - start) * 2)
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) covered.add(code)
    }
  }
}

/** Format 12: runs of consecutive characters in all planes. */
function addGroups(table: Buffer, covered: Set<number>): void {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const [start, end] = [table.readUInt32BE(16 + group * 12), table.readUInt32BE(20 + group * 12)]
    for (let code = start; code <= end; code++) covered.add(code)
  }
}
