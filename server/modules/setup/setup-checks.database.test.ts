import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { contract } from '../../../contract/index.ts'
import { checkedComponents, type CheckedComponent } from '../../../contract/setup-checks.ts'
import { openMockLanguageModel } from '../../testing/mock-language-model.ts'
import { openMockSmtpServer } from '../../testing/mock-smtp-server.ts'
import { openMockStripe } from '../../testing/mock-stripe.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openMockTimestampAuthority } from '../../testing/mock-timestamp-authority.ts'

const { setupChecks } = contract
const secretKey = 'sk_test_stable-of-horses'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.advance(Date.now() - testApp.clock.now().getTime())
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type CheckOptions = { recipient?: string; on?: App }

/** What a super administrator is told of a part, on this instance or another. */
const check = (part: CheckedComponent, { recipient = '', on = testApp.app }: CheckOptions = {}) =>
  createTestCaller(on.http, testApp.superAdmin.cookie).callOk(setupChecks.run, { part, recipient })

/** The same on an instance with some settings changed. */
async function checkWith(change: Partial<Config>, part: CheckedComponent, recipient = '') {
  const other = await testApp.openSecondInstance(change)
  try {
    return await check(part, { recipient, on: other })
  } finally {
    await other.close()
  }
}

describe('who may look', () => {
  it('is whoever holds the token, which is not used up, and a super administrator', async () => {
    await testApp.owner.query('delete from auth.setup_token')
    const token = (await testApp.app.makeSetupToken())!
    const byToken = { headers: { 'x-setup-token': token } }
    for (let time = 0; time < 2; time++) {
      const told = await testApp.anonymous().call(setupChecks.run, { part: 'disk' }, byToken)
      expect([told.status, told.body.outcome]).toEqual([200, 'works'])
    }
    for (const caller of [testApp.anonymous(), testApp.clinicA.as('owner'), testApp.as(testApp.stranger)])
      expect((await caller.call(setupChecks.run, { part: 'disk' })).status).toBe(401)
  })

  it('is written down with what was found', async () => {
    await check('disk')
    const { rows } = await testApp.owner.query(
      `select subject, details from audit_rows where action = 'setup.part_checked' order by sequence desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ subject: 'disk', details: { outcome: 'works', hasRecipient: false } })
  })
})

describe('what comes with the product', () => {
  it.each<CheckedComponent>(['database', 'disk', 'storage', 'clock'])('%s works', async (part) => {
    const told = await check(part)
    expect(told).toMatchObject({ part, outcome: 'works', mend: null })
    expect(told.facts.length).toBeGreaterThan(0)
  })

  it('works jobs off, and says so when nobody does', async () => {
    const asked = check('queue')
    const drained = (async () => {
      for (let ran = 0; ran === 0;) ran = await testApp.runJobs()
    })()
    expect((await asked).outcome).toBe('works')
    await drained
    const { rowCount } = await testApp.owner.query(
      `select from installation_settings where name like 'queue-trial%'`,
    )
    expect(rowCount).toBe(0)
  })

  it('warns of a clock that is two seconds away from the database', async () => {
    testApp.clock.advance(3000)
    const told = await check('clock')
    testApp.clock.advance(-3000)
    expect(told).toMatchObject({ outcome: 'warns', says: expect.stringContaining('apart') })
    expect(told.mend).toContain('NTP')
  })

  const optional: CheckedComponent[] = ['mail', 'sms', 'payments', 'time-stamps', 'language-model']
  it.each(optional)('does without %s: not set is no error', async (part) => {
    expect(await check(part)).toMatchObject({ outcome: 'not-set', mend: null })
  })

  it('has an answer for every part', () => {
    expect([...checkedComponents].toSorted()).toEqual(
      ['database', 'disk', 'storage', 'queue', 'clock', ...optional].toSorted(),
    )
  })
})

describe('a service that is set', () => {
  it('mail: is signed in to, and sends a test message where an address is given', async () => {
    const peer = await openMockSmtpServer()
    const mail = { off: false as const, url: peer.url, from: 'consent@example.org', bounceAddress: null }
    expect(await checkWith({ mail }, 'mail')).toMatchObject({ outcome: 'works' })
    expect(peer.received).toEqual([])
    expect(await checkWith({ mail }, 'mail', 'ada@example.org')).toMatchObject({ outcome: 'works' })
    expect(peer.received.map(({ to }) => to)).toEqual(['ada@example.org'])
    peer.will('turn away')
    const refused = await checkWith({ mail }, 'mail', 'ada@example.org')
    expect(refused).toMatchObject({ outcome: 'fails', mend: expect.stringContaining('From') })
    await peer.close()
    const gone = await checkWith({ mail: { ...mail, url: 'smtp://me:pass-word@127.0.0.1:9' } }, 'mail')
    expect(gone.outcome).toBe('fails')
    expect(JSON.stringify(gone)).not.toContain('pass-word')
  })

  it('mail: sends to one address, and not to a list of them', async () => {
    const told = await testApp
      .as(testApp.superAdmin)
      .call(setupChecks.run, { part: 'mail', recipient: 'a@example.org, b@example.org' })
    expect(told.status).toBe(400)
  })

  it('payments: reads the account, and repeats nothing of the key', async () => {
    const peer = await openMockStripe(secretKey)
    const billing = { off: false as const, secretKey, webhookSecret: 'whsec_1', api: peer.api }
    expect(await checkWith({ billing }, 'payments')).toMatchObject({ outcome: 'works' })
    expect(peer.asked).toEqual(['/v1/account'])
    peer.letCharge(false)
    expect(await checkWith({ billing }, 'payments')).toMatchObject({ outcome: 'warns' })
    const wrong = await checkWith({ billing: { ...billing, secretKey: 'sk_live_wrong' } }, 'payments')
    expect(wrong).toMatchObject({ outcome: 'fails', says: expect.stringContaining('401') })
    expect(JSON.stringify(wrong)).not.toContain('sk_live_wrong')
    await peer.close()
  })

  it('time stamps: asks for a real token, and tells when the authority gives none', async () => {
    const peer = await openMockTimestampAuthority(30)
    const timestamps = { off: false as const, url: peer.address }
    expect(await checkWith({ timestamps }, 'time-stamps')).toMatchObject({ outcome: 'works' })
    const clock = await checkWith({ timestamps }, 'clock')
    expect(clock.facts.find(({ label }) => label.includes('authority'))?.value).toMatch(/ ms$/)
    peer.refuse(true)
    expect(await checkWith({ timestamps }, 'time-stamps')).toMatchObject({ outcome: 'fails' })
    peer.close()
  })

  it('language model: answers a fixed question about nobody', async () => {
    const peer = await openMockLanguageModel()
    peer.replyWith({ says: { treatments: [], factors: [], diagnosis: null, placeholders: [] } })
    const languageModel = {
      ...{ off: false as const, provider: 'openai-compatible' as const, model: 'small' },
      ...{ baseUrl: peer.baseUrl, apiKey: 'secret-key' },
    }
    expect(await checkWith({ languageModel }, 'language-model')).toMatchObject({ outcome: 'works' })
    peer.replyWith({ status: 401 })
    const refused = await checkWith({ languageModel }, 'language-model')
    expect(refused).toMatchObject({ outcome: 'fails', mend: expect.stringContaining('LLM_API_KEY') })
    await peer.close()
  })

  it('storage: says what an object store that is not there did not do', async () => {
    const objectStore = {
      ...{ off: false as const, endpoint: 'http://127.0.0.1:9', region: 'r', bucket: 'b' },
      ...{ accessKeyId: 'key', secretAccessKey: 'secret-word' },
    }
    const kept = await testApp
      .as(testApp.superAdmin)
      .callOk(contract.setupWizard.keepStorage, { ...objectStore, endpoint: 'http://127.0.0.1:9' })
    expect(kept).toMatchObject({ isKept: false, check: { outcome: 'fails' } })
    expect(JSON.stringify(kept)).not.toContain('secret-word')
  })
})
