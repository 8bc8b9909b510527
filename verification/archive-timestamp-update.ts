/** What was added behind a sealed document together with a time stamp for the archive. */
export type ArchiveTimestampUpdate = { certificates: number; answers: number }

type PdfObjects = ReadonlyMap<number, string>

const objectPattern = /^(\d+) 0 obj\n([^]*?)\nendobj\n/
const streamPattern = /^<<\n\/Filter \/ASCIIHexDecode\n\/Length \d+\n>>\nstream\n[0-9a-f]*>\nendstream$/
const signatureFieldPattern =
  /^<<\n\/FT \/Sig\n\/T \([\w-]+\)\n\/V (\d+) 0 R\n\/TU \([\w ]+\)\n\/Type \/Annot\n\/Subtype \/Widget\n\/Rect \[0 0 0 0\]\n\/F 132\n\/P \d+ 0 R\n>>$/
const docTimestampPattern =
  /^<<\n\/Type \/DocTimeStamp\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.RFC3161\n\/ByteRange \[[\d ]+\] *\n\/Contents <[0-9a-f]*>\n>>$/
const dssPattern = /^<<\n\/Type \/DSS\n(?:\/(?:Certs|OCSPs|CRLs) \[[\dR ]*\]\n)*>>$/

/**
 * What stands between two places of a file, where it is what a time stamp for the archive comes with and nothing else:
 * certificates, answers on revocation, the stamp's own field. An authority witnesses whatever it is given, so its stamp
 * says nothing of what was added under it: no object that was there before may read otherwise but for the catalog, which
 * names the store of proof, and the form, which lists the field.
 *
 * @param text the whole file, one character for each byte
 * @returns undefined where anything else was added
 */
export function readArchiveTimestampUpdate(
  text: string,
  from: number,
  to: number,
): ArchiveTimestampUpdate | undefined {
  const added = text.slice(from, to)
  const places = new Map<number, number>()
  const objects = new Map<number, string>()
  let at = added.startsWith('\n') ? 1 : 0
  for (let found = objectPattern.exec(added.slice(at)); found; found = objectPattern.exec(added.slice(at))) {
    const object = Number(found[1])
    if (objects.has(object)) return undefined
    places.set(object, from + at)
    objects.set(object, found[2]!)
    at += found[0].length
  }
  const before = readTrailer(text.slice(0, from))
  const table = before && readXrefTable(added.slice(at), from + at)
  if (!table || !isContinuationOf(table, before) || !isSameMap(table.places, places)) return undefined
  return containsOnlyProofObjects(objects, before, text.slice(0, from)) ? countObjects(objects) : undefined
}

type PdfTrailer = { root: number; size: number; start: number }

/** What the file up to there says of itself at its end. */
function readTrailer(text: string): PdfTrailer | undefined {
  const [, words = '', start] =
    /trailer\s*<<([^]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(
      text.slice(Math.max(0, text.lastIndexOf('trailer'))),
    ) ?? []
  const [root, size] = [/\/Root\s+(\d+) 0 R/, /\/Size\s+(\d+)/].map((pattern) => pattern.exec(words)?.[1])
  return root && size ? { root: Number(root), size: Number(size), start: Number(start) } : undefined
}

type XrefTable = { places: Map<number, number>; root: number; previous: number; start: number; at: number }

/** The table that tells where the added objects begin, and the trailer behind it: nothing before, between or behind. */
function readXrefTable(text: string, at: number): XrefTable | undefined {
  const [, sections, trailer, start] =
    /^xref\n((?:\d+ \d+\n(?:\d{10} 00000 n\r\n)+)+)trailer\n<<\n([^<>]*(?:<[0-9A-Fa-f]*>[^<>]*)*)\n>>\nstartxref\n(\d+)\n%%EOF\n$/.exec(
      text,
    ) ?? []
  if (sections === undefined || trailer === undefined) return undefined
  const places = new Map<number, number>()
  for (const [, first, count, entries] of sections.matchAll(/(\d+) (\d+)\n((?:\d{10} 00000 n\r\n)+)/g)) {
    const rows = entries!.split('\r\n').slice(0, -1)
    if (rows.length !== Number(count)) return undefined
    for (const [row, entry] of rows.entries()) places.set(Number(first) + row, Number(entry.slice(0, 10)))
  }
  const [root, previous] = [/\/Root (\d+) 0 R/, /\/Prev (\d+)/].map((key) => Number(key.exec(trailer)?.[1]))
  return { places, root: root!, previous: previous!, start: Number(start), at }
}

const isContinuationOf = (table: XrefTable, before: PdfTrailer): boolean =>
  table.root === before.root && table.previous === before.start && table.start === table.at

const isSameMap = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

/** Whether each object is new and a part of the proof, or the catalog or the form with what belongs to it. */
function containsOnlyProofObjects(objects: PdfObjects, { root, size }: PdfTrailer, before: string): boolean {
  const catalog = latestObjectText(before, root)
  const form = Number(/\/AcroForm (\d+) 0 R/.exec(catalog ?? '')?.[1])
  return [...objects].every(([object, words]) => {
    if (object >= size)
      return [streamPattern, signatureFieldPattern, docTimestampPattern, dssPattern].some((known) =>
        known.test(words),
      )
    if (object === root) return catalog !== undefined && withoutDss(words) === withoutDss(catalog)
    return object === form && withoutFields(words) === withoutFields(latestObjectText(before, form) ?? '')
  })
}

const withoutDss = (catalog: string): string => catalog.replace(/\/DSS \d+ 0 R\n/, '')
const withoutFields = (form: string): string => form.replace(/\/Fields\s*\[[\dR ]*\]/, '')

/** What an object said last. The text before is under a seal, so nobody else wrote it. */
function latestObjectText(text: string, object: number): string | undefined {
  const opening = `\n${object} 0 obj`
  const at = text.lastIndexOf(opening)
  return at < 0 ? undefined : text.slice(at + opening.length, text.indexOf('endobj', at)).trim()
}

function countObjects(objects: PdfObjects): ArchiveTimestampUpdate {
  const store = [...objects.values()].find((words) => dssPattern.test(words)) ?? ''
  const count = (key: string) =>
    (new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(store)?.[1]?.match(/ R/g) ?? []).length
  return { certificates: count('Certs'), answers: count('OCSPs') + count('CRLs') }
}
