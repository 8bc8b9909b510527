import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import type { WebhookEvent } from '../../../contract/integration-scopes.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

const { integrations } = contract

let testApp: TestApp
let receiver: WebhookReceiver
/** The product with a setting by which this machine may be called. */
let app: App
let owner: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  receiver = await openWebhookReceiver()
  app = await testApp.openSecondInstance({
    webhooks: {
      privateNetworks: ['127.0.0.0/8', '::1'],
      certificateAuthority: receiver.certificate,
      timeoutSeconds: 30,
    },
  })
  owner = createTestCaller(app.http, testApp.clinicA.as('owner').cookie)
})
afterEach(async () => {
  receiver.behaviour = { status: 204 }
  for (const { id } of await owner.callOk(integrations.listWebhooks, {}))
    await owner.callOk(integrations.removeWebhook, { webhookId: id })
  await app.jobs.drain()
  receiver.received.length = 0
})
afterAll(async () => {
  await Promise.all([app.close(), receiver.close()])
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const add = async (events: WebhookEvent[], url = receiver.url) => {
  const made = await owner.callOk(integrations.createWebhook, { name: 'Practice system', url, events })
  return { webhookId: made.webhook.id, secret: made.secret }
}

const bodies = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, string> })

const deliveriesOf = async (webhookId: string) =>
  (await owner.callOk(integrations.listDeliveries, { webhookId, pageSize: 100 })).rows

/** Moves the clock on, does what is due then, and moves it back. */
async function afterDelay<T>(ms: number, look: () => Promise<T>): Promise<T> {
  testApp.clock.advance(ms)
  try {
    await app.sweep('integrations')
    await app.jobs.drain()
    return await look()
  } finally {
    testApp.clock.advance(-ms)
  }
}

/** To whom a notice went that a webhook was switched off, by the name before the @. */
const noticesTo = async () => {
  const { rows } = await testApp.owner.query<{ to: string; status: string }>(
    `select split_part(recipient, '@', 1) as to, status from messages where kind = 'webhook-disabled' order by 1`,
  )
  return rows.map(({ to, status }) => `${to} ${status}`)
}

/** A webhook to which nothing has got through for so long that the next failure is the last. */
async function addLongFailing() {
  const { webhookId } = await add(['consent.sent'])
  receiver.behaviour = { status: 500 }
  await testApp.clinicA.addSent()
  await app.jobs.drain()
  await testApp.owner.query(
    `update webhooks set failing_since = failing_since - interval '3 days' where id = $1`,
    [webhookId],
  )
  await testApp.clinicA.addSent()
  await app.jobs.drain()
  return webhookId
}

describe('news', () => {
  it('is told once, in order, with ids and nothing about anybody', async () => {
    await add(['consent.sent', 'consent.viewed', 'consent.signed', 'document.sealed', 'consent.finalised'])
    const { consentId } = await testApp.clinicA.addFinalised()
    await app.jobs.drain()
    const types = bodies()
      .filter(({ data }) => data.consentId === consentId)
      .map(({ type }) => type)
    expect(types.toSorted()).toEqual(
      [
        'consent.sent',
        'consent.viewed',
        'consent.signed',
        'consent.finalised',
        'document.sealed',
        'document.sealed',
      ].toSorted(),
    )
    for (const { type, data } of bodies()) {
      const ids = ['clinicId', 'consentId', ...(type === 'document.sealed' ? ['documentId'] : [])]
      expect(Object.keys(data)).toEqual(ids)
      for (const id of Object.values(data)) expect(id).toMatch(/^[\da-f-]{36}$/)
    }
    const told = JSON.stringify(receiver.received)
    for (const word of ['Eleanor', 'Whitcombe', 'root canal', 'Infected', '1961'])
      expect(told).not.toContain(word)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
  })

  it('is only what was asked for', async () => {
    await add(['consent.declined'])
    await testApp.clinicA.addSigned()
    await app.jobs.drain()
    expect(receiver.received).toEqual([])
  })

  it('is signed, while a secret is replaced by the old one too', async () => {
    const { webhookId, secret } = await add(['consent.sent'])
    const latest = async () => {
      await testApp.clinicA.addSent()
      await app.jobs.drain()
      return receiver.received.at(-1)!
    }
    const isBy = (by: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      // The library compares with its own clock; ours may have been moved.
      const { sign } = Webhook.prototype
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const signed = sign.call(new Webhook(by), headers['webhook-id']!, at, body)
      return headers['webhook-signature']!.split(' ').includes(signed)
    }
    expect(isBy(secret, await latest())).toBe(true)
    const { secret: next } = await owner.callOk(integrations.rotateSecret, { webhookId })
    const both = await latest()
    expect([isBy(secret, both), isBy(next, both)]).toEqual([true, true])
    const { rows } = await testApp.owner.query('select secret, previous_secret from webhooks where id = $1', [
      webhookId,
    ])
    expect(JSON.stringify(rows)).not.toContain(next.slice(6))
    receiver.behaviour = { status: 500 }
    await latest()
    await afterDelay(day_ms, async () => {
      const later = receiver.received.at(-1)!
      expect([isBy(secret, later), isBy(next, later)]).toEqual([false, true])
    })
  })
})

describe('a receiver that fails', () => {
  it('is tried again later under the same id, until it takes the news', async () => {
    const { webhookId } = await add(['consent.sent'])
    receiver.behaviour = { status: 503 }
    await testApp.clinicA.addSent()
    await app.jobs.drain()
    const [queued] = await deliveriesOf(webhookId)
    expect(queued).toMatchObject({
      status: 'queued',
      attempts: [{ statusCode: 503, failure: 'Answered 503' }],
    })
    // Before its time nothing is sent.
    await afterDelay(1000, async () => expect(receiver.received).toHaveLength(1))
    receiver.behaviour = { status: 200 }
    await afterDelay(6000, async () => expect(receiver.received).toHaveLength(2))
    const [delivered] = await deliveriesOf(webhookId)
    expect(delivered).toMatchObject({ status: 'delivered', nextAttemptAt: null })
    expect(delivered!.attempts.map(({ statusCode }) => statusCode)).toEqual([503, 200])
    expect(delivered!.attempts.every(({ durationMs }) => durationMs >= 0)).toBe(true)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivered!.id]),
    )
    const [hook] = await owner.callOk(integrations.listWebhooks, {})
    expect(hook).toMatchObject({ status: 'active', failingSince: null })
  })

  it('is switched off after three days, with a notice, and told nothing more until it is switched on', async () => {
    const { webhookId } = await add(['consent.sent'])
    receiver.behaviour = { status: 500 }
    await testApp.clinicA.addSent()
    await app.jobs.drain()
    for (let minute = 1; minute < 72 * 60; minute = minute * 2 + 1)
      await afterDelay(minute * minute_ms, async () => {})
    await afterDelay(71.9 * 60 * minute_ms, async () => {})
    const before = (await owner.callOk(integrations.listWebhooks, {}))[0]!
    expect(before).toMatchObject({ status: 'active', disabledBecause: null })
    expect(before.failingSince).not.toBeNull()
    const [given] = await deliveriesOf(webhookId)
    expect(given!.status).toBe('failed')
    expect(given!.attempts.length).toBeGreaterThan(6)
    await testApp.owner.query(
      `update webhooks set failing_since = failing_since - interval '3 days' where id = $1`,
      [webhookId],
    )
    await testApp.clinicA.addSent()
    await app.jobs.drain()
    const hook = (await owner.callOk(integrations.listWebhooks, {}))[0]!
    const tries = receiver.received.length
    expect(hook).toMatchObject({ id: webhookId, status: 'disabled', disabledBecause: 'failures' })
    const { rows } = await testApp.owner.query(
      `select 1 from audit_rows where action = 'webhook.disabled' and subject = $1`,
      [webhookId],
    )
    expect(rows).toHaveLength(1)
    await testApp.clinicA.addSent()
    await app.jobs.drain()
    expect(receiver.received).toHaveLength(tries)
    const failed = given
    const off = await owner.call(integrations.replayDelivery, { deliveryId: failed!.id })
    expect(off.reason).toBe('webhook-off')
    receiver.behaviour = { status: 204 }
    const { name, url, events } = hook
    await owner.callOk(integrations.changeWebhook, { webhookId, name, url, events, status: 'active' })
    await owner.callOk(integrations.replayDelivery, { deliveryId: failed!.id })
    await app.jobs.drain()
    expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(failed!.id)
    expect((await deliveriesOf(webhookId)).find(({ id }) => id === failed!.id)!.status).toBe('delivered')
  })

  it('is told to those who look after connections when it is switched off, once for each time', async () => {
    const { staffId, email } = await testApp.clinicA.addColleague()
    await testApp.owner.query(
      `update staff set permissions = permissions || '{"canManageBilling": true}' where id = $1`,
      [staffId],
    )
    const [owns, pays] = [testApp.clinicA.staff.owner, { email }].map((person) => person.email.split('@')[0])
    const sent = [`${owns} sent`, `${pays} sent`].toSorted()
    const earlier = await noticesTo()
    const newSince = async () => {
      const notices = await noticesTo()
      for (const known of earlier) notices.splice(notices.indexOf(known), 1)
      return notices
    }
    const webhookId = await addLongFailing()
    // The address of a practice's owner may be in earlier notices of this file too.
    expect(await newSince()).toEqual(sent)
    await testApp.clinicA.addSent()
    await app.jobs.drain()
    expect(await newSince()).toEqual(sent)
    const mail = (await testApp.mail()).findLast(({ to }) => to === email)!
    expect(mail.subject).toBe('Harbour Street: a webhook was switched off')
    expect(mail.text).toContain('/clinic/settings/connections')
    await owner.callOk(integrations.removeWebhook, { webhookId })
    await addLongFailing()
    expect(await newSince()).toEqual([...sent, ...sent].toSorted())
    await testApp.owner.query(`update staff set permissions = '{}' where id = $1`, [staffId])
  })

  it('is not followed elsewhere', async () => {
    const { webhookId } = await add(['consent.sent'])
    receiver.behaviour = { status: 307, location: `${receiver.url}/elsewhere` }
    await testApp.clinicA.addSent()
    await app.jobs.drain()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    const [delivery] = await deliveriesOf(webhookId)
    expect(delivery!.attempts[0]).toMatchObject({ statusCode: 307 })
    expect(delivery!.attempts[0]!.failure).toContain('leads elsewhere')
  })

  it('is not waited for longer than the time it has', async () => {
    const hurried = await testApp.openSecondInstance({
      webhooks: {
        privateNetworks: ['127.0.0.0/8', '::1'],
        certificateAuthority: receiver.certificate,
        timeoutSeconds: 0.2,
      },
    })
    const { webhookId } = await add(['consent.sent'])
    receiver.behaviour = 'silent'
    await testApp.clinicA.addSent()
    await hurried.jobs.drain()
    await hurried.close()
    const [delivery] = await deliveriesOf(webhookId)
    expect(delivery!.attempts[0]).toMatchObject({ statusCode: null, failure: 'No answer within 0.2 seconds' })
    expect(delivery!.status).toBe('queued')
  })

  it('is not believed with a certificate that nobody knows', async () => {
    const strict = await testApp.openSecondInstance({
      webhooks: { privateNetworks: ['127.0.0.0/8', '::1'], timeoutSeconds: 30 },
    })
    const { webhookId } = await add(['consent.sent'])
    await testApp.clinicA.addSent()
    await strict.jobs.drain()
    await strict.close()
    expect(receiver.received).toEqual([])
    expect((await deliveriesOf(webhookId))[0]!.attempts[0]!.failure).toBe(
      'The certificate could not be trusted',
    )
  })
})

describe('an address', () => {
  it('that leads into a private network is not called, whatever its name', async () => {
    const { webhookId } = await add(['consent.sent'])
    await testApp.clinicA.addSent()
    // The product as it is shipped, without the setting.
    await testApp.app.jobs.drain()
    expect(receiver.received).toEqual([])
    const [delivery] = await deliveriesOf(webhookId)
    expect(delivery!.attempts[0]).toMatchObject({
      statusCode: null,
      failure: 'The address leads into a private network',
    })
  })

  it.each([
    ['http://hooks.example.org/', 'invalid-input'],
    ['ftp://hooks.example.org/', 'invalid-input'],
    ['https://user:pass@hooks.example.org/', 'invalid-input'],
    ['hooks.example.org', 'invalid-input'],
    ['https://127.0.0.1/', 'private-address'],
    ['https://2130706433/', 'private-address'],
    ['https://[::1]:8443/', 'private-address'],
    ['https://[::ffff:10.0.0.1]/', 'private-address'],
    ['https://169.254.169.254/latest/meta-data', 'private-address'],
  ])('%s is refused at once', async (url, reason) => {
    const hook = { name: 'Practice system', url, events: ['consent.sent'] as WebhookEvent[] }
    expect((await testApp.clinicA.as('owner').call(integrations.createWebhook, hook)).reason).toBe(reason)
  })
})

it('runs its jobs twice and tells everything once', async () => {
  await add(['consent.sent'])
  const { consentId } = await testApp.clinicA.addSent()
  await app.jobs.drain()
  const { rows } = await testApp.owner.query<{ name: string }>(
    `insert into pgboss.job (name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter)
     select name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter from pgboss.job
     where name in ('integrations.announce', 'integrations.deliver')
       and (data->>'consentId' = $1 or data->>'deliveryId' in (select id::text from webhook_deliveries where consent_id = $1::uuid))
     returning name`,
    [consentId],
  )
  expect(new Set(rows.map(({ name }) => name)).size).toBe(2)
  await app.jobs.drain()
  expect(receiver.received).toHaveLength(1)
})

it('goes on with a try whose process died', async () => {
  const { webhookId } = await add(['consent.sent'])
  await testApp.clinicA.addSent()
  await app.jobs.drain()
  // As the row stands while somebody is being called.
  await testApp.owner.query(
    `update webhook_deliveries set status = 'queued', next_attempt_at = $2::timestamptz + interval '2 minutes' where webhook_id = $1`,
    [webhookId, testApp.clock.now()],
  )
  await afterDelay(minute_ms, async () => expect(receiver.received).toHaveLength(1))
  await afterDelay(3 * minute_ms, async () => expect(receiver.received).toHaveLength(2))
})

it('is of one clinic alone', async () => {
  const { webhookId } = await add(['consent.sent'])
  await testApp.clinicB.addSent()
  await app.jobs.drain()
  expect(receiver.received).toEqual([])
  const foreign = await testApp.clinicB.as('owner').call(integrations.listDeliveries, { webhookId })
  expect(foreign.code).toBe('not-found')
})

it('has no more webhooks than it may', async () => {
  for (let made = 0; made < 10; made++) await add(['consent.voided'])
  const hook = { name: 'One more', url: receiver.url, events: ['consent.voided'] as WebhookEvent[] }
  expect((await owner.call(integrations.createWebhook, hook)).reason).toBe('too-many')
})
