import { expect, test } from 'vitest'
import { newHeic, newPdf } from '../../testing/test-files.ts'
import { checkFile, checkFiles } from './ticket-file-content.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from(await newPdf())

test.each<[string, string, Buffer, string | null, string]>([
  ['a picture', 'shot.png', png, 'image/png', 'shot.png'],
  ['a picture under a false name', 'invoice.pdf', png, 'image/png', 'invoice.png'],
  ['a PDF', 'C:\\letters\\a letter.PDF', pdf, 'application/pdf', 'a letter.PDF'],
  ['a text', '../../etc/passwd', Buffer.from('Grüße\n'), 'text/plain', 'passwd.txt'],
  ['a log, which is text', 'error.log', Buffer.from('a\tb\r\n'), 'text/plain', 'error.log'],
  ['a page, which is kept as text', 'page.html', Buffer.from('<script>'), 'text/plain', 'page.txt'],
])('%s is taken as what it is', async (_what, name, bytes, type, kept) => {
  expect(await checkFile(name, bytes)).toMatchObject({ type, name: kept, sha256: expect.any(String) })
})

test.each<[string, Buffer, string]>([
  ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0]), 'file-refused'],
  ['a ZIP', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe]), 'file-refused'],
  ['a PDF that was cut', Buffer.from('%PDF-1.7\n\u0000'), 'file-damaged'],
  ['a PDF that was cut in its middle', pdf.subarray(0, 200), 'file-damaged'],
  ['a photo of an iPhone', newHeic(), 'heic-photo'],
  ['a PDF with a password', Buffer.from(await newPdf('locked')), 'pdf-locked'],
  ['a PDF with a script', Buffer.from(await newPdf('script')), 'pdf-active'],
  ['a picture that was cut', png.subarray(0, 50), 'file-damaged'],
  ['nothing', Buffer.alloc(0), 'file-refused'],
  ['a text that is too large', Buffer.alloc(4 * 1024 * 1024 + 1, 'a'), 'file-refused'],
])('%s is not', async (_what, bytes, why) => {
  expect(await checkFile('a.txt', bytes)).toBe(why)
})

test('files are checked together, too', async () => {
  const large = { name: 'a.txt', content: Buffer.alloc(4 * 1024 * 1024, 'a').toString('base64') }
  expect(await checkFiles([large, large])).toHaveLength(2)
  expect(await checkFiles([large, large, large])).toEqual({ reason: 'files-too-large' })
  expect(await checkFiles([{ name: 'b.exe', content: Buffer.from([0, 1]).toString('base64') }])).toEqual({
    ...{ reason: 'file-refused', name: 'b.exe' },
  })
})
