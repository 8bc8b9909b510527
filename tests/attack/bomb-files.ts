import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

/** Files that are small and become large, long or endless once they are opened. */

const megabyte = 1_000_000
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngChunk = (name: string, content: Buffer) => joined(uint32(content.length), name, content, uint32(0))
const pngHeader = (side: number) =>
  pngChunk('IHDR', joined(uint32(side), uint32(side), Buffer.of(8, 6, 0, 0, 0)))
const pngEnd = pngChunk('IEND', Buffer.alloc(0))
const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

function jpeg(side: number, scans: number): Buffer {
  const segment = (marker: number, content: Buffer) =>
    joined(Buffer.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255), content)
  const size = Buffer.of(8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0)
  const scan = joined(segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)), Buffer.of(0x12, 0x34))
  return joined(
    Buffer.of(0xff, 0xd8),
    segment(0xc2, size),
    ...Array.from({ length: scans }, () => scan),
    Buffer.of(0xff, 0xd9),
  )
}

/** An archive whose entries all stand for the same packed bytes. */
function archive(entries: number, unpacked_bytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(unpacked_bytes), { level: 9 })
  const head = (signature: number, length: number, write: (bytes: Buffer) => void) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(signature)
    write(bytes)
    return bytes
  }
  const local = head(0x04034b50, 31, (bytes) => {
    bytes.writeUInt16LE(8, 8)
    bytes.writeUInt32LE(packed.length, 18)
    bytes.writeUInt32LE(unpacked_bytes, 22)
    bytes.writeUInt16LE(1, 26)
    bytes.write('a', 30)
  })
  const central = head(0x02014b50, 47, (bytes) => {
    bytes.writeUInt16LE(8, 10)
    bytes.writeUInt32LE(packed.length, 20)
    bytes.writeUInt32LE(unpacked_bytes, 24)
    bytes.writeUInt16LE(1, 28)
    bytes.write('a', 46)
  })
  const start = joined(local, packed)
  const end = head(0x06054b50, 22, (bytes) => {
    bytes.writeUInt16LE(entries, 8)
    bytes.writeUInt16LE(entries, 10)
    bytes.writeUInt32LE(central.length * entries, 12)
    bytes.writeUInt32LE(start.length, 16)
  })
  return joined(start, ...Array.from({ length: entries }, () => central), end)
}

const pdf = (...objects: (Buffer | string)[]) =>
  joined('%PDF-1.7\n', ...objects, 'trailer<</Root 1 0 R>>\n%%EOF')
const catalog = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'
const onePage =
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n'
const stream = (dictionary: string, content: Buffer) =>
  joined(`4 0 obj<<${dictionary}/Length ${content.length}>>stream\n`, content, '\nendstream endobj\n')

export const bombFiles: Record<string, Buffer> = {
  'a PNG that unpacks to 200 MB': joined(
    pngStart,
    pngHeader(64),
    pngChunk('IDAT', zeros(200 * megabyte)),
    pngEnd,
  ),
  'a PNG of 65,000 pixels a side': joined(
    pngStart,
    pngHeader(65_000),
    pngChunk('IDAT', zeros(megabyte)),
    pngEnd,
  ),
  'a PNG of 9,000 pixels a side': joined(
    pngStart,
    pngHeader(9000),
    pngChunk('IDAT', zeros(80 * megabyte)),
    pngEnd,
  ),
  'a PNG with packed words of 100 MB': joined(
    pngStart,
    pngHeader(16),
    pngChunk('zTXt', joined('a\0\0', zeros(100 * megabyte))),
    pngChunk('iCCP', joined('a\0\0', zeros(100 * megabyte))),
    pngChunk('IDAT', zeros(16 * 65)),
    pngEnd,
  ),
  'a PNG of 100,000 chunks': joined(
    pngStart,
    pngHeader(16),
    ...Array.from({ length: 100_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))),
    pngEnd,
  ),
  'a JPEG of 65,500 pixels a side': jpeg(65_500, 1),
  'a JPEG of 20,000 scans': jpeg(8000, 20_000),
  'a WebP of 16,383 pixels a side': joined(
    'RIFF',
    Buffer.of(30, 0, 0, 0),
    'WEBPVP8L',
    Buffer.of(10, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0),
  ),
  'an archive of 2,000 entries of 20 MB': archive(2000, 20 * megabyte),
  'a packed file of 200 MB': gzipSync(Buffer.alloc(200 * megabyte), { level: 9 }),
  'a PDF whose list of objects unpacks to 100 MB': pdf(
    catalog,
    onePage,
    stream('/Type/ObjStm/N 1000000/First 1/Filter/FlateDecode', zeros(100 * megabyte)),
  ),
  'a PDF packed three times over': pdf(
    catalog,
    onePage,
    stream(
      '/Type/ObjStm/N 9/First 1/Filter[/FlateDecode/FlateDecode/FlateDecode]',
      deflateSync(deflateSync(zeros(200 * megabyte))),
    ),
  ),
  'a PDF whose pages are their own parents': pdf(
    catalog,
    '2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2147483647/Parent 2 0 R>>endobj\n',
  ),
  'a PDF of lists within lists': pdf(
    catalog,
    onePage,
    `4 0 obj${'['.repeat(400_000)}${']'.repeat(400_000)}endobj\n`,
  ),
  'a PDF whose list of places is its own predecessor': joined(
    '%PDF-1.4\n',
    catalog,
    onePage,
    'xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Prev 144/Size 4>>\nstartxref\n144\n%%EOF',
  ),
  'a PDF of 200,000 pages': pdf(
    catalog,
    `2 0 obj<</Type/Pages/Kids[${'3 0 R '.repeat(200_000)}]/Count 200000>>endobj\n`,
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n',
  ),
}

const long = 400_000
export const bombTexts: Record<string, string> = {
  'brackets within brackets': '['.repeat(long),
  'objects within objects': '{"a":'.repeat(long / 5),
  'quotations within quotations': `---\nname: a\ntreatmentType: Other\n---\n\n## Treatment Description\n\n${'>'.repeat(50_000)} a`,
  'emphasis without end': `---\nname: a\ntreatmentType: Other\n---\n\n## Treatment Description\n\n${'*_'.repeat(50_000)}a`,
  'links without end': `---\nname: a\ntreatmentType: Other\n---\n\n## Treatment Description\n\n${'[a]('.repeat(50_000)}`,
  'elements within elements': `---\nname: a\ntreatmentType: Other\n---\n\n## Treatment Description\n\n${'<ul><li>'.repeat(25_000)}`,
  'a reference to a reference': `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nname: *e\n---\n`,
  'captions without end': `WEBVTT\n\n${'00:00.000 --> 00:01.000\na\n\n'.repeat(8000)}`,
  'a setting of blanks': `WEBVTT\n\n00:00.000 --> 00:01.000${' '.repeat(100_000)}x\na\n`,
  'a quotation that never ends': `"${'a,'.repeat(long / 2)}`,
  'a line of 200,000 columns': `${'a,'.repeat(200_000)}\n${'b,'.repeat(200_000)}`,
  'lines of one letter': 'a\n'.repeat(long / 2),
  'quotes and nothing else': '"'.repeat(long),
}
