import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { integrationScopes } from '../../../contract/integration-scopes.ts'
import { validateFhirResource } from '../../testing/fhir-validation.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { payloadContentUrl } from './fhir-subscription-rules.ts'

const { integrations } = contract

let testApp: TestApp
let receiver: WebhookReceiver
/** The product with a setting by which this machine may be called. */
let app: App
let owner: TestCaller
let program: TestCaller
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
  const key = await testApp.clinicA.addApiKey()
  program = createTestCaller(app.http, '', key.secret)
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

const typed = { 'content-type': 'application/fhir+json' }
const idOnly = {
  payload: 'application/fhir+json',
  _payload: { extension: [{ url: payloadContentUrl, valueCode: 'id-only' }] },
}
const newResource = (more: object = {}, channel: object = {}) => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'Practice system',
  criteria: 'Consent?status=proposed',
  channel: { type: 'rest-hook', endpoint: receiver.url, ...channel },
  ...more,
})
const post = (payload: object, caller = program) =>
  caller.send({
    method: 'POST',
    url: '/api/fhir/Subscription',
    payload: JSON.stringify(payload),
    headers: typed,
  })
const put = (id: string, payload: object, version: number, caller = program) =>
  caller.send({
    ...{ method: 'PUT', url: `/api/fhir/Subscription/${id}`, payload: JSON.stringify(payload) },
    headers: { ...typed, 'if-match': `W/"${version}"` },
  })
const read = (id: string, caller = program) => caller.get(`/api/fhir/Subscription/${id}`)
const remove = (id: string, caller = program) =>
  caller.send({ method: 'DELETE', url: `/api/fhir/Subscription/${id}` })
const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id
const statusOf = ({ body }: { body: unknown }): string => (body as { status: string }).status
const webhookOf = async (id: string) =>
  (await owner.callOk(integrations.listWebhooks, {})).find((webhook) => webhook.id === id)!
const approve = (id: string, version = 1) =>
  owner.callOk(integrations.approveWebhook, { webhookId: id, version })
const sendOne = async () => {
  const { consentId } = await testApp.clinicA.addSent()
  await app.jobs.drain()
  return consentId
}

describe('a subscription', () => {
  it('waits for the practice: nothing is sent before somebody has switched it on', async () => {
    const asked = await post(newResource({}, idOnly))
    expect([asked.status, asked.headers.etag, statusOf(asked)]).toEqual([201, 'W/"1"', 'requested'])
    expect(validateFhirResource(asked.body as object)).toEqual([])
    await sendOne()
    expect(receiver.received).toEqual([])
    expect(await webhookOf(idOf(asked))).toMatchObject({
      ...{ status: 'requested', requestedBy: 'Practice system', url: receiver.url },
      events: ['consent.sent', 'consent.viewed'],
    })
    const { webhook } = await approve(idOf(asked))
    expect(webhook).toMatchObject({ status: 'active', requestedBy: 'Practice system' })
    expect(statusOf(await read(idOf(asked)))).toBe('active')
    const consentId = await sendOne()
    // What was sent before it was switched on is no news.
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]!.body).toContain(`/Consent/${consentId}`)
    const { rows } = await testApp.owner.query(
      `select action, user_name from audit_rows where subject = $1 and action like 'webhook.%' order by at`,
      [idOf(asked)],
    )
    expect(rows).toEqual([
      { action: 'webhook.requested', user_name: 'Practice system' },
      { action: 'webhook.approved', user_name: 'Amara Okafor' },
    ])
  })

  it('is told ids and nothing about anybody, in order, signed as webhooks are', async () => {
    const id = idOf(await post(newResource({ criteria: 'Consent' }, idOnly)))
    const { secret } = await approve(id)
    for (let sent = 0; sent < 2; sent++) await sendOne()
    const bundles = receiver.received.map(({ body }) => JSON.parse(body) as object)
    expect(bundles).toHaveLength(2)
    for (const bundle of bundles) expect(validateFhirResource(bundle)).toEqual([])
    const numbers = bundles.map(
      (bundle) => /"event-number","valueString":"(\d+)"/.exec(JSON.stringify(bundle))![1],
    )
    expect(numbers.toSorted()).toEqual(['1', '2'])
    const told = JSON.stringify(receiver.received)
    for (const word of ['Eleanor', 'Whitcombe', 'Infected', '1961']) expect(told).not.toContain(word)
    const { headers, body } = receiver.received[0]!
    expect(headers['content-type']).toBe('application/fhir+json')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(secret).sign(headers['webhook-id']!, at, body)
    expect(headers['webhook-signature']).toBe(signature)
  })

  it('without a payload is an empty post, signed all the same', async () => {
    await approve(idOf(await post(newResource())))
    await sendOne()
    expect(receiver.received.map(({ body }) => body)).toEqual([''])
    expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,/)
  })

  it('that leads elsewhere or tells more has to be switched on again', async () => {
    const id = idOf(await post(newResource()))
    await approve(id)
    const version = 2
    expect((await put(id, newResource({ status: 'active' }), 1)).status).toBe(412)
    const same = await put(id, newResource({ status: 'active' }), version)
    expect([same.status, statusOf(same), same.headers.etag]).toEqual([200, 'active', 'W/"2"'])
    const more = await put(id, newResource({ criteria: 'Consent', status: 'active' }), version)
    expect([more.status, statusOf(more)]).toEqual([200, 'requested'])
    await sendOne()
    expect(receiver.received).toEqual([])
    // Somebody looked at what it was before the program changed it.
    const stale = await owner.call(integrations.approveWebhook, { webhookId: id, version })
    expect(stale.reason).toBe('stale-version')
    await approve(id, 3)
    const elsewhere = newResource({ criteria: 'Consent' }, { endpoint: `${receiver.url}/other` })
    expect(statusOf(await put(id, elsewhere, 4))).toBe('requested')
  })

  it('that leads elsewhere sends nothing there of what was queued before', async () => {
    const id = idOf(await post(newResource()))
    await approve(id)
    receiver.behaviour = { status: 500 }
    await sendOne()
    const deliveriesOf = async () => (await owner.callOk(integrations.listDeliveries, { webhookId: id })).rows
    expect((await deliveriesOf()).map(({ status }) => status)).toEqual(['queued'])
    const { version } = await webhookOf(id)
    const elsewhere = newResource({ status: 'active' }, { endpoint: `${receiver.url}/other` })
    expect(statusOf(await put(id, elsewhere, version))).toBe('requested')
    await approve(id, version + 1)
    receiver.behaviour = { status: 204 }
    testApp.clock.advance(minute_ms)
    try {
      await app.sweep('integrations')
      await app.jobs.drain()
    } finally {
      testApp.clock.advance(-minute_ms)
    }
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    expect(await deliveriesOf()).toMatchObject([{ status: 'failed', nextAttemptAt: null }])
  })

  it('is switched off and ended by the program, and switched on by people alone', async () => {
    const id = idOf(await post(newResource()))
    await approve(id)
    const off = await put(id, newResource({ status: 'off' }), 2)
    expect([off.status, statusOf(off)]).toEqual([200, 'off'])
    await sendOne()
    expect(receiver.received).toEqual([])
    expect((await put(id, newResource({ status: 'active' }), 3)).reason).toBe('status-not-writable')
    expect(statusOf(await put(id, newResource(), 3))).toBe('requested')
    expect((await remove(id)).status).toBe(204)
    expect((await read(id)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
  })

  it('says that it fails', async () => {
    const id = idOf(await post(newResource()))
    await approve(id)
    receiver.behaviour = { status: 500 }
    await sendOne()
    const failing = await read(id)
    expect(statusOf(failing)).toBe('error')
    expect(validateFhirResource(failing.body as object)).toEqual([])
  })

  it('ends with its key', async () => {
    const key = await testApp.clinicA.addApiKey(['subscriptions:request'])
    const caller = createTestCaller(app.http, '', key.secret)
    const [on, waiting] = [idOf(await post(newResource(), caller)), idOf(await post(newResource(), caller))]
    await approve(on)
    await owner.callOk(integrations.revokeKey, { keyId: key.keyId })
    expect((await webhookOf(on)).status).toBe('disabled')
    expect(await webhookOf(waiting)).toBeUndefined()
    await sendOne()
    expect(receiver.received).toEqual([])
    // Nobody switches on again what a revoked key asked for; another key has to ask for it.
    const { name, url, events, isKeyRevoked, version } = await webhookOf(on)
    expect(isKeyRevoked).toBe(true)
    const change = { webhookId: on, name, url, events } as const
    const again = await owner.call(integrations.changeWebhook, { ...change, status: 'active' })
    expect(again.reason).toBe('key-revoked')
    expect((await owner.callOk(integrations.changeWebhook, { ...change, status: 'disabled' })).status).toBe(
      'disabled',
    )
    expect(statusOf(await put(on, newResource(), version + 1))).toBe('requested')
    expect((await webhookOf(on)).isKeyRevoked).toBe(false)
  })
})

describe('is refused', () => {
  it.each([
    ['a private address', {}, { endpoint: 'https://10.0.0.1/hook' }, 'private-address'],
    ['an address without encryption', {}, { endpoint: 'http://hooks.example.org/' }, 'invalid-input'],
    ['a password in the address', {}, { endpoint: 'https://a:b@hooks.example.org/' }, 'invalid-input'],
    ['a channel by e-mail', {}, { type: 'email' }, 'channel-unsupported'],
    ['whole resources', {}, { payload: 'application/fhir+json' }, 'channel-unsupported'],
    ['headers', {}, { header: ['Authorization: x'] }, 'channel-unsupported'],
    ['criteria about patients', { criteria: 'Patient' }, {}, 'criteria-unsupported'],
    ['one that is on at once', { status: 'active' }, {}, 'status-not-writable'],
  ])('%s', async (_what, more, channel, reason) => {
    const answer = await post(newResource(more, channel))
    expect(answer.reason).toBe(reason)
    expect(validateFhirResource(answer.body as object)).toEqual([])
  })

  it('what would be more than people can look through', async () => {
    const on = idOf(await post(newResource()))
    await approve(on)
    const waiting: string[] = []
    for (let asked = 0; asked < 5; asked++) waiting.push(idOf(await post(newResource())))
    expect((await post(newResource())).reason).toBe('too-many')
    // Nor does one that is on become another that waits; those that wait may be changed.
    const more = newResource({ criteria: 'Consent' })
    expect((await put(on, more, 2)).reason).toBe('too-many')
    expect((await webhookOf(on)).status).toBe('active')
    expect((await put(waiting[0]!, more, 1)).status).toBe(200)
  })

  it('a key without the scope, another practice, and a webhook that people made', async () => {
    const scopes = integrationScopes.filter((scope) => scope !== 'subscriptions:request')
    const reader = createTestCaller(app.http, '', (await testApp.clinicA.addApiKey([...scopes])).secret)
    expect((await post(newResource(), reader)).status).toBe(403)
    const id = idOf(await post(newResource()))
    const stranger = createTestCaller(app.http, '', (await testApp.clinicB.addApiKey()).secret)
    expect((await read(id, stranger)).status).toBe(404)
    expect((await put(id, newResource(), 1, stranger)).status).toBe(404)
    expect((await remove(id, stranger)).status).toBe(404)
    const foreign = testApp.clinicB
      .as('owner')
      .call(integrations.approveWebhook, { webhookId: id, version: 1 })
    expect((await foreign).status).toBe(404)
    const made = await owner.callOk(integrations.createWebhook, {
      ...{ name: 'By hand', url: receiver.url, events: ['consent.sent'] },
    })
    for (const answer of [await read(made.webhook.id), await remove(made.webhook.id)])
      expect(answer.status).toBe(404)
    expect((await put(made.webhook.id, newResource(), 1)).status).toBe(404)
  })

  it('to people: what only the program changes, and switching on what nobody has looked at', async () => {
    const id = idOf(await post(newResource()))
    const { name, url, events } = await webhookOf(id)
    const change = { webhookId: id, name, url, events, status: 'active' } as const
    expect((await owner.call(integrations.changeWebhook, change)).reason).toBe('not-approved')
    await approve(id)
    expect((await owner.call(integrations.approveWebhook, { webhookId: id, version: 2 })).reason).toBe(
      'not-requested',
    )
    const elsewhere = { ...change, url: 'https://elsewhere.example.org/' }
    expect((await owner.call(integrations.changeWebhook, elsewhere)).reason).toBe('of-a-program')
    const events2 = { ...change, events: ['consent.voided' as const] }
    expect((await owner.call(integrations.changeWebhook, events2)).reason).toBe('of-a-program')
    const off = await owner.callOk(integrations.changeWebhook, { ...change, status: 'disabled' })
    expect(off.status).toBe('disabled')
    expect((await owner.callOk(integrations.changeWebhook, change)).status).toBe('active')
  })
})

it('the database keeps a key from opening a channel by itself', async () => {
  const id = idOf(await post(newResource()))
  const opened = testApp.owner.query(`update webhooks set status = 'active' where id = $1`, [id])
  await expect(opened).rejects.toThrow('webhooks_approved')
})
