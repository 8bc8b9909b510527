import { openIncrement, referenceIn } from './pdf-increment.ts'

const identifier =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">' +
  '<pdfuaid:part>1</pdfuaid:part></rdf:Description>'

// PDF/A allows only properties it knows or that the file describes; this describes `pdfuaid:part`.
const identifierSchema =
  '<rdf:li rdf:parseType="Resource">' +
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of the PDF/UA standard</pdfaProperty:description>' +
  '<pdfaProperty:name>part</pdfaProperty:name>' +
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>'

/**
 * Adds what PDF/UA-1 asks beyond a tagged PDF/A-2a: its identifier in the metadata, and that readers show
 * the title rather than the file name. The compiler can claim only one standard per export, although the
 * pages have passed both. Appended as an incremental update.
 *
 * @throws Error when the file is not one the compiler made as PDF/A with uncompressed metadata
 */
export function addAccessibilityMarker(pdf: Uint8Array): Uint8Array {
  const increment = openIncrement(pdf)
  const catalog = increment.read(increment.catalog)
  const metadata = referenceIn(catalog, 'Metadata')
  const preferences = /\/ViewerPreferences\s*<</
  if (metadata === undefined || !preferences.test(catalog)) throw new Error('the PDF has no metadata to mark')
  increment.replace(
    increment.catalog,
    catalog.replace(preferences, (opening) => `${opening}\n/DisplayDocTitle true`),
  )
  increment.replace(metadata, markStream(increment.read(metadata)))
  return increment.finish()
}

/** A stream that is not compressed, with what it says marked. */
function markStream(stream: string): string {
  const [, said] = /^<<[^]*?>>\s*stream\r?\n([^]*?)\r?\n?endstream$/.exec(stream) ?? []
  if (said === undefined) throw new Error('the PDF has no metadata to mark')
  const marked = mark(said)
  return `<<\n/Type /Metadata\n/Subtype /XML\n/Length ${marked.length}\n>>\nstream\n${marked}\nendstream`
}

function mark(xmp: string): string {
  const marked = xmp
    .replace(/<pdfaExtension:schemas>\s*<rdf:Bag>/, (opening) => opening + identifierSchema)
    .replace('</rdf:RDF>', `${identifier}</rdf:RDF>`)
  if (!marked.includes(identifierSchema) || !marked.includes(identifier)) {
    throw new Error('the PDF has no PDF/A metadata to mark')
  }
  return marked
}
