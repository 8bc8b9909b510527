import { deflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfString } from '@libpdf/core'

/** The beginning of a photo as iPhones write it: its brand, and boxes that hold no picture. */
export function newHeic(brand = 'heic'): Buffer {
  const box = (name: string, content: string) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(8 + content.length)
    return Buffer.concat([head, Buffer.from(name + content, 'latin1')])
  }
  return Buffer.concat([box('ftyp', `${brand}\0\0\0\0mif1${brand}`), box('meta', '\0'.repeat(32))])
}

const named = (name: string) => PdfName.of(name)
const scriptAction = () => PdfDict.of({ S: named('JavaScript'), JS: PdfString.fromString('app.alert(1)') })
const actionOf = (name: string, more: Record<string, PdfString> = {}) =>
  PdfDict.of({ S: named(name), ...more })

/** What a PDF holds besides its page, for whoever has to find it. */
const contents = {
  none: () => {},
  locked: (pdf: PDF) => pdf.setProtection({ userPassword: 'secret', ownerPassword: 'owner' }),
  'locked for changes': (pdf: PDF) => pdf.setProtection({ userPassword: '', ownerPassword: 'owner' }),
  script: (pdf: PDF) => pdf.getCatalog().set('OpenAction', scriptAction()),
  'script by reference': (pdf: PDF) =>
    pdf.getCatalog().set('OpenAction', pdf.context.register(scriptAction())),
  'named script': (pdf: PDF) => {
    const tree = PdfDict.of({ Names: new PdfArray([PdfString.fromString('a'), scriptAction()]) })
    pdf.getCatalog().set('Names', PdfDict.of({ JavaScript: tree }))
  },
  'printing on opening': (pdf: PDF) =>
    pdf.getCatalog().set('OpenAction', PdfDict.of({ S: named('Named'), N: named('Print') })),
  'action of a page': (pdf: PDF) =>
    pdf
      .getPage(0)!
      .dict.set('AA', PdfDict.of({ O: actionOf('URI', { URI: PdfString.fromString('https://x.org') }) })),
  'launch behind a link': (pdf: PDF) =>
    pdf
      .getPage(0)!
      .dict.set('Annots', new PdfArray([linkTo(actionOf('Launch', { F: PdfString.fromString('a.exe') }))])),
  'form that is sent': (pdf: PDF) =>
    pdf.getPage(0)!.dict.set('Annots', new PdfArray([linkTo(actionOf('SubmitForm'))])),
  'attached file': (pdf: PDF) => pdf.addAttachment('a.txt', Buffer.from('a')),
  'file as an annotation': (pdf: PDF) =>
    pdf.getPage(0)!.dict.set('Annots', new PdfArray([annotation('FileAttachment')])),
  'rich media': (pdf: PDF) => pdf.getPage(0)!.dict.set('Annots', new PdfArray([annotation('RichMedia')])),
  'form program': (pdf: PDF) =>
    pdf
      .getCatalog()
      .set('AcroForm', PdfDict.of({ Fields: new PdfArray([]), XFA: PdfString.fromString('<xdp/>') })),
  'link to the web': (pdf: PDF) =>
    pdf
      .getPage(0)!
      .dict.set(
        'Annots',
        new PdfArray([linkTo(actionOf('URI', { URI: PdfString.fromString('https://x.org') }))]),
      ),
  'opening at a page': (pdf: PDF) =>
    pdf.getCatalog().set('OpenAction', new PdfArray([PdfRef.of(1), named('Fit')])),
  'going to a page': (pdf: PDF) =>
    pdf
      .getCatalog()
      .set('OpenAction', PdfDict.of({ S: named('GoTo'), D: new PdfArray([PdfRef.of(1), named('Fit')]) })),
}

const annotation = (subtype: string, more: Record<string, PdfDict> = {}) =>
  PdfDict.of({
    Type: named('Annot'),
    Subtype: named(subtype),
    Rect: PdfArray.of(),
    ...more,
  })
const linkTo = (action: PdfDict) => annotation('Link', { A: action })

export type PdfContents = keyof typeof contents

/** A PDF of one page that holds this besides. */
export async function newPdf(holds: PdfContents = 'none'): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.addPage()
  contents[holds](pdf)
  return pdf.save()
}

/** The same, where what it holds was added by an update behind the file as it was. */
export async function updatedPdf(holds: PdfContents): Promise<Uint8Array> {
  const pdf = await PDF.load(await newPdf())
  contents[holds](pdf)
  return pdf.save({ incremental: true })
}

/** The same, where a later update took it out again. */
export async function correctedPdf(): Promise<Uint8Array> {
  const pdf = await PDF.load(await newPdf('script'))
  pdf.getCatalog().delete('OpenAction')
  return pdf.save({ incremental: true })
}

/** A PDF of one page whose objects are packed in a stream, as most programs write them; `opening` is its OpenAction. */
export function packedPdf(opening: string): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${opening} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
  ]
  const starts = objects.map((_, at) => objects.slice(0, at).join(' ').length + (at > 0 ? 1 : 0))
  const index = `${starts.map((start, at) => `${at + 1} ${start}`).join(' ')} `
  const streamOf = (number: number, told: string, content: Buffer) => {
    const packed = deflateSync(content)
    const head = `${number} 0 obj\n<< ${told} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
  }
  const start = Buffer.from('%PDF-1.5\n')
  const told = `/Type /ObjStm /N ${objects.length} /First ${index.length}`
  const packed = streamOf(4, told, Buffer.from(index + objects.join(' ')))
  const list = start.length + packed.length
  const entries: [type: number, place: number, at: number][] = [
    [0, 0, 0],
    ...objects.map((_, at): [number, number, number] => [2, 4, at]),
    [1, start.length, 0],
    [1, list, 0],
  ]
  const table = Buffer.concat(
    entries.map(([type, place, at]) => {
      const entry = Buffer.from([type, 0, 0, 0, 0, at])
      entry.writeUInt32BE(place, 1)
      return entry
    }),
  )
  const listed = streamOf(5, `/Type /XRef /Size ${entries.length} /W [1 4 1] /Root 1 0 R`, table)
  return Buffer.concat([start, packed, listed, Buffer.from(`startxref\n${list}\n%%EOF\n`)])
}
