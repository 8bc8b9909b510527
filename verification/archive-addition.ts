/** What was added behind a sealed document together with a time stamp for the archive. */
export type ArchiveAddition = { certificates: number; answers: number }

type Objects = ReadonlyMap<number, string>

const wordsOf = /^(\d+) 0 obj\n([^]*?)\nendobj\n/
const streamOf = /^<<\n\/Filter \/ASCIIHexDecode\n\/Length \d+\n>>\nstream\n[0-9a-f]*>\nendstream$/
const fieldOf =
  /^<<\n\/FT \/Sig\n\/T \([\w-]+\)\n\/V (\d+) 0 R\n\/TU \([\w ]+\)\n\/Type \/Annot\n\/Subtype \/Widget\n\/Rect \[0 0 0 0\]\n\/F 132\n\/P \d+ 0 R\n>>$/
const stampOf =
  /^<<\n\/Type \/DocTimeStamp\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.RFC3161\n\/ByteRange \[[\d ]+\] *\n\/Contents <[0-9a-f]*>\n>>$/
const storeOf = /^<<\n\/Type \/DSS\n(?:\/(?:Certs|OCSPs|CRLs) \[[\dR ]*\]\n)*>>$/

/**
 * What stands between two places of a file, where it is what a time stamp for the archive comes with and nothing else:
 * certificates, answers on revocation, the stamp's own field. An authority witnesses whatever it is given, so its stamp
 * says nothing of what was added under it: no object that was there before may read otherwise but for the catalog, which
 * names the store of proof, and the form, which lists the field.
 *
 * @param text the whole file, one character for each byte
 * @returns undefined where anything else was added
 */
export function readArchiveAddition(text: string, from: number, to: number): ArchiveAddition | undefined {
  const added = text.slice(from, to)
  const places = new Map<number, number>()
  const objects = new Map<number, string>()
  let at = added.startsWith('\n') ? 1 : 0
  for (let found = wordsOf.exec(added.slice(at)); found; found = wordsOf.exec(added.slice(at))) {
    const object = Number(found[1])
    if (objects.has(object)) return undefined
    places.set(object, from + at)
    objects.set(object, found[2]!)
    at += found[0].length
  }
  const before = endOf(text.slice(0, from))
  const table = before && readTable(added.slice(at), from + at)
  if (!table || !isContinued(table, before) || !isSameMap(table.places, places)) return undefined
  return isAllProof(objects, before, text.slice(0, from)) ? countsOf(objects) : undefined
}

type Ending = { root: number; size: number; start: number }

/** What the file up to there says of itself at its end. */
function endOf(text: string): Ending | undefined {
  const [, words = '', start] =
    /trailer\s*<<([^]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(
      text.slice(Math.max(0, text.lastIndexOf('trailer'))),
    ) ?? []
  const [root, size] = [/\/Root\s+(\d+) 0 R/, /\/Size\s+(\d+)/].map((pattern) => pattern.exec(words)?.[1])
  return root && size ? { root: Number(root), size: Number(size), start: Number(start) } : undefined
}

type Table = { places: Map<number, number>; root: number; previous: number; start: number; at: number }

/** The table that tells where the added objects begin, and the trailer behind it: nothing before, between or behind. */
function readTable(text: string, at: number): Table | undefined {
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

const isContinued = (table: Table, before: Ending): boolean =>
  table.root === before.root && table.previous === before.start && table.start === table.at

const isSameMap = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

/** Whether each object is new and a part of the proof, or the catalog or the form with what belongs to it. */
function isAllProof(objects: Objects, { root, size }: Ending, before: string): boolean {
  const catalog = lastWords(before, root)
  const form = Number(/\/AcroForm (\d+) 0 R/.exec(catalog ?? '')?.[1])
  return [...objects].every(([object, words]) => {
    if (object >= size) return [streamOf, fieldOf, stampOf, storeOf].some((known) => known.test(words))
    if (object === root) return catalog !== undefined && withoutStore(words) === withoutStore(catalog)
    return object === form && withoutFields(words) === withoutFields(lastWords(before, form) ?? '')
  })
}

const withoutStore = (catalog: string): string => catalog.replace(/\/DSS \d+ 0 R\n/, '')
const withoutFields = (form: string): string => form.replace(/\/Fields\s*\[[\dR ]*\]/, '')

/** What an object said last. The text before is under a seal, so nobody else wrote it. */
function lastWords(text: string, object: number): string | undefined {
  const opening = `\n${object} 0 obj`
  const at = text.lastIndexOf(opening)
  return at < 0 ? undefined : text.slice(at + opening.length, text.indexOf('endobj', at)).trim()
}

function countsOf(objects: Objects): ArchiveAddition {
  const store = [...objects.values()].find((words) => storeOf.test(words)) ?? ''
  const count = (key: string) =>
    (new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(store)?.[1]?.match(/ R/g) ?? []).length
  return { certificates: count('Certs'), answers: count('OCSPs') + count('CRLs') }
}
