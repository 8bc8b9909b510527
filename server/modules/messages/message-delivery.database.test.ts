import { fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract, webhooks } from '../../../contract/index.ts'
import type { DeliveryState } from '../../../contract/delivery-states.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { openMockTwilio, type MockTwilio } from '../../testing/mock-twilio.ts'
import { openMockSmtpServer, type MockSmtpServer } from '../../testing/mock-smtp-server.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

const { signing, reminders } = contract
const bounceSecret = 'a-secret-of-at-least-32-characters'
const from = 'Candour <mail@candour.example>'
const bounceAddress = 'bounces@candour.example'
const authToken = 'not-a-real-token'
/** What follows from a failure has tests of its own. */
const noFallback = { sms: false, call: false, letter: false }

let testApp: TestApp
let app: App
let smtp: MockSmtpServer
let sms: MockTwilio
beforeAll(async () => {
  testApp = await openTestApp()
  ;[smtp, sms] = [await openMockSmtpServer(), await openMockTwilio(authToken)]
  app = await testApp.openSecondInstance({
    mail: { off: false, url: smtp.url, from, bounceAddress },
    bounces: { off: false, secret: bounceSecret },
    sms: { off: false, accountSid: 'AC1', authToken, from: '+441234567890', api: sms.api },
  })
  const manager = testApp.clinicA.as('manager')
  const policy = await manager.callOk(reminders.policy, {})
  await manager.callOk(reminders.changePolicy, { ...policy, ladder: noFallback })
})
beforeEach(() => {
  smtp.will('take')
  sms.will('take')
})
afterAll(async () => {
  await app.close()
  await Promise.all([smtp.close(), sms.close()])
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** A consent whose patient is sent a link; works off nothing yet. */
async function addSending(by: 'email' | 'sms'): Promise<string> {
  const patientId = await testApp.clinicA.addPatient({ phone: '07700 900123' })
  const { consentId } = await testApp.clinicA.addSent({ patientId })
  await testApp.clinicA.as('dentist').callOk(signing.resendLink, { consentId, by })
  return consentId
}

async function send(by: 'email' | 'sms'): Promise<string> {
  const consentId = await addSending(by)
  await app.jobs.drain()
  return consentId
}

const messageOf = async (consentId: string) =>
  (await testApp.clinicA.as('dentist').callOk(signing.listMessages, { consentId })).at(-1)!
/** What the contract says, of the message and of the link it carried alike. */
async function stateOf(consentId: string): Promise<DeliveryState> {
  const { state } = await messageOf(consentId)
  const [link] = await testApp.clinicA.as('dentist').callOk(signing.listLinks, { consentId })
  expect(link ? link.delivery : state).toBe(state)
  return state
}

/** Jobs that wait to be tried again may be tried now. */
const retryNow = () => testApp.owner.query(`update pgboss.job set start_after = now() where state = 'retry'`)

const signed = (body: string, secret = bounceSecret, at = testApp.clock.now()) => {
  const seconds = Math.round(at.getTime() / 1000)
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hex}`
}
const post = (body: string, type: string, signature = signed(body)) =>
  createTestCaller(app.http).send({
    method: 'POST',
    url: webhooks.mailNews.path,
    headers: { 'content-type': type, 'candour-signature': signature },
    payload: body,
  })
const postEvent = (event: object) => post(JSON.stringify(event), 'application/json')

/** The report that a mail server posts about a mail that came back to the envelope's address. */
const reportOf = (to: string, action: string) =>
  [
    `To: ${to}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    `Final-Recipient: rfc822; nobody@example.org\r\nAction: ${action}\r\nStatus: 5.1.1`,
    '--b--',
  ].join('\r\n')

describe('a mail', () => {
  it('that the server takes is sent, and not more until somebody says more', async () => {
    const consentId = await send('email')
    expect(await stateOf(consentId)).toBe('sent')
    expect((await messageOf(consentId)).news.map(({ status }) => status)).toEqual([
      'queued',
      'sending',
      'sent',
    ])
  })

  it('is being sent while the server takes its time', async () => {
    smtp.will('hold')
    const consentId = await addSending('email')
    const [arrived, draining] = [smtp.nextMail(), app.jobs.drain()]
    await arrived
    expect(await stateOf(consentId)).toBe('sending')
    smtp.release()
    await draining
    expect(await stateOf(consentId)).toBe('sent')
  })

  it('that is put off waits, and is sent once when the server will', async () => {
    smtp.will('put off')
    const consentId = await send('email')
    expect(await stateOf(consentId)).toBe('queued')
    smtp.will('take')
    const before = smtp.received.length
    await retryNow()
    await app.jobs.drain()
    await app.jobs.drain()
    expect([await stateOf(consentId), smtp.received.length - before]).toEqual(['sent', 1])
  })

  it('that is put off for too long fails', async () => {
    smtp.will('put off')
    const consentId = await addSending('email')
    testApp.clock.advance(day_ms)
    await app.jobs.drain()
    testApp.clock.advance(-day_ms)
    expect(await messageOf(consentId)).toMatchObject({
      state: 'failed',
      failure: 'The mail server could not be reached',
    })
  })

  it('that is turned away fails', async () => {
    smtp.will('turn away')
    expect(await stateOf(await send('email'))).toBe('failed')
  })

  it('that comes back is bounced, also after it was delivered, and nothing undoes that', async () => {
    const consentId = await send('email')
    const back = smtp.received.at(-1)!.from
    const { id } = await messageOf(consentId)
    expect(back).toBe(`bounces+${id}@candour.example`)
    await post(reportOf(back, 'delivered'), 'message/rfc822')
    expect(await stateOf(consentId)).toBe('delivered')
    const report = reportOf(back, 'failed')
    const answers = [await post(report, 'message/rfc822'), await post(report, 'text/plain')]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { accepted: true }],
      [200, { accepted: true }],
    ])
    await postEvent({ messageId: id, event: 'delivered', eventId: 'late' })
    expect(await messageOf(consentId)).toMatchObject({
      state: 'bounced',
      failure: 'The e-mail bounced: the address does not accept it',
      news: [{}, {}, { status: 'sent' }, { status: 'delivered' }, { status: 'bounced' }],
    })
    const { rows } = await testApp.owner.query(
      `select count(*)::int as kept, count(distinct event_id)::int as events from message_news where message_id = $1`,
      [id],
    )
    // Three of our own, two reports, and one that came too late to count.
    expect(rows).toEqual([{ kept: 6, events: 3 }])
  })

  it('may be named as its own head names it', async () => {
    const consentId = await send('email')
    const { id } = await messageOf(consentId)
    await postEvent({ messageId: `<${id}@candour.example>`, event: 'delivered' })
    expect(await stateOf(consentId)).toBe('delivered')
  })

  it('whose link was opened has arrived, whatever else is told of it', async () => {
    const consentId = await send('email')
    const { id } = await messageOf(consentId)
    const plain = smtp.received.at(-1)!.raw.replaceAll('=\r\n', '')
    const accessToken = /sign-consent\/([\w-]{43})/.exec(plain)![1]!
    await testApp.anonymous().callOk(signing.verify, { accessToken, dateOfBirth: '1961-03-14' })
    await postEvent({ messageId: id, event: 'bounced' })
    expect(await messageOf(consentId)).toMatchObject({ state: 'opened' })
  })

  it('is not sent a second time by another process when the first one is killed', async () => {
    smtp.will('hold')
    const consentId = await addSending('email')
    const before = smtp.received.length
    const arrived = smtp.nextMail()
    const child = fork(fileURLToPath(new URL('../../testing/deliver-main.ts', import.meta.url)), {
      env: {
        ...process.env,
        ...{
          DATA_DIR: testApp.config.dataDir,
          PUBLIC_ADDRESS: testAddress,
          TRUSTED_PROXY: 'off',
          DEMO: 'off',
        },
        ...{ MASTER_KEY: randomBytes(32).toString('hex'), SMTP_URL: smtp.url, MAIL_FROM: from },
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    child.send(testApp.logins)
    await arrived
    expect(await stateOf(consentId)).toBe('sending')
    child.kill('SIGKILL')
    await ended
    // What the queue does when a worker's heart stops beating.
    await testApp.owner.query(
      `update pgboss.job set state = 'retry', start_after = now() where state = 'active' and name = 'messages.send'`,
    )
    smtp.will('take')
    await app.jobs.drain()
    await app.jobs.drain()
    expect(smtp.received.length - before).toBe(1)
    expect(await messageOf(consentId)).toMatchObject({
      state: 'unconfirmed',
      failure: 'Sending was interrupted',
    })
    await postEvent({ messageId: (await messageOf(consentId)).id, event: 'delivered' })
    expect(await stateOf(consentId)).toBe('delivered')
  })
})

describe('a text', () => {
  it('goes to the mobile number, short and with its link, and says where to report', async () => {
    const consentId = await send('sms')
    const text = sms.received.at(-1)!
    expect(text.to).toBe('+447700900123')
    expect(text.body).toMatch(
      /^Harbour Street: please read this before your visit: http:\/\/localhost:3000\/sign-consent\/[\w-]{43} We ask/,
    )
    const { id, recipient } = await messageOf(consentId)
    expect(text.callback).toBe(`${testAddress}/api/provider/sms/status?message=${id}`)
    expect([await stateOf(consentId), recipient]).toEqual(['sent', '+447700900123'])
  })

  it.each([
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['sending', 'sent'],
    ['queued', 'sent'],
  ])('that the network calls %s is %s', async (status, state) => {
    const consentId = await send('sms')
    const answer = await app.http.inject(sms.report(sms.received.at(-1)!, status))
    expect(answer.statusCode).toBe(200)
    expect(await stateOf(consentId)).toBe(state)
  })

  it('that the provider refuses fails', async () => {
    sms.will('refuse')
    const consentId = await send('sms')
    // By day an e-mail follows it at once.
    const [refused] = await testApp.clinicA.as('dentist').callOk(signing.listMessages, { consentId })
    expect(refused).toMatchObject({
      state: 'failed',
      failure: 'The phone network refused the message or the address',
    })
  })

  it('whose answer is lost is unconfirmed and not sent again, until the network tells', async () => {
    sms.will('hang up')
    const before = sms.received.length
    const consentId = await send('sms')
    await app.jobs.drain()
    expect([await stateOf(consentId), sms.received.length - before]).toEqual(['unconfirmed', 1])
    await app.http.inject(sms.report(sms.received.at(-1)!, 'delivered'))
    expect(await stateOf(consentId)).toBe('delivered')
  })

  it('is not told by news of another text under its name', async () => {
    const consentId = await send('sms')
    const text = sms.received.at(-1)!
    await app.http.inject(sms.report({ ...text, sid: 'SM-another' }, 'failed'))
    expect(await stateOf(consentId)).toBe('sent')
  })
})

describe('a forged post', () => {
  it.each<[string, (body: string) => string]>([
    ['without a signature', () => ''],
    ['with another secret', (body) => signed(body, 'another-secret-of-32-characters!')],
    [
      'signed long ago',
      (body) => signed(body, bounceSecret, new Date(testApp.clock.now().getTime() - 600_000)),
    ],
    ['with the signature of another', () => signed('{}')],
  ])('about a mail, %s, changes nothing', async (_how, signature) => {
    const consentId = await send('email')
    const body = JSON.stringify({ messageId: (await messageOf(consentId)).id, event: 'bounced' })
    const answer = await post(body, 'application/json', signature(body))
    expect([answer.status, answer.code]).toEqual([401, 'unauthenticated'])
    expect(await stateOf(consentId)).toBe('sent')
  })

  it('about a text changes nothing', async () => {
    const consentId = await send('sms')
    const text = sms.received.at(-1)!
    const forged = [
      sms.report(text, 'failed', 'another token'),
      { ...sms.report(text, 'delivered'), payload: 'MessageSid=SM1&MessageStatus=failed' },
      { ...sms.report(text, 'failed'), url: `${webhooks.smsNews.path}?message=another` },
    ]
    for (const request of forged) expect((await app.http.inject(request)).statusCode).toBe(401)
    expect(await stateOf(consentId)).toBe('sent')
  })

  it('is refused where no secret is set, however it is signed', async () => {
    const body = '{}'
    const signature = { 'candour-signature': signed(body, ''), 'x-twilio-signature': signed(body, '') }
    for (const { path } of Object.values(webhooks)) {
      const request = { method: 'POST', url: path, headers: signature, payload: body } as const
      expect((await testApp.app.http.inject(request)).statusCode).toBe(401)
    }
  })
})

it('a message nobody knows is answered as one that is known; what cannot be read is told so', async () => {
  const unknown = await postEvent({ messageId: crypto.randomUUID(), event: 'bounced' })
  expect([unknown.status, unknown.body]).toEqual([200, { accepted: true }])
  const mail = await post('From: a@b.c\r\n\r\nI am away until Monday.', 'message/rfc822')
  expect(mail.status).toBe(200)
  for (const body of ['{', '{}', '{"messageId":"1","event":"bounced"}', '{"messageId":1}'])
    expect((await post(body, 'application/json')).reason).toBe('unreadable')
})
