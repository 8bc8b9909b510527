import { PdfArray, PdfDict, PdfName, PdfRef, type PDF, type PdfObject } from '@libpdf/core'

/** Actions that run, send or open something (ISO 32000-2, 12.6.4); going to a page or a web address is none of them. */
const actions = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
  'Movie',
  'Sound',
  'RichMediaExecute',
  'GoTo3DView',
])
/** Annotations that carry files or play something. */
const annotations = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Screen', 'Sound', '3D'])
/** Entries that bring scripts, actions nobody asks for, form programs or files (7.7, 7.11.4, 12.6.3, 12.7.3). */
const entries = ['JS', 'JavaScript', 'AA', 'XFA', 'EmbeddedFiles', 'EF', 'RichMediaContent']

const nameAt = (
  dict: PdfDict,
  key: string,
  resolve: (ref: PdfRef) => PdfObject | null,
): string | undefined => {
  const value = dict.get(key, resolve)
  return value instanceof PdfName ? value.value : undefined
}

/** The same names in what no object refers to any more, such as an earlier state of the file; with escapes undone. */
const longNames = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|FileAttachment)(?![A-Za-z\d])/

function mentionsActiveContent(bytes: Uint8Array): boolean {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const plain = written.replaceAll(/#([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return longNames.test(plain)
}

/**
 * Whether a PDF holds what acts by itself or carries other files: in any object that can be reached, packed in object
 * streams or added by a later update, and by name in what earlier states of the file left behind.
 */
export function hasActiveContent(document: PDF, bytes: Uint8Array): boolean {
  const resolve = (ref: PdfRef) => document.getObject(ref)
  const seen = new Set<PdfObject>()
  const waiting: PdfObject[] = [document.getCatalog()]
  const opened = document.getCatalog().get('OpenAction', resolve)
  if (opened instanceof PdfDict && nameAt(opened, 'S', resolve) !== 'GoTo') return true
  while (waiting.length > 0) {
    const object = waiting.pop()!
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PdfRef) {
      const target = resolve(object)
      if (target) waiting.push(target)
    } else if (object instanceof PdfArray) {
      for (const item of object) waiting.push(item)
    } else if (object instanceof PdfDict) {
      if (entries.some((key) => object.has(key))) return true
      if (actions.has(nameAt(object, 'S', resolve) ?? '')) return true
      if (annotations.has(nameAt(object, 'Subtype', resolve) ?? '')) return true
      if (nameAt(object, 'Type', resolve) === 'EmbeddedFile') return true
      for (const [, value] of object) waiting.push(value)
    }
  }
  return mentionsActiveContent(bytes)
}
