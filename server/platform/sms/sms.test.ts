import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSms } from './sms.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const outgoing = {
  id: '01990000-0000-7000-8000-000000000001',
  to: '+447700900123',
  text: 'Candour: 123456 is your code.\n\n@candour.example #123456',
}
const accountSid = 'AC0123456789abcdef0123456789abcdef'
const authToken = 'not-a-real-token'

let dataDir: string
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-sms-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(dataDir, { recursive: true })
})

type ReceivedRequest = Record<'method' | 'url' | 'authorization' | 'type', string | undefined> & {
  body: URLSearchParams
}

/** Speaks the one call of Twilio's API; answers where it stands and what it has heard. */
async function provider(reply: (response: ServerResponse, request: IncomingMessage) => void) {
  const heard: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request
      heard.push({
        method,
        url,
        authorization: headers.authorization,
        type: headers['content-type'],
        body: new URLSearchParams(body),
      })
      reply(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

const json = (status: number, answer: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))

const senderAt = (api: string, from = '+441632960000') =>
  openSms({ off: false, accountSid, authToken, from, api }, { log, dataDir })

const faultOf = (api: string) =>
  senderAt(api)
    .send(outgoing)
    .catch((error: unknown) => error)

describe('by Twilio', () => {
  test('a text is posted as a form, with our name and secret, and its sid is kept', async () => {
    const { api, heard } = await provider(json(201, { sid: 'SM1', status: 'queued' }))
    expect(await senderAt(api).send(outgoing)).toEqual({ providerId: 'SM1' })
    expect(heard).toHaveLength(1)
    const { method, url, authorization, type, body } = heard[0]!
    expect(method).toBe('POST')
    expect(url).toBe(`/2010-04-01/Accounts/${accountSid}/Messages.json`)
    expect(authorization).toBe(`Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`)
    expect(type).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(body)).toEqual({ To: outgoing.to, From: '+441632960000', Body: outgoing.text })
  })

  test('a messaging service is named as such', async () => {
    const { api, heard } = await provider(json(201, { sid: 'SM2' }))
    await senderAt(api, 'MG0123').send(outgoing)
    expect(heard[0]!.body.get('MessagingServiceSid')).toBe('MG0123')
    expect(heard[0]!.body.has('From')).toBe(false)
  })

  test.each([
    [400, 'refused'],
    [422, 'refused'],
    [401, 'not-taken'],
    [403, 'not-taken'],
    [404, 'not-taken'],
    [429, 'not-taken'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('an answer %i means %s, and the fault repeats nothing of it', async (status, outcome) => {
    const { api } = await provider(
      json(status, { code: 21211, message: `The number ${outgoing.to} is not valid: ${authToken}` }),
    )
    const fault = await faultOf(api)
    expect(fault).toMatchObject({ name: 'SmsError', outcome, code: `HTTP ${status}` })
    expect(JSON.stringify([String(fault), fault])).not.toMatch(/7700|not-a-real/)
  })

  test('success that is no JSON is success', async () => {
    const { api } = await provider((response) => void response.writeHead(201).end('<ok/>'))
    expect(await senderAt(api).send(outgoing)).toEqual({ providerId: 'unnamed' })
  })

  test('our secret follows no redirect', async () => {
    const elsewhere = await provider(json(201, { sid: 'SM3' }))
    const { api } = await provider(
      (response) => void response.writeHead(307, { location: `${elsewhere.api}/steal` }).end(),
    )
    expect(await faultOf(api)).toMatchObject({ name: 'SmsError' })
    expect(elsewhere.heard).toEqual([])
  })

  test('nobody listening: nothing was taken', async () => {
    const { api } = await provider(json(201, {}))
    await closing.pop()!()
    expect(await faultOf(api)).toMatchObject({ outcome: 'not-taken', code: 'ECONNREFUSED' })
  })

  test('a connection cut after the request leaves open whether it was taken', async () => {
    const { api } = await provider((_response, request) => void request.socket.destroy())
    expect(await faultOf(api)).toMatchObject({ name: 'SmsError', outcome: 'unknown' })
  })
})

describe('without a provider', () => {
  const sender = () => openSms({ off: true }, { log, dataDir })

  test('each text is a file that only we can read', async () => {
    await sender().send(outgoing)
    const folder = path.join(dataDir, 'outbox')
    const [name, ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{8}T\d{9}Z-01990000-0000-7000-8000-000000000001\.sms$/)
    expect((await stat(path.join(folder, name!))).mode & 0o777).toBe(0o600)
    expect(await readFile(path.join(folder, name!), 'utf8')).toBe(
      `To: ${outgoing.to}\r\n\r\n${outgoing.text}\r\n`,
    )
    expect(log.warn).toHaveBeenCalled()
  })

  test('a folder that cannot be written is no delivery', async () => {
    await writeFile(path.join(dataDir, 'outbox'), 'in the way')
    await expect(sender().send(outgoing)).rejects.toMatchObject({ name: 'SmsError', outcome: 'not-taken' })
  })
})
