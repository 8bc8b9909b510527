import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outcomeOfSmtpError } from './mail-error.ts'
import { openMailer } from './mailer.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const outgoing = {
  id: '01990000-0000-7000-8000-000000000001',
  to: 'eleanor@example.org',
  fromName: 'Riverside Dental',
  replyTo: 'desk@riverside.example',
  subject: 'Riverside Dental: please read',
  text: 'Please open this link:\nhttps://consent.example.org/s/abc',
  html: '<p>Please open this link</p>',
}

let dataDir: string
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-mail-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(dataDir, { recursive: true })
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function receiver(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  return portOf(server.server)
}

const mailerAt = (port: number) =>
  openMailer(
    { off: false, url: `smtp://127.0.0.1:${port}`, from: 'Candour <mail@candour.example>' },
    { log, dataDir },
  )

const refusing = (code: number) =>
  Object.assign(new Error('<eleanor@example.org> is not welcome'), { responseCode: code })

describe('by SMTP', () => {
  test('an accepted message arrives whole, from the practice by name and from us by address', async () => {
    const received: { raw: string; to: string[] }[] = []
    const port = await receiver({
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        void text(stream).then((raw) => (received.push({ raw, to }), done()))
      },
    })
    const { providerId } = await mailerAt(port).send(outgoing)
    expect(providerId).toBe('<01990000-0000-7000-8000-000000000001@candour.example>')
    expect(received).toHaveLength(1)
    const { raw, to } = received[0]!
    expect(to).toEqual(['eleanor@example.org'])
    expect(raw).toContain('From: Riverside Dental <mail@candour.example>\r\n')
    expect(raw).toContain('To: eleanor@example.org\r\n')
    expect(raw).toContain('Reply-To: Riverside Dental <desk@riverside.example>\r\n')
    expect(raw).toContain(`Message-ID: ${providerId}\r\n`)
    expect(raw).toContain('https://consent.example.org/s/abc')
  })

  test('with an address for reports, the envelope comes from there under the name of the message', async () => {
    let envelope = ''
    let raw = ''
    const port = await receiver({
      onMailFrom: (address, _session, done) => ((envelope = address.address), done()),
      onData: (stream, _session, done) => void text(stream).then((read) => ((raw = read), done())),
    })
    const mailer = openMailer(
      {
        ...{ off: false, url: `smtp://127.0.0.1:${port}`, from: 'Candour <mail@candour.example>' },
        bounceAddress: 'bounces@candour.example',
      },
      { log, dataDir },
    )
    await mailer.send(outgoing)
    expect(envelope).toBe(`bounces+${outgoing.id}@candour.example`)
    expect(raw).toContain('From: Riverside Dental <mail@candour.example>\r\n')
  })

  test('line breaks in a name, a subject or an address make no header and no recipient', async () => {
    const recipients: string[] = []
    let raw = ''
    const port = await receiver({
      onRcptTo: (address, _session, done) => (recipients.push(address.address), done()),
      onData: (stream, _session, done) => void text(stream).then((read) => ((raw = read), done())),
    })
    const crafted = {
      ...outgoing,
      to: 'eleanor@example.org',
      fromName: 'Riverside\r\nBcc: thief@example.org',
      replyTo: 'desk@riverside.example\r\nBcc: thief@example.org',
      subject: 'Hello\r\nBcc: thief@example.org',
    }
    await mailerAt(port).send(crafted)
    expect(recipients).toEqual(['eleanor@example.org'])
    expect(raw).not.toMatch(/^Bcc:/im)
  })

  test.each([
    ['a refused recipient', 550, 'refused'],
    ['a recipient refused for now', 451, 'not-taken'],
  ])('%s', async (_what, code, outcome) => {
    const port = await receiver({ onRcptTo: (_address, _session, done) => done(refusing(code)) })
    const fault = await mailerAt(port)
      .send(outgoing)
      .catch((error: unknown) => error)
    expect(fault).toMatchObject({ name: 'MailError', outcome, code: 'EENVELOPE' })
    expect(String(fault)).not.toContain('eleanor')
  })

  test.each([
    ['a message refused after its data', 554, 'refused'],
    ['a message refused for now after its data', 452, 'not-taken'],
  ])('%s', async (_what, code, outcome) => {
    const port = await receiver({
      onData: (stream, _session, done) => void text(stream).then(() => done(refusing(code))),
    })
    await expect(mailerAt(port).send(outgoing)).rejects.toMatchObject({ outcome, code: 'EMESSAGE' })
  })

  test('nobody listening: nothing was taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = portOf(server)
    await new Promise((resolve) => server.close(resolve))
    await expect(mailerAt(port).send(outgoing)).rejects.toMatchObject({ outcome: 'not-taken' })
  })

  test('a server that turns everybody away: nothing was taken', async () => {
    const port = await receiver({ onConnect: (_session, done) => done(refusing(554)) })
    await expect(mailerAt(port).send(outgoing)).rejects.toMatchObject({ outcome: 'not-taken' })
  })

  test('a connection cut after the data leaves open whether it was taken', async () => {
    const replies: Record<string, string> = {
      EHLO: '250 ok',
      MAIL: '250 ok',
      RCPT: '250 ok',
      DATA: '354 go on',
    }
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (sent) => {
        const reply = replies[sent.toString().slice(0, 4)]
        if (reply) socket.write(`${reply}\r\n`)
        else socket.destroy()
      })
      socket.write('220 ready\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(() => resolve())))
    await expect(mailerAt(portOf(server)).send(outgoing)).rejects.toMatchObject({ outcome: 'unknown' })
  })
})

test.each([
  [{ code: 'EDNS' }, 'not-taken'],
  [{ code: 'EAUTH', responseCode: 535, permanent: true }, 'not-taken'],
  [{ code: 'ESOCKET', syscall: 'connect' }, 'not-taken'],
  [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'not-taken'],
  [{ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'unknown'],
  [{ code: 'ESOCKET', syscall: 'read' }, 'unknown'],
  [{ code: 'EENVELOPE' }, 'refused'],
  [{}, 'unknown'],
])('%j means %s', (fault, fate) => {
  expect(outcomeOfSmtpError(fault)).toBe(fate)
})

describe('without a mail server', () => {
  const mailer = () => openMailer({ off: true }, { log, dataDir })
  const outbox = () => path.join(dataDir, 'outbox')

  test('each message is a file that only we can read', async () => {
    const { providerId } = await mailer().send(outgoing)
    await mailer().send({ ...outgoing, id: '01990000-0000-7000-8000-000000000002' })
    const names = await readdir(outbox())
    expect(names).toHaveLength(2)
    const name = names.find((entry) => entry.endsWith(`${outgoing.id}.eml`))!
    expect(name).toMatch(/^\d{8}T\d{9}Z-/)
    expect((await stat(path.join(outbox(), name))).mode & 0o777).toBe(0o600)
    const raw = await readFile(path.join(outbox(), name), 'utf8')
    expect(raw).toContain(`Message-ID: ${providerId}\r\n`)
    expect(raw).toContain('Subject: Riverside Dental: please read\r\n')
    expect(log.warn).toHaveBeenCalled()
  })

  test('a folder that cannot be written is no delivery', async () => {
    await writeFile(outbox(), 'in the way')
    await expect(mailer().send(outgoing)).rejects.toMatchObject({ outcome: 'not-taken' })
  })
})
