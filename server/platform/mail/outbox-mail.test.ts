import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { buildMail } from './mail-headers.ts'
import { readHeader, parseMail } from './outbox-mail.ts'

async function written(change: object = {}): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const mail = {
    id: '0199f5a0-0000-7000-8000-000000000001',
    to: 'ada@example.org',
    fromName: 'Café Dental',
    subject: 'Harbour Street: “please read” this — before your visit, and bring anything that you would ask',
    text: 'Hello Zoë\n\nPlease open:\nhttps://example.org/sign-consent/abc=def\n',
    html: '<p>Hello <b>Zoë</b></p><script>alert(1)</script>',
    ...change,
  }
  const { message } = await transport.sendMail(buildMail(mail, { from: 'Candour <candour@localhost>' }))
  return (message as Buffer).toString('utf8')
}

test('a mail as we write it is read as whoever it is for would', async () => {
  const mail = await written()
  expect(readHeader(mail, 'To')).toBe('ada@example.org')
  expect(readHeader(mail, 'Subject')).toBe(
    'Harbour Street: “please read” this — before your visit, and bring anything that you would ask',
  )
  const { headers, text } = parseMail(mail)
  expect(text).toBe('Hello Zoë\n\nPlease open:\nhttps://example.org/sign-consent/abc=def')
  expect(headers.map(({ name }) => name)).toContain('message-id')
  expect(headers.find(({ name }) => name === 'from')!.value).toContain('Café Dental')
})

test('what is no mail has no text and no headers', () => {
  expect(parseMail('')).toEqual({ headers: [], text: '' })
  expect(readHeader('nothing', 'Subject')).toBe('')
})
