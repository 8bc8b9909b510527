import { PDF, PdfBool, PdfDict, PdfRef, PdfStream } from '@libpdf/core'
import { saveIncrement } from './pdf-increment.ts'

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
export async function addAccessibilityMarker(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDF.load(pdf)
  const resolve = (ref: PdfRef) => document.getObject(ref)
  const catalog = document.getCatalog()
  const metadata = catalog.get('Metadata', resolve)
  const preferences = catalog.get('ViewerPreferences', resolve)
  if (!(metadata instanceof PdfStream) || !(preferences instanceof PdfDict)) {
    throw new Error('the PDF has no metadata to mark')
  }
  metadata.setData(new TextEncoder().encode(mark(new TextDecoder().decode(metadata.getDecodedData()))))
  preferences.set('DisplayDocTitle', PdfBool.of(true))
  return saveIncrement(document, pdf)
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
