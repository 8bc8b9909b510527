import { expect, test } from 'vitest'
import { checkFile, checkFiles } from './ticket-file-content.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')

test.each<[string, string, Buffer, string | null, string]>([
  ['a picture', 'shot.png', png, 'image/png', 'shot.png'],
  ['a picture under a false name', 'invoice.pdf', png, 'image/png', 'invoice.png'],
  ['a PDF', 'C:\\letters\\a letter.PDF', pdf, 'application/pdf', 'a letter.PDF'],
  ['a text', '../../etc/passwd', Buffer.from('Grüße\n'), 'text/plain', 'passwd.txt'],
  ['a log, which is text', 'error.log', Buffer.from('a\tb\r\n'), 'text/plain', 'error.log'],
  ['a page, which is kept as text', 'page.html', Buffer.from('<script>'), 'text/plain', 'page.txt'],
])('%s is taken as what it is', (_what, name, bytes, type, kept) => {
  expect(checkFile(name, bytes)).toMatchObject({ type, name: kept, sha256: expect.any(String) })
})

test.each<[string, Buffer]>([
  ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0])],
  ['a ZIP', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe])],
  ['a PDF that was cut', Buffer.from('%PDF-1.7\n\u0000')],
  ['a picture that was cut', png.subarray(0, 50)],
  ['nothing', Buffer.alloc(0)],
  ['a text that is too large', Buffer.alloc(4 * 1024 * 1024 + 1, 'a')],
])('%s is not', (_what, bytes) => {
  expect(checkFile('a.txt', bytes)).toBeNull()
})

test('files are checked together, too', () => {
  const large = { name: 'a.txt', content: Buffer.alloc(4 * 1024 * 1024, 'a').toString('base64') }
  expect(checkFiles([large, large])).toHaveLength(2)
  expect(checkFiles([large, large, large])).toEqual({ reason: 'files-too-large' })
  expect(checkFiles([{ name: 'b.exe', content: Buffer.from([0, 1]).toString('base64') }])).toEqual({
    ...{ reason: 'file-refused', name: 'b.exe' },
  })
})
