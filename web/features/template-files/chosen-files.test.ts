import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readChosen } from './chosen-files.ts'

const file = (name: string, content: string | Uint8Array) => new File([content as BlobPart], name)
const archive = (entries: Record<string, Uint8Array>, name = 'a.zip') => file(name, zipSync(entries))

test('files are read as text, archives unpacked', async () => {
  const zip = archive({
    'templates/one.md': strToU8('é'),
    'two.JSON': strToU8('[]'),
    'picture.png': strToU8('a'),
    '__MACOSX/._one.md': strToU8('a'),
    '.hidden.md': strToU8('a'),
  })
  expect(await readChosen([file('three.markdown', 'b'), zip])).toEqual({
    files: [
      { name: 'three.markdown', text: 'b' },
      { name: 'one.md', text: 'é' },
      { name: 'two.JSON', text: '[]' },
    ],
    unread: [],
  })
})

test.each([
  ['another kind of file', file('a.docx', 'b'), 'It is neither a JSON, a Markdown nor a ZIP file.'],
  ['bytes that are no text', file('a.md', new Uint8Array([0xff, 0xfe])), 'It is not text in UTF-8.'],
  ['a large file', file('a.json', new Uint8Array(8_000_001)), 'It is larger than 8 MB.'],
  ['no archive', file('a.zip', 'PK'), 'It is not a readable ZIP archive.'],
  ['an archive of pictures', archive({ 'a.png': strToU8('a') }), 'It contains no JSON or Markdown files.'],
  [
    'an archive that unpacks without end',
    archive({ 'a.md': new Uint8Array(40_000_000) }),
    'It contains more than 500 files, or more than 12 MB once unpacked.',
  ],
  [
    'an archive of very many files',
    archive(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.md`, strToU8('a')]))),
    'It contains more than 500 files, or more than 12 MB once unpacked.',
  ],
])('%s is told, and the others are read', async (_name, wrong, remark) => {
  expect(await readChosen([wrong, file('b.md', 'c')])).toEqual({
    files: [{ name: 'b.md', text: 'c' }],
    unread: [{ file: wrong.name, remark }],
  })
})

test('an archive that lies about what it unpacks to gives no more than it said', async () => {
  const bytes = zipSync({ 'a.md': new Uint8Array(5_000_000) })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length - 28; at++) {
    // The unpacked size in the entry itself and in the archive's table.
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  const { files } = await readChosen([file('a.zip', bytes)])
  expect(files.every(({ text }) => text.length <= 10)).toBe(true)
})

test('what is too much for one request is told as a whole', async () => {
  const large = () => file('a.json', 'a'.repeat(7_000_000))
  await expect(readChosen([large(), large()])).rejects.toThrow('Import them in parts.')
  const many = Array.from({ length: 501 }, (_, index) => file(`${index}.md`, 'a'))
  await expect(readChosen(many)).rejects.toThrow('At most 500 are imported at once.')
})
