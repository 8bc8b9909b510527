import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { enquiries_a_day_max, enquiry_days } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { nextIpAddress } from '../../testing/test-caller.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { App } from '../../app.ts'
import { addPageForm, parseFormBodies } from '../../platform/http/page-forms.ts'
import { contactPage } from './contact-page.ts'
import pg from 'pg'

const { enquiries } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const enquiryInput = (change: object = {}) => ({
  key: randomUUID(),
  name: 'Amara Okafor',
  email: 'Amara@Example.org',
  practice: 'Bay View Dental',
  topic: 'practice' as const,
  message: 'We are four dentists.\nCould we see it?',
  seconds: 40,
  ...change,
})
/** Each from an address of its own, so that none uses up another's tries. */
const send = (change: object = {}, from = nextIpAddress()) =>
  testApp.anonymous().call(enquiries.send, enquiryInput(change), { from })
const admin = () => testApp.as(testApp.superAdmin)
const open = () => admin().callOk(enquiries.listForAdmin, {})
const storedEnquiry = async (key: string) =>
  (await testApp.owner.query('select * from enquiries where id = $1', [key])).rows[0]
const mails = async () => (await testApp.mail()).filter(({ subject }) => subject.startsWith('Enquiry'))

describe('an enquiry', () => {
  it('is kept, mailed to the platform, and read by a super administrator', async () => {
    const key = randomUUID()
    expect((await send({ key })).body).toEqual({ sent: true })
    await testApp.runJobs()
    const [mail] = (await mails()).slice(-1)
    expect(mail).toMatchObject({
      to: 'support@candour.example',
      subject: 'Enquiry about using Candour in a practice',
    })
    expect(mail!.text).toContain('We are four dentists.')
    const [row] = (await open()).rows
    expect(row).toMatchObject({
      id: key,
      name: 'Amara Okafor',
      email: 'amara@example.org',
      delivery: 'sent',
      answeredAt: null,
    })
  })

  it('sent twice is one', async () => {
    const key = randomUUID()
    const before = (await mails()).length
    const answers = await Promise.all([send({ key }), send({ key })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await testApp.runJobs()
    expect((await mails()).length).toBe(before + 1)
  })

  it('is written to the audit log without a word of it', async () => {
    const key = randomUUID()
    await send({ key })
    const { rows } = await testApp.owner.query('select * from audit_rows where subject = $1', [key])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ action: 'enquiry.sent', details: { topic: 'practice' } })
    expect(JSON.stringify(rows[0])).not.toMatch(/amara|Okafor|four dentists/i)
    expect(testApp.logged.join('\n')).not.toMatch(/amara|Okafor|four dentists/i)
  })

  it('is told of where the installation has an address for it', async () => {
    const config = { contact: { off: false as const, address: 'hello@practice-software.example' } }
    const other = await testApp.openSecondInstance(config)
    await send()
    await other.jobs.drain()
    await other.close()
    expect((await mails()).at(-1)!.to).toBe('hello@practice-software.example')
  })
})

describe('what is refused', () => {
  it('a field that nobody sees, and a page sent at once, keep nothing', async () => {
    for (const [change, reason] of [
      [{ website: 'https://example.org' }, 'looks-automatic'],
      [{ seconds: 1 }, 'too-fast'],
      [{ email: 'nobody' }, 'invalid-email'],
    ] as const) {
      const key = randomUUID()
      expect((await send({ key, ...change })).reason).toBe(reason)
      expect(await storedEnquiry(key)).toBeUndefined()
    }
  })

  it.each([
    ['an empty message', { message: '  ' }],
    ['one that is too long', { message: 'x'.repeat(4001) }],
    ['a name that leads elsewhere', { name: 'Look at https://example.org' }],
    ['a topic that is none', { topic: 'pills' }],
    ['an address with a header in it', { email: 'a@example.org\r\nBcc: all@example.org' }],
  ])('%s', async (_what, change) => {
    const { status } = await send(change)
    expect(status).toBe(400)
  })

  it('more than ten from one address in an hour', async () => {
    const from = nextIpAddress()
    for (let n = 0; n < 10; n++) expect((await send({}, from)).status).toBe(200)
    const { status, reason } = await send({}, from)
    expect([status, reason]).toEqual([429, 'rate-limited'])
  })
})

describe('without a script', () => {
  let other: App
  beforeAll(async () => {
    other = await testApp.openSecondInstance()
    await other.http.register(async (app) => {
      parseFormBodies(app)
      addPageForm(app, contactPage, { html: unsent, headers: {} })
    })
  })
  afterAll(() => other.close())

  const unsent = `<div role="alert"><ul><li><a href="#email">Enter it</a></li><li>Not sent</li></ul></div>
    <input id="email" name="email"><textarea id="message" name="message"></textarea><input id="website" name="website">`
  const fields = () => ({
    ...{ name: 'Amara Okafor', email: 'amara@example.org', practice: '', topic: 'practice', website: '' },
    message: `Could we see it? ${randomUUID()}`,
  })
  const post = (change: object = {}, { from = nextIpAddress(), headers = {} } = {}) =>
    other.http.inject({
      method: 'POST',
      url: '/contact',
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ ...fields(), ...change }).toString(),
    })
  const keptWith = async (message: string) =>
    (await testApp.owner.query('select * from enquiries where message = $1', [message])).rows

  it('an enquiry is kept and mailed, and once however often it is sent', async () => {
    await testApp.runJobs()
    const before = (await mails()).length
    const { message } = fields()
    for (let n = 0; n < 2; n++) {
      const { statusCode, headers } = await post({ message })
      expect([statusCode, headers.location]).toEqual([303, '/contact/sent'])
    }
    await testApp.runJobs()
    expect(await keptWith(message)).toMatchObject([{ name: 'Amara Okafor', delivery: 'sent' }])
    expect((await mails()).length).toBe(before + 1)
  })

  it('a refusal is told on the page, with what was written in its fields', async () => {
    const { message } = fields()
    const unknown = await post({ message, email: 'nobody' })
    expect(unknown.statusCode).toBe(400)
    expect(unknown.body).toMatch(/<a href="#email">Please enter a valid email address\.<\/a>/)
    expect(unknown.body).toContain('value="nobody"')
    expect(unknown.body).toContain(message)
    const program = await post({ message, website: 'https://example.org' })
    expect(program.body).toContain('like an automated message')
    // What nobody sees comes back empty: otherwise a browser that filled it in could never send anything.
    expect(program.body).not.toContain('https://example.org')
    expect(await keptWith(message)).toEqual([])
  })

  it('an enquiry has the same limits as with one, and is taken from our own pages alone', async () => {
    const from = nextIpAddress()
    for (let n = 0; n < 5; n++) expect((await send({}, from)).status).toBe(200)
    for (let n = 0; n < 5; n++) expect((await post({}, { from })).statusCode).toBe(303)
    const { statusCode, body } = await post({}, { from })
    expect([statusCode, body]).toEqual([429, expect.stringContaining('Too many requests')])
    const { message } = fields()
    const foreign = await post({ message }, { headers: { origin: 'https://elsewhere.example' } })
    expect([foreign.statusCode, foreign.body]).toEqual([403, expect.stringContaining('another site')])
    expect(await keptWith(message)).toEqual([])
  })
})

describe('a super administrator', () => {
  it('says that one was answered, takes it back, and deletes it', async () => {
    const key = randomUUID()
    await send({ key })
    const answered = await admin().callOk(enquiries.markAnswered, { enquiryId: key, isAnswered: true })
    expect(answered).toMatchObject({ answeredBy: 'Rowan Pemberton', answeredAt: expect.any(String) })
    expect((await open()).rows.map(({ id }) => id)).not.toContain(key)
    const list = await admin().callOk(enquiries.listForAdmin, { view: 'answered' })
    expect(list.rows.map(({ id }) => id)).toEqual([key])
    const again = await admin().callOk(enquiries.markAnswered, { enquiryId: key, isAnswered: false })
    expect(again).toMatchObject({ answeredBy: null, answeredAt: null })
    expect(await admin().callOk(enquiries.delete, { enquiryId: key })).toEqual({ deleted: true })
    expect(await storedEnquiry(key)).toBeUndefined()
  })

  it('is told of what is not there', async () => {
    const enquiryId = randomUUID()
    const answers = [
      await admin().call(enquiries.markAnswered, { enquiryId, isAnswered: true }),
      await admin().call(enquiries.delete, { enquiryId }),
    ]
    for (const { status, reason } of answers) expect([status, reason]).toEqual([404, 'not-found'])
  })

  it('alone reads them: no practice and no patient has a way to the table', async () => {
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const query = rawQuery(app)
    for (const role of [
      undefined,
      'candour_clinic',
      'candour_patient',
      'candour_link',
      'candour_job',
    ] as const)
      await expect(
        query({ ...(role && { role }), clinicId: testApp.clinicA.id }, 'select * from enquiries'),
        role ?? 'the login',
      ).rejects.toThrow('permission denied')
    await app.end()
  })
})

describe('time', () => {
  it('a mail that was cut off is not sent again by itself', async () => {
    const key = randomUUID()
    await send({ key })
    await testApp.owner.query(`update enquiries set delivery = 'sending' where id = $1`, [key])
    await testApp.runJobs()
    testApp.clock.advance(4 * minute_ms)
    await testApp.app.sweep('enquiries')
    expect(await storedEnquiry(key)).toMatchObject({ delivery: 'unconfirmed' })
  })

  it('ends an enquiry after a year, and nothing sooner', async () => {
    const key = randomUUID()
    await send({ key })
    testApp.clock.advance((enquiry_days - 1) * day_ms)
    await testApp.app.sweep('enquiries')
    expect(await storedEnquiry(key)).toBeDefined()
    testApp.clock.advance(2 * day_ms)
    await testApp.app.sweep('enquiries')
    testApp.clock.advance(-(enquiry_days + 1) * day_ms)
    expect(await storedEnquiry(key)).toBeUndefined()
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'enquiry.forgotten' order by at desc limit 1`,
    )
    expect(rows[0].details.enquiries).toBeGreaterThan(0)
  })

  it('takes in so many a day from everybody together', async () => {
    await testApp.owner.query(`update rate_limits set points = $1 where key like 'enquiries.all:%'`, [
      enquiries_a_day_max,
    ])
    const { status, reason } = await send()
    expect([status, reason]).toEqual([429, 'too-many-enquiries'])
  })
})
