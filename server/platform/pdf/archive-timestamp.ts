import {
  dictionary,
  openIncrement,
  referenceIn,
  referencesIn,
  withEntries,
  type PdfIncrement,
} from './pdf-increment.ts'
import { finishWithSignature } from './signature-field.ts'
import { requestTimestampByAny, type TimestampHash } from './timestamp-request.ts'
import type { ValidationMaterial } from './validation-material.ts'

export type ArchiveTimestamp = {
  pdf: Uint8Array
  /** Unique among the fields of the document, for instance `archive-1`. */
  fieldName: string
  /** What a later check of the seals so far will ask for, when nobody answers any more. */
  material: ValidationMaterial
  timestampAuthority: string
  /** What the file is told to the authority by, the best first. */
  hashes: readonly TimestampHash[]
}

const listsOf = ({ certificates, ocsps, crls }: ValidationMaterial) => ({
  Certs: certificates,
  OCSPs: ocsps,
  CRLs: crls,
})

/**
 * Adds to a sealed PDF what its seals are checked with, and an authority's time stamp over the whole file (PAdES B-LTA:
 * EN 319 142-1, 5.4 and 5.5), both in one increment behind its bytes. On a file that has them the new stamp is over the
 * old one, which renews it.
 *
 * @throws Error when the file cannot be extended or the authority fails. Nothing is half done: ask again
 */
export async function addArchiveTimestamp(stamp: ArchiveTimestamp): Promise<Uint8Array> {
  const increment = openIncrement(stamp.pdf)
  addValidationMaterial(increment, stamp.material)
  const field = {
    name: stamp.fieldName,
    title: 'Time stamp for the archive',
    kind: { Type: '/DocTimeStamp', Filter: '/Adobe.PPKLite', SubFilter: '/ETSI.RFC3161' },
    entries: {},
  }
  return finishWithSignature(increment, field, (covered) =>
    requestTimestampByAny(covered, stamp.timestampAuthority, stamp.hashes),
  )
}

/** The document's store of proof, with what it had before; the same thing stands in it once. */
function addValidationMaterial(increment: PdfIncrement, material: ValidationMaterial): void {
  const catalog = increment.read(increment.catalog)
  const store = referenceIn(catalog, 'DSS')
  const before = store === undefined ? '' : increment.read(store)
  const lists = Object.entries(listsOf(material)).map(([key, values]) => {
    const kept = referencesIn(before, key)
    const known = new Set(kept.map((object) => streamContents(increment.read(object))))
    const added = [...new Set(values.map(hexOf))].filter((hex) => !known.has(hex))
    return [key, [...kept, ...added.map((hex) => increment.add(streamOf(hex)))]] as const
  })
  const told = lists
    .filter(([, objects]) => objects.length > 0)
    .map(([key, objects]) => [key, `[${objects.map((object) => `${object} 0 R`).join(' ')}]`])
  const made = increment.add(dictionary({ Type: '/DSS', ...Object.fromEntries(told) }))
  const entry = `/DSS ${made} 0 R`
  increment.replace(
    increment.catalog,
    store === undefined
      ? withEntries(catalog, { DSS: `${made} 0 R` })
      : catalog.replace(`/DSS ${store} 0 R`, entry),
  )
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

// In hexadecimal digits, so that nothing in it reads as a part of the file: whoever checks the file later can tell by
// reading that nothing else was added.
const streamOf = (hex: string): string =>
  `<<\n/Filter /ASCIIHexDecode\n/Length ${hex.length + 1}\n>>\nstream\n${hex}>\nendstream`

const streamContents = (stream: string): string => /stream\n([0-9a-f]*)>\nendstream$/.exec(stream)?.[1] ?? ''
