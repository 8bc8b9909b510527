import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import type { DeliveryOutcome } from '../../platform/delivery-error.ts'
import { MailError } from '../../platform/mail/mail-error.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { writeAudit } from '../audit/index.ts'
import { sendMessage, type Composers } from './message-jobs.ts'
import { messageKinds } from './message-rules.ts'

const composed = { subject: 'Subject', text: 'Text', html: '<p>Text</p>' }

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

async function addMessage(): Promise<string> {
  const { rows } = await testApp.owner.query<{ id: string }>(
    `insert into messages (clinic_id, kind, about_id, recipient) values ($1, 'new-link', $2, 'eleanor@example.org') returning id`,
    [testApp.clinicA.id, randomUUID()],
  )
  return rows[0]!.id
}

async function stateOf(id: string) {
  const { rows } = await testApp.owner.query<{
    status: string
    failure: string | null
    providerId: string | null
  }>('select status, failure, provider_id as "providerId" from messages where id = $1', [id])
  return rows[0]!
}

async function auditOf(id: string): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ action: string }>(
    'select action from audit_rows where subject = $1 order by sequence',
    [id],
  )
  return rows.map(({ action }) => action)
}

type Sending = { send?: Mailer['send']; compose?: Composers['new-link']; clinicId?: string }

/** Runs the job of a message with a mail server and a composer of the test's own. */
function deliver(
  messageId: string,
  { send, compose = async () => composed, clinicId = testApp.clinicA.id }: Sending,
) {
  const { runJob } = createJobRunners({
    database: testApp.app.database,
    clock: testApp.clock,
    writeAudit,
    insertJobs: async () => {},
  })
  const composers = Object.fromEntries(messageKinds.map((kind) => [kind, compose])) as Composers
  const mailer = { send: send ?? (async () => ({ providerId: '<1@example.org>' })) }
  const sms = { send: () => Promise.reject(new Error('no text was to be sent')) }
  return sendMessage({ runJob, mailer, sms, composers }, { clinicId, messageId })
}

const failing = (fate: DeliveryOutcome) => () => Promise.reject(new MailError(fate, 'ETEST'))

test('a consent sent by e-mail arrives with its link, from the practice, without a word about the treatment', async () => {
  const draft = await testApp.clinicA.addDraft()
  await testApp.clinicA
    .as('dentist')
    .callOk(contract.consents.send, { consentId: draft.id, by: 'email', unaskedAcknowledged: true })
  expect(await testApp.mail()).toEqual([])
  await testApp.runJobs()
  const [mail] = (await testApp.mail()).filter(({ subject }) => subject.includes('please read'))
  expect(mail!.to).toMatch(/@harbour-street\.example\.org$/)
  expect(mail!.subject).toBe('Harbour Street: please read before your visit')
  expect(mail!.link).not.toBeNull()
  // The link's token and the mail's boundaries are random, and could hold a number by chance.
  const said = mail!.text.replaceAll(mail!.token!, '').split('\r\n\r\n').slice(1).join()
  for (const word of ['Eleanor', 'Whitcombe', 'Root Canal', 'nerve', '1961', '46'])
    expect(said).not.toMatch(new RegExp(`\\b${word}\\b`))
  const opened = await testApp.anonymous().call(contract.signing.open, { accessToken: mail!.token! })
  expect(opened.body.practice.name).toBe('Harbour Street')
  const [link] = await testApp.clinicA
    .as('dentist')
    .callOk(contract.signing.listLinks, { consentId: draft.id })
  expect(link!.delivery).toBe('sent')
})

test('a message is marked before the mail server hears of it, and nothing is locked meanwhile', async () => {
  const id = await addMessage()
  const send = vi.fn<Mailer['send']>(async () => {
    await testApp.owner.query('select 1 from messages where id = $1 for update nowait', [id])
    expect((await stateOf(id)).status).toBe('sending')
    return { providerId: '<7@example.org>' }
  })
  await deliver(id, { send })
  expect(send.mock.calls[0]![0]).toEqual({
    ...composed,
    id,
    to: 'eleanor@example.org',
    fromName: 'Harbour Street',
    replyTo: 'desk@example.org',
  })
  expect(await stateOf(id)).toEqual({ status: 'sent', failure: null, providerId: '<7@example.org>' })
  expect(await auditOf(id)).toEqual(['message.sent'])
})

test('a message is sent once, however often its job runs', async () => {
  const id = await addMessage()
  const send = vi.fn<Mailer['send']>(async () => ({ providerId: '<1@example.org>' }))
  await deliver(id, { send })
  await deliver(id, { send })
  expect(send).toHaveBeenCalledTimes(1)
})

test('after a crash while sending, people are told and nothing is sent again', async () => {
  const id = await addMessage()
  await expect(deliver(id, { send: () => Promise.reject(new Error('the process died')) })).rejects.toThrow(
    'died',
  )
  expect((await stateOf(id)).status).toBe('sending')
  const send = vi.fn<Mailer['send']>()
  await deliver(id, { send })
  await deliver(id, { send })
  expect(send).not.toHaveBeenCalled()
  expect(await stateOf(id)).toMatchObject({ status: 'unconfirmed', failure: 'Sending was interrupted' })
  expect(await auditOf(id)).toEqual(['message.unconfirmed'])
})

test('an unreachable mail server is tried again, and given up on in the end', async () => {
  const id = await addMessage()
  await expect(deliver(id, { send: failing('not-taken') })).rejects.toThrow('not-taken')
  expect(await stateOf(id)).toMatchObject({ status: 'queued', failure: null })
  await deliver(id, {})
  expect((await stateOf(id)).status).toBe('sent')

  const given = await addMessage()
  testApp.clock.advance(day_ms)
  await deliver(given, { send: failing('not-taken') })
  testApp.clock.advance(-day_ms)
  expect(await stateOf(given)).toMatchObject({
    status: 'failed',
    failure: 'The mail server could not be reached',
  })
})

test.each([
  ['refused', 'failed'],
  ['unknown', 'unconfirmed'],
] as const)(
  'a message whose fate is %s becomes %s, without an address in the reason',
  async (fate, status) => {
    const id = await addMessage()
    await deliver(id, { send: failing(fate) })
    const state = await stateOf(id)
    expect(state.status).toBe(status)
    expect(state.failure).not.toContain('@')
    expect(await auditOf(id)).toEqual([`message.${status}`])
  },
)

test('what cannot be composed stays queued; what has nothing to say any more fails', async () => {
  const id = await addMessage()
  const send = vi.fn<Mailer['send']>()
  await expect(deliver(id, { send, compose: () => Promise.reject(new Error('no text')) })).rejects.toThrow(
    'no text',
  )
  expect((await stateOf(id)).status).toBe('queued')
  await deliver(id, { send, compose: async () => null })
  expect((await stateOf(id)).status).toBe('failed')
  expect(send).not.toHaveBeenCalled()
})

test("another clinic's job does not find the message", async () => {
  const id = await addMessage()
  const send = vi.fn<Mailer['send']>()
  await deliver(id, { send, clinicId: testApp.clinicB.id })
  expect(send).not.toHaveBeenCalled()
  expect((await stateOf(id)).status).toBe('queued')
})

describe('texts to patients', () => {
  const { messages, signing } = contract
  const mail = { kind: 'consent-link', channel: 'email', language: 'en' } as const
  const own = { subject: '{{practiceName}} writes to you', text: 'Dear patient\n\nOpen {{link}} please.' }
  const manager = () => testApp.clinicA.as('manager')
  const find = (texts: { kind: string; channel: string; language: string }[]) =>
    texts.find(({ kind, channel, language }) => `${kind} ${channel} ${language}` === 'consent-link email en')
  async function mailTo(patient: Parameters<typeof testApp.clinicA.addPatient>[0]) {
    const { consentId } = await testApp.clinicA.addSent({
      patientId: await testApp.clinicA.addPatient(patient),
    })
    await testApp.clinicA.as('dentist').callOk(signing.resendLink, { consentId })
    await testApp.runJobs()
    return (await testApp.mail()).at(-1)!
  }

  test('are sent in the words of the practice once it wrote some, and as shipped again', async () => {
    const texts = await manager().callOk(messages.changeText, { ...mail, ...own })
    expect(find(texts)).toMatchObject({
      own: { ...own, by: 'Siân Rees' },
      shipped: { subject: expect.stringMatching(/please read/) },
    })
    const sent = await mailTo({})
    expect(sent.subject).toBe('Harbour Street writes to you')
    expect(sent.text).toContain('Dear patient')
    expect(sent.link).not.toBeNull()
    expect(find(await manager().callOk(messages.resetText, mail))).toMatchObject({ own: null })
    expect((await mailTo({})).subject).toBe('Harbour Street: please read before your visit')
    expect((await manager().call(messages.resetText, mail)).reason).toBe('not-changed')
    expect(find(await testApp.clinicB.as('manager').callOk(messages.texts, {}))).toMatchObject({ own: null })
  })

  test('are refused with the words that tell of health, and nothing is changed', async () => {
    const written = { ...mail, ...own, text: 'About your root canal, {{link}}' }
    const refused = await manager().call(messages.changeText, written)
    expect([refused.status, refused.reason]).toEqual([400, 'health-words'])
    expect(refused.error!.message).toBe('Messages can be seen on a locked phone. Remove: root, canal.')
    expect(find(await manager().callOk(messages.texts, {}))).toMatchObject({ own: null })
  })

  test('are checked while they are written, and shown as a patient would get them', async () => {
    const checked = await manager().callOk(messages.checkText, {
      ...{ kind: 'reminder', channel: 'sms', language: 'en' },
      text: '{{practiceName}}: your crown {{name}} {{link}}',
    })
    expect(checked.faults.map(({ reason, words }) => [reason, words])).toEqual([
      ['unknown-placeholder', ['name']],
      ['health-words', ['crown']],
    ])
    expect(checked.preview.text).toMatch(/^Harbour Street: your crown \{ \{name\} \} http:\/\/localhost:3000/)
    expect(checked.sms).toMatchObject({ parts: 1, isPlain: true })
  })

  test('are for those who may open the settings', async () => {
    for (const who of ['receptionist', 'dentist', 'lead'] as const)
      expect((await testApp.clinicA.as(who).call(messages.texts, {})).status).toBe(403)
  })
})

test('nothing went wrong behind the answers, and no address or token was logged', () => {
  expect(testApp.loggedErrors).toEqual([])
  expect(testApp.logged.join('\n')).not.toMatch(/@harbour-street|eleanor@/)
})
