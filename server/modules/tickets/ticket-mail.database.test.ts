import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { enquiries_a_day_max, ticket_mails_a_day_max } from '../../../contract/limits.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { openMockSmtpServer, type MockSmtpServer } from '../../testing/mock-smtp-server.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { tickets, adminTickets, enquiries } = contract
const secret = 'a-secret-of-at-least-32-characters'
const address = 'support@candour.example'

let testApp: TestApp
let app: App
let smtp: MockSmtpServer
beforeAll(async () => {
  testApp = await openTestApp()
  smtp = await openMockSmtpServer()
  app = await testApp.openSecondInstance({
    mail: { off: false, url: smtp.url, from: 'Candour <mail@candour.example>', bounceAddress: null },
    supportReplies: { off: false, address, secret },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const dentist = () => testApp.clinicA.as('dentist')
const openTicket = () =>
  dentist().callOk(tickets.open, { subject: 'Our logo', kind: 'problem', words: 'It is not sharp.' })
const get = (ticketId: string) => admin().callOk(adminTickets.get, { ticketId })

type Mail = { from?: string; to?: string; subject?: string; body?: string; id?: string; head?: string[] }

const mailOf = ({ from, to = address, subject = 'Hello', body = 'It works now.', id, head = [] }: Mail) =>
  [
    `From: ${from ?? testApp.clinicA.staff.dentist.email}`,
    ...[`To: ${to}`, `Subject: ${subject}`, `Message-ID: <${id ?? crypto.randomUUID()}@example.org>`],
    ...[...head, '', body],
  ].join('\r\n')

function postMail(mail: string, { by = secret, type = 'message/rfc822', from = app } = {}) {
  const seconds = Math.round(testApp.clock.now().getTime() / 1000)
  const hex = createHmac('sha256', by).update(`${seconds}.`).update(mail).digest('hex')
  const headers = { 'content-type': type, 'candour-signature': `t=${seconds},v1=${hex}` }
  return createTestCaller(from.http).send({
    method: 'POST',
    url: '/api/provider/mail/replies',
    headers,
    payload: mail,
  })
}
const outcomeOf = async (mail: Mail) => {
  const { status, body } = await postMail(mailOf(mail))
  expect([status, body]).toEqual([200, { accepted: true }])
}

const answerTo = (number: number): string =>
  smtp.received.findLast(({ raw }) => raw.includes(`[#${number}]`) && raw.includes('has replied'))!.raw

/** The address that answers to a ticket go to, as its mails say it. */
async function replyAddressOf(ticketId: string): Promise<string> {
  const { number } = await admin().callOk(adminTickets.answer, { ticketId, words: 'Please try it larger.' })
  await app.jobs.drain()
  const raw = answerTo(number)
  return /^Reply-To:[^<]*<([^>]+)>/m.exec(raw)![1]!
}
const auditedMails = async (action = 'ticket.mail_taken') =>
  (
    await testApp.owner.query(
      'select subject, clinic_id, details from audit_rows where action = $1 order by at',
      [action],
    )
  ).rows

describe('a mail to the address of a ticket', () => {
  it('is added to its thread, without what it quotes, and is our turn again', async () => {
    const { id: ticketId, number } = await openTicket()
    const to = await replyAddressOf(ticketId)
    expect(to).toMatch(new RegExp(`^support\\+${number}-[\\da-f]{24}@candour\\.example$`))
    const raw = answerTo(number)
    expect(raw).toContain(`Subject: [#${number}] Our logo`)
    expect(raw).toContain('##- Please write your answer above this line -##')
    const body =
      'It is sharp now.\r\n\r\nOn Tue, 3 Mar 2026, Candour Support wrote:\r\n> Please try it larger.'
    await outcomeOf({ to: to.toUpperCase(), body })
    const { status, posts } = await get(ticketId)
    expect(status).toBe('waiting-for-us')
    expect(posts.at(-1)).toMatchObject({
      ...{ author: 'practice', kind: 'message', via: 'email', words: 'It is sharp now.', isStranger: false },
      name: expect.stringContaining('Hughes'),
    })
    const [row] = (await auditedMails()).slice(-1)
    expect(row).toEqual({
      subject: ticketId,
      clinic_id: testApp.clinicA.id,
      details: { outcome: 'added', number },
    })
    await app.jobs.drain()
    // The address for what practices write is not set here: it lies in the outbox.
    const subjects = (await testApp.mail()).map(({ subject }) => subject)
    expect(subjects).toContain(`[#${number}] Harbour Street: Our logo`)
  })

  it('is taken once, however often it comes and from how many at once', async () => {
    const { id: ticketId } = await openTicket()
    const mail = { to: await replyAddressOf(ticketId), id: 'the-same' }
    await Promise.all([outcomeOf(mail), outcomeOf(mail), outcomeOf(mail)])
    await outcomeOf(mail)
    const { posts } = await get(ticketId)
    expect(posts.filter(({ via }) => via === 'email')).toHaveLength(1)
  })

  it('from somebody who is nobody’s at the practice says so', async () => {
    const { id: ticketId } = await openTicket()
    await outcomeOf({ to: await replyAddressOf(ticketId), from: 'Kim <kim@elsewhere.example>' })
    expect((await get(ticketId)).posts.at(-1)).toMatchObject({
      ...{ name: 'kim@elsewhere.example', isStranger: true },
    })
  })

  it('keeps what is attached and judged harmless, and names the rest', async () => {
    const { id: ticketId } = await openTicket()
    const part = (name: string, content: string) =>
      `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee here.\r\n${part('log.txt', 'A log')}${part('x.exe', 'MZ\u0000\u0001')}--b--`
    const head = ['Content-Type: multipart/mixed; boundary=b']
    await outcomeOf({ to: await replyAddressOf(ticketId), body, head })
    const entry = (await get(ticketId)).posts.at(-1)!
    expect(entry).toMatchObject({ words: 'See here.', leftOut: ['x.exe'] })
    expect(entry.files.map(({ name }) => name)).toEqual(['log.txt'])
  })

  it('written by a program is kept, moves nothing and is told to nobody', async () => {
    const { id: ticketId } = await openTicket()
    const to = await replyAddressOf(ticketId)
    for (const head of ['Auto-Submitted: auto-replied', 'Precedence: bulk'])
      await outcomeOf({ to, head: [head], body: 'I am away.' })
    const { status, posts } = await get(ticketId)
    expect(status).toBe('waiting-for-practice')
    expect(posts.slice(-2).map(({ kind, delivery }) => [kind, delivery])).toEqual([
      ...[
        ['automatic', 'none'],
        ['automatic', 'none'],
      ],
    ])
  })

  it('is not taken more often than a day allows', async () => {
    const { id: ticketId } = await openTicket()
    const to = await replyAddressOf(ticketId)
    await testApp.owner.query(
      `insert into ticket_posts (clinic_id, ticket_id, author, kind, via, name, words, delivery, delivery_at, created_at)
       select $1, $2, 'practice', 'message', 'email', 'x', 'x', 'none', $4, $4 from generate_series(1, $3)`,
      [testApp.clinicA.id, ticketId, ticket_mails_a_day_max, testApp.clock.now()],
    )
    await outcomeOf({ to, body: 'One too many' })
    expect(JSON.stringify(await get(ticketId))).not.toContain('One too many')
  })

  it('reopens what was closed', async () => {
    const { id: ticketId } = await openTicket()
    const to = await replyAddressOf(ticketId)
    await dentist().callOk(tickets.close, { ticketId })
    await outcomeOf({ to })
    expect((await get(ticketId)).status).toBe('waiting-for-us')
  })
})

describe('a mail without an address of a ticket', () => {
  it('that names a ticket in its subject goes there, where its sender may see it', async () => {
    const { id: ticketId, number } = await openTicket()
    await outcomeOf({ subject: `Re: [#${number}] Our logo`, body: 'From the subject.' })
    expect((await get(ticketId)).posts.at(-1)).toMatchObject({ words: 'From the subject.' })
    const stranger = testApp.clinicB.staff.owner.email
    await outcomeOf({ subject: `Re: [#${number}] Our logo`, body: 'From another practice.', from: stranger })
    expect(JSON.stringify(await get(ticketId))).not.toContain('From another practice.')
  })

  it('of another ticket’s token, or a forged one, reaches neither', async () => {
    const [one, other] = [await openTicket(), await openTicket()]
    const to = (await replyAddressOf(one.id)).replace(`+${one.number}-`, `+${other.number}-`)
    const forged = `support+${other.number}-${'0'.repeat(24)}@candour.example`
    for (const address of [to, forged])
      await outcomeOf({ to: address, body: 'Let me in', from: 'kim@elsewhere.example' })
    expect(JSON.stringify([await get(one.id), await get(other.id)])).not.toContain('Let me in')
  })

  it('from somebody we know opens a ticket, of which they get a receipt', async () => {
    const from = testApp.clinicB.staff.owner.email
    await outcomeOf({ from, subject: 'A new thing', body: 'Where is it?' })
    const { rows } = await testApp.clinicB.as('owner').callOk(tickets.list, {})
    const [opened] = rows.filter(({ subject }) => subject === 'A new thing')
    expect(opened).toMatchObject({ status: 'open', kind: 'question' })
    await app.jobs.drain()
    const receipt = smtp.received.findLast(({ raw }) => raw.includes(`[#${opened!.number}]`))
    expect(receipt!.to).toBe(from)
    await outcomeOf({ from, subject: 'I am away', head: ['Auto-Submitted: auto-replied'] })
    const after = await testApp.clinicB.as('owner').callOk(tickets.list, {})
    expect(after.rows.map(({ subject }) => subject)).not.toContain('I am away')
  })

  it('from a stranger is an enquiry, as far as a day takes them', async () => {
    const mail = {
      from: 'Kim Lee <kim@elsewhere.example>',
      subject: 'Prices',
      body: 'What is it?',
      id: 'kim-1',
    }
    await outcomeOf(mail)
    await outcomeOf(mail)
    const { rows } = await admin().callOk(enquiries.listForAdmin, {})
    const mine = rows.filter(({ email }) => email === 'kim@elsewhere.example')
    expect(mine.filter(({ message }) => message === 'Prices\n\nWhat is it?')).toHaveLength(1)
    expect(mine[0]).toMatchObject({ topic: 'other', practice: '' })
    await testApp.owner.query(
      `insert into enquiries (id, name, email, practice, topic, message, received_at, delivery_at)
       select gen_random_uuid(), 'x', 'x@example.org', '', 'other', 'x', $2, $2 from generate_series(1, $1)`,
      [enquiries_a_day_max, testApp.clock.now()],
    )
    await outcomeOf({ ...mail, id: 'kim-2', body: 'One too many' })
    const { rows: kept } = await testApp.owner.query(
      `select id from enquiries where message like '%One too many%'`,
    )
    expect(kept).toEqual([])
  })
})

describe('who posts', () => {
  it('must have signed it, and is told the same whether or not anything is set up', async () => {
    const refused = [
      await postMail(mailOf({}), { by: 'another-secret-of-at-least-32-chars' }),
      await postMail(mailOf({}), { from: testApp.app }),
    ]
    for (const { status, reason } of refused) expect([status, reason]).toEqual([401, 'unauthenticated'])
  })

  it('is told of what is no mail', async () => {
    const { status, reason } = await postMail('no mail at all')
    expect([status, reason]).toEqual([400, 'unreadable'])
  })

  it('leaves no word of a mail in the audit log', async () => {
    await outcomeOf({ subject: 'Secretive', body: 'Whispered' })
    expect(JSON.stringify(await auditedMails()) + testApp.logged.join()).not.toMatch(/Secretive|Whispered/)
  })
})
