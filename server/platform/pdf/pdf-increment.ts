/** Number of an object; ours are all of generation 0. */
type ObjectNumber = number

/** A PDF that is added to behind its bytes, which stay as they are (ISO 32000-1, 7.5.6). */
export type PdfIncrement = {
  /** How long the file is that is added to. */
  bytes: number
  /** The object from which all others are reached. */
  catalog: ObjectNumber
  /** What an object says now, one character for each byte. */
  read(object: ObjectNumber): string
  /** The object that takes the place of another of that number. */
  replace(object: ObjectNumber, body: string): void
  /** A new object; its number. */
  add(body: string): ObjectNumber
  /** The file with everything that was added to it. */
  finish(): Buffer
}

/** Where the objects of a table begin, and the table before it. */
type Table = { sections: { first: number; count: number; at: number }[]; trailer: string }

// Every entry of a table is twenty bytes long, so that one is found without reading the others.
const entry_bytes = 20
const tables_max = 100
// Two numbers and the ends of lines around them.
const heading_bytes_max = 40

/**
 * Opens a PDF as our compiler and these increments write it: with plain tables and objects one by one. Nothing is read
 * but what is asked for, which is why it costs next to nothing where a library that reads every object costs more than
 * drawing the document did.
 *
 * @throws Error when the file is none, or is written in another way
 */
export function openIncrement(pdf: Uint8Array): PdfIncrement {
  const original = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(textAt(original, original.length - 64, 64))?.[1])
  const tables = readTables(original, start)
  const [{ trailer }] = tables as [Table]
  const written = new Map<ObjectNumber, string>()
  let size = numberIn(trailer, /\/Size\s+(\d+)/)

  return {
    bytes: original.length,
    catalog: numberIn(trailer, /\/Root\s+(\d+) 0 R/),
    read: (object) => written.get(object) ?? readObject(original, tables, object),
    replace: (object, body) => void written.set(object, body),
    add(body) {
      written.set(size, body)
      return size++
    },
    finish: () => append(original, written, { size, previous: start, trailer }),
  }
}

/** A few bytes as text; never the whole file, which is large, and of which little is asked for. */
const textAt = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', Math.max(0, from), Math.max(0, from + length))

function numberIn(words: string, pattern: RegExp): number {
  const found = pattern.exec(words)?.[1]
  if (found === undefined) throw new Error('the PDF is not written as ours are')
  return Number(found)
}

/** The tables of a file, the newest first. */
function readTables(bytes: Buffer, start: number): Table[] {
  const tables: Table[] = []
  for (let at = start; tables.length < tables_max;) {
    if (textAt(bytes, at, 4) !== 'xref') throw new Error('the PDF is not written as ours are')
    const table = readTable(bytes, at)
    tables.push(table)
    const previous = /\/Prev\s+(\d+)/.exec(table.trailer)?.[1]
    if (previous === undefined) return tables
    at = Number(previous)
  }
  throw new Error('the PDF has too many increments')
}

function readTable(bytes: Buffer, start: number): Table {
  const sections: Table['sections'] = []
  for (let at = start + 'xref'.length; ;) {
    const found = /^\s*(\d+) (\d+)\s+/.exec(textAt(bytes, at, heading_bytes_max))
    if (!found) {
      const end = bytes.indexOf('startxref', at, 'latin1')
      return { sections, trailer: textAt(bytes, at, end - at) }
    }
    const [heading, first, count] = found
    sections.push({ first: Number(first), count: Number(count), at: at + heading.length })
    at += heading.length + Number(count) * entry_bytes
  }
}

function readObject(bytes: Buffer, tables: readonly Table[], object: ObjectNumber): string {
  for (const { sections } of tables) {
    const section = sections.find(({ first, count }) => object >= first && object < first + count)
    if (!section) continue
    const entry = textAt(bytes, section.at + (object - section.first) * entry_bytes, entry_bytes)
    const at = Number(entry.slice(0, 10))
    const opening = `${object} 0 obj`
    const end = endOf(bytes, at)
    if (entry[17] !== 'n' || textAt(bytes, at, opening.length) !== opening || end < 0) break
    return textAt(bytes, at + opening.length, end - at - opening.length).trim()
  }
  throw new Error(`the PDF has no object ${object}`)
}

/** Where an object ends, which is behind its stream: a title in it may say 'endobj' as well (ISO 32000-1, 7.3.8). */
function endOf(bytes: Buffer, at: number): number {
  const end = bytes.indexOf('endobj', at, 'latin1')
  const opening = /\/Length\s+(\d+)(?!\d*\s+\d+ R)[^]*?>>\s*stream\r?\n/.exec(textAt(bytes, at, end - at))
  if (!opening) return end
  return bytes.indexOf('endobj', at + opening.index + opening[0].length + Number(opening[1]), 'latin1')
}

type Ending = { size: number; previous: number; trailer: string }

/** The objects behind the file, then the table that tells where they begin, then the way to the tables before it. */
function append(original: Buffer, written: ReadonlyMap<number, string>, ending: Ending): Buffer {
  const parts = original.at(-1) === 0x0a ? [] : ['\n']
  let at = original.length + parts.length
  const places = new Map<number, number>()
  for (const [object, body] of [...written].toSorted(([a], [b]) => a - b)) {
    places.set(object, at)
    const part = `${object} 0 obj\n${body}\nendobj\n`
    at += part.length
    parts.push(part)
  }
  const kept = ['Root', 'Info'].map(
    (key) => new RegExp(`/${key}\\s+\\d+ 0 R`).exec(ending.trailer)?.[0] ?? '',
  )
  const id = /\/ID\s*\[[^\]]*\]/.exec(ending.trailer)?.[0] ?? ''
  const trailer = [`/Size ${ending.size}`, `/Prev ${ending.previous}`, ...kept, id].filter(Boolean).join('\n')
  parts.push(`xref\n${buildXrefTable(places)}trailer\n<<\n${trailer}\n>>\nstartxref\n${at}\n%%EOF\n`)
  return Buffer.concat([original, Buffer.from(parts.join(''), 'latin1')])
}

/** Numbers that follow one another stand in one section. */
function buildXrefTable(places: ReadonlyMap<number, number>): string {
  const sections: { first: number; entries: string[] }[] = []
  for (const [object, at] of places) {
    const entry = `${String(at).padStart(10, '0')} 00000 n\r\n`
    const last = sections.at(-1)
    if (last && last.first + last.entries.length === object) last.entries.push(entry)
    else sections.push({ first: object, entries: [entry] })
  }
  return sections.map(({ first, entries }) => `${first} ${entries.length}\n${entries.join('')}`).join('')
}

/** A dictionary with more in it: its entries are written before its end. */
export function withEntries(dictionary: string, entries: Readonly<Record<string, string>>): string {
  const end = dictionary.lastIndexOf('>>')
  if (end < 0) throw new Error('the PDF is not written as ours are')
  const added = Object.entries(entries).map(([key, value]) => `/${key} ${value}\n`)
  return `${dictionary.slice(0, end)}${added.join('')}${dictionary.slice(end)}`
}

/** The object that a dictionary names under a key; undefined where it names none. */
export function referenceIn(dictionary: string, key: string): number | undefined {
  const found = new RegExp(`/${key}\\s+(\\d+) 0 R`).exec(dictionary)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** A dictionary of these entries. */
export const dictionary = (entries: Readonly<Record<string, string>>): string =>
  withEntries('<<\n>>', entries)

/** The objects that a dictionary lists under a key. */
export function referencesIn(dictionary: string, key: string): number[] {
  const [, list = ''] = new RegExp(`/${key}\\s*\\[([^\\]]*)\\]`).exec(dictionary) ?? []
  return Array.from(list.matchAll(/(\d+) 0 R/g), ([, object]) => Number(object))
}

/** Words as PDF writes them: as they are where they are plain, else in UTF-16. */
export function pdfString(words: string): string {
  if (/^[\x20-\x7e]*$/.test(words)) return `(${words.replace(/[\\()]/g, (sign) => `\\${sign}`)})`
  return `<FEFF${Buffer.from(words, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}
