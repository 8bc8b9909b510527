import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import type { DeliveryOutcome } from '../../platform/delivery-error.ts'
import { MailError } from '../../platform/mail/mail-error.ts'
import type { Mailer, OutgoingMail } from '../../platform/mail/mailer.ts'
import { SmsError } from '../../platform/sms/sms-error.ts'
import type { OutgoingSms, SmsSender } from '../../platform/sms/sms.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { sendAccountMessage, sweepAccountMessages, type AccountMessageDeps } from './account-message-jobs.ts'
import { queueAccountMessage, type QueuedAccountMessage } from './account-message-store.ts'
import { createAuth, type Auth } from './auth.ts'
import { createAccountStore } from './identity-accounts.ts'
import { consumePhoneCode } from './phone-verification.ts'

let testApp: TestApp
let auth: Auth
beforeAll(async () => {
  testApp = await openTestApp()
  auth = createAuth({
    ...{ database: testApp.logins.auth, secret: testApp.secret, address: testAddress, log: silentLog },
    providers: testApp.config.signIn.providers,
  })
})
afterAll(async () => {
  await auth.close()
  await testApp.close()
})

const mailer = { send: vi.fn<Mailer['send']>() }
const sms = { send: vi.fn<SmsSender['send']>() }
const issueToken = vi.fn<AccountMessageDeps['tokenIssuers']['registration']>()
beforeEach(() => {
  mailer.send.mockReset().mockResolvedValue({ providerId: '1' })
  sms.send.mockReset().mockResolvedValue({ providerId: '1' })
  issueToken.mockReset().mockResolvedValue('t'.repeat(43))
})

const deliver = (messageId: string) =>
  sendAccountMessage(
    {
      ...{ auth, clock: testApp.clock, address: testAddress, mailer, sms },
      accounts: createAccountStore({ auth, database: testApp.app.database }),
      tokenIssuers: { registration: issueToken, 'email-change': issueToken },
    },
    { messageId },
  )

const enqueued: string[] = []
const enqueue = async (_queue: string, { messageId }: Record<string, string>) =>
  void enqueued.push(messageId!)
const sweep = async () => {
  enqueued.length = 0
  await sweepAccountMessages({ auth, clock: testApp.clock, enqueue })
  return [...enqueued]
}

/** Queues a message; answers its id. */
async function queue(queued: QueuedAccountMessage): Promise<string> {
  enqueued.length = 0
  await queueAccountMessage({ auth, enqueue }, queued)
  return enqueued[0]!
}
const queueReset = () => queue({ kind: 'reset', recipient: testApp.clinicA.staff.dentist.email })

async function stateOf(id: string) {
  const { rows } = await testApp.owner.query<{ status: string; failure: string | null }>(
    'select status, failure from auth.account_message where id = $1',
    [id],
  )
  return rows[0] ?? null
}
const setAge = (id: string, minutes: number) =>
  testApp.owner.query(
    `update auth.account_message set created_at = now() - make_interval(mins => $2),
       updated_at = now() - make_interval(mins => $2) where id = $1`,
    [id, minutes],
  )

describe('a message about an account', () => {
  it('is marked as being sent before anybody hears of it, and as sent afterwards', async () => {
    const id = await queueReset()
    mailer.send.mockImplementation(async () => {
      expect(await stateOf(id)).toEqual({ status: 'sending', failure: null })
      return { providerId: '1' }
    })
    await deliver(id)
    expect(await stateOf(id)).toEqual({ status: 'sent', failure: null })
    const [sent] = mailer.send.mock.calls[0] as [OutgoingMail]
    expect(sent).toMatchObject({
      id,
      to: testApp.clinicA.staff.dentist.email,
      subject: 'Set a new password for Candour',
    })
  })

  it('is sent once, however often its job runs', async () => {
    const id = await queueReset()
    await Promise.all([deliver(id), deliver(id), deliver(id)])
    await deliver(id)
    expect(mailer.send).toHaveBeenCalledTimes(1)
  })

  it('that nobody is to get is not sent', async () => {
    for (const kind of ['reset', 'email-link', 'phone-code'] as const) {
      const id = await queue({ kind, recipient: kind === 'phone-code' ? '+447700900999' : 'no@example.org' })
      await deliver(id)
      expect(await stateOf(id)).toEqual({ status: 'pointless', failure: null })
    }
    expect(mailer.send).not.toHaveBeenCalled()
    expect(sms.send).not.toHaveBeenCalled()
  })

  it.each<[DeliveryOutcome, number, string, string | null]>([
    ['refused', 0, 'failed', 'The mail server refused the message or the address'],
    ['unknown', 0, 'unconfirmed', 'The connection was lost while sending'],
    ['not-taken', 20, 'failed', 'The mail server could not be reached'],
  ])(
    'that the mail server does not take (%s after %i minutes) is %s',
    async (fate, minutes, status, failure) => {
      const id = await queueReset()
      await setAge(id, minutes)
      mailer.send.mockRejectedValue(new MailError(fate, 'ETEST'))
      await deliver(id)
      expect(await stateOf(id)).toEqual({ status, failure })
      await deliver(id)
      expect(mailer.send).toHaveBeenCalledTimes(1)
    },
  )

  it('that may be tried again waits, and its job with it', async () => {
    const id = await queueReset()
    mailer.send.mockRejectedValueOnce(new MailError('not-taken', 'ETEST'))
    await expect(deliver(id)).rejects.toThrow('was not sent')
    expect(await stateOf(id)).toEqual({ status: 'queued', failure: null })
    await deliver(id)
    expect(await stateOf(id)).toEqual({ status: 'sent', failure: null })
  })

  it('to a phone fails in its own words', async () => {
    const id = await queue({ kind: 'phone-change', recipient: '+447700900555' })
    sms.send.mockRejectedValue(new SmsError('refused', 'HTTP 400'))
    await deliver(id)
    expect(await stateOf(id)).toEqual({
      status: 'failed',
      failure: 'The SMS provider refused the message or the address',
    })
  })

  it('whose sending was interrupted is left to people', async () => {
    const id = await queueReset()
    await testApp.owner.query(`update auth.account_message set status = 'sending' where id = $1`, [id])
    await deliver(id)
    await setAge(id, 2)
    await sweep()
    expect((await stateOf(id))?.status).toBe('sending')
    await setAge(id, 4)
    expect(await sweep()).not.toContain(id)
    expect(await stateOf(id)).toEqual({ status: 'unconfirmed', failure: 'Sending was interrupted' })
    await deliver(id)
    expect(mailer.send).not.toHaveBeenCalled()
  })

  it('that could not be made stays queued', async () => {
    const id = await queue({ kind: 'registration', recipient: 'new@example.org', details: { as: 'staff' } })
    issueToken.mockRejectedValueOnce(new Error('no database'))
    await expect(deliver(id)).rejects.toThrow('no database')
    expect(await stateOf(id)).toEqual({ status: 'queued', failure: null })
    await deliver(id)
    expect(issueToken).toHaveBeenLastCalledWith(
      expect.objectContaining({ recipient: 'new@example.org', details: { as: 'staff' } }),
    )
    const [sent] = mailer.send.mock.calls[0] as [OutgoingMail]
    expect(sent.text).toContain(`${testAddress}/register#${'t'.repeat(43)}`)
  })

  it('to prove a new address greets nobody by name, and is not sent when it is no longer wanted', async () => {
    const recipient = 'amara.new@example.org'
    const wanted = await queue({ kind: 'email-change', recipient, details: { userId: randomUUID() } })
    await deliver(wanted)
    const [sent] = mailer.send.mock.calls[0] as [OutgoingMail]
    expect(sent.text).toMatch(/^Hello\n[^]*\/verify-email#t{43}\n/)
    const unwanted = await queue({ kind: 'email-change', recipient })
    issueToken.mockResolvedValueOnce(null)
    await deliver(unwanted)
    expect((await stateOf(unwanted))?.status).toBe('pointless')
  })

  it('that something was changed goes out whether the account is still there or not', async () => {
    const here = await queue({
      kind: 'account-changed',
      recipient: testApp.clinicA.staff.dentist.email,
      details: { change: 'passkey-added' },
    })
    const gone = await queue({
      kind: 'account-changed',
      recipient: 'gone@example.org',
      details: { change: 'deleted' },
    })
    await deliver(here)
    await deliver(gone)
    const texts = mailer.send.mock.calls.map(([{ text }]) => text)
    expect(texts[0]).toMatch(/^Hello Tom Hughes\n\nA passkey was added/)
    expect(texts[1]).toMatch(/^Hello\n\nYour account was deleted/)
  })

  it('to a phone that is to be proved holds a code that the library takes', async () => {
    const recipient = '+447700900556'
    await deliver(await queue({ kind: 'phone-change', recipient }))
    const [{ to, text }] = sms.send.mock.calls[0] as [OutgoingSms]
    expect(to).toBe(recipient)
    const code = /#(\d{6})$/.exec(text)![1]!
    // A code is good for what it was sent for, and for nothing else.
    expect(
      await consumePhoneCode(auth, { purpose: 'phone-code', phone: recipient, requester: '' }, code),
    ).toBe(false)
    expect(
      await consumePhoneCode(auth, { purpose: 'phone-change', phone: recipient, requester: '' }, code),
    ).toBe(true)
  })
})

describe('the sweep', () => {
  it('puts what waits for longer than a minute on its queue again, once a minute', async () => {
    const waits = await queueReset()
    const fresh = await queueReset()
    await setAge(waits, 2)
    expect(await sweep()).toEqual([waits])
    expect(await sweep()).toEqual([])
    await deliver(waits)
    await setAge(waits, 2)
    await setAge(fresh, 2)
    expect(await sweep()).toEqual([fresh])
  })

  it('forgets messages after thirty days', async () => {
    const [old, recent] = [await queueReset(), await queueReset()]
    await setAge(old, (30 * day_ms) / minute_ms + 1)
    await setAge(recent, (30 * day_ms) / minute_ms - 1)
    await sweep()
    expect(await stateOf(old)).toBeNull()
    expect(await stateOf(recent)).not.toBeNull()
  })

  it('forgets links a week after their end', async () => {
    const insert = async (interval: string) => {
      const id = randomUUID()
      await testApp.owner.query(
        `insert into auth.verification (id, identifier, value, expires_at) values ($1, $1, 'x', now() - $2::interval)`,
        [id, interval],
      )
      return id
    }
    const [old, recent] = [await insert('7 days 1 minute'), await insert('6 days 23 hours')]
    await sweep()
    const { rows } = await testApp.owner.query('select id from auth.verification where id = any($1)', [
      [old, recent],
    ])
    expect(rows).toEqual([{ id: recent }])
  })
})
