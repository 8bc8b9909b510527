import { expect, test } from 'vitest'
import { parseMail } from './mail-parser.ts'
import { stripQuotedText, htmlToText } from './mail-text.ts'

const mail = (head: string[], body: string) => Buffer.from([...head, '', ...body.split('\n')].join('\r\n'))
const usual = [
  'From: "Priya Nair" <Priya@Example.org>',
  'To: support+1001-abc@candour.example',
  'Subject: Re: Logo',
]

test('a mail is read: who, to whom, what, and the same hash when it comes again', async () => {
  const raw = mail([...usual, 'Message-ID: <1@example.org>'], 'It works.\n\n> Did it?\n')
  const read = await parseMail(raw)
  expect(read).toMatchObject({
    ...{ from: 'priya@example.org', name: 'Priya Nair', subject: 'Re: Logo', words: 'It works.' },
    ...{ recipients: ['support+1001-abc@candour.example'], isAutomatic: false, files: [], leftOut: [] },
  })
  const again = mail(['Received: by elsewhere', ...usual, 'Message-ID: <1@example.org>'], 'It works.')
  expect((await parseMail(again))!.hash).toBe(read!.hash)
  expect((await parseMail(mail(usual, 'It works.')))!.hash).not.toBe(read!.hash)
})

test.each([
  ['a note that somebody is away', 'Auto-Submitted: auto-replied'],
  ['a newsletter', 'Precedence: bulk'],
  ['a list', 'List-Id: <all.example.org>'],
  ['what has no sender to answer', 'Return-Path: <>'],
  ['a report', 'Content-Type: multipart/report; boundary=x'],
])('%s is told apart', async (_what, line) => {
  expect((await parseMail(mail([line, ...usual], 'Hello')))!.isAutomatic).toBe(true)
})

test('a person’s mail that says it is none is none', async () => {
  expect((await parseMail(mail(['Auto-Submitted: no', ...usual], 'Hello')))!.isAutomatic).toBe(false)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a mail of nobody', mail(['To: a@b.example'], 'Hello')],
  ['a sender that is no address', mail(['From: Somebody'], 'Hello')],
  ['bytes', Buffer.from([0, 1, 2, 255])],
])('%s is not read', async (_what, raw) => {
  expect(await parseMail(raw)).toBeNull()
})

test('attachments are judged by their content, and those not kept are named', async () => {
  const part = (name: string, type: string, content: Buffer) =>
    [
      '--b',
      `Content-Type: ${type}; name="${name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      content.toString('base64'),
    ].join('\n')
  const body = [
    '--b\nContent-Type: text/plain\n\nSee here.',
    part('../log.txt', 'application/x-msdownload', Buffer.from('a log')),
    part('virus.png', 'image/png', Buffer.from([0x4d, 0x5a, 0, 0])),
    '--b--',
  ].join('\n')
  const read = await parseMail(mail([...usual, 'Content-Type: multipart/mixed; boundary=b'], body))
  expect(read!.words).toBe('See here.')
  expect(read!.files.map(({ name, type }) => [name, type])).toEqual([['log.txt', 'text/plain']])
  expect(read!.leftOut).toEqual(['virus.png'])
})

test('a mail in HTML alone becomes words, without its scripts', async () => {
  const read = await parseMail(
    mail(
      [...usual, 'Content-Type: text/html; charset=utf-8'],
      '<style>p{}</style><p>Hello &amp; <b>thanks</b></p><script>alert(1)</script><p>Bye</p>',
    ),
  )
  expect(read!.words).toBe('Hello & thanks\n\nBye')
  expect(htmlToText('a<br>b<div>c</div>')).toBe('a\nb\nc')
})

test('characters that turn the direction of reading are left out', async () => {
  const read = await parseMail(mail([...usual, 'Content-Type: text/plain; charset=utf-8'], 'a\u202Eb\u0007c'))
  expect(read!.words).toBe('abc')
})

test.each([
  ['Yes.\n\nOn Tue, 3 Mar 2026 at 10:12, Candour Support\n<support@candour.example> wrote:\n> No?', 'Yes.'],
  ['Yes.\n\n-----Original Message-----\nFrom: x', 'Yes.'],
  ['Yes.\n\nFrom: Candour Support\nSent: 3 March\nTo: me', 'Yes.'],
  ['Yes.\n##- Please write your answer above this line -##\nHello', 'Yes.'],
  ['Yes.\n> ##- Please write your answer above this line -##\n> Hello', 'Yes.'],
  ['Yes.\n-- \nPriya\nBay View', 'Yes.'],
  ['On Monday I wrote: it works.\nIt does not.', 'On Monday I wrote: it works.\nIt does not.'],
])('what is quoted is trimmed: %j', (text, own) => {
  expect(stripQuotedText(text)).toBe(own)
})
