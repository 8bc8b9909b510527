import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { contract } from '../../../contract/index.ts'
import { checkedParts, type CheckedPart } from '../../../contract/setup-checks.ts'
import { openLanguageModelPeer } from '../../testing/language-model-peer.ts'
import { openSmtpPeer } from '../../testing/smtp-peer.ts'
import { openStripePeer } from '../../testing/stripe-peer.ts'
import { makeCaller } from '../../testing/test-caller.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'
import { openTimeStampPeer } from '../../testing/time-stamp-peer.ts'

const { setupChecks } = contract
const secretKey = 'sk_test_stable-of-horses'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
  world.clock.advance(Date.now() - world.clock.now().getTime())
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

type Asking = { recipient?: string; on?: App }

/** What a super administrator is told of a part, on this instance or another. */
const check = (part: CheckedPart, { recipient = '', on = world.app }: Asking = {}) =>
  makeCaller(on.http, world.superAdmin.cookie).ask(setupChecks.run, { part, recipient })

/** The same on an instance with some settings changed. */
async function checkWith(change: Partial<Config>, part: CheckedPart, recipient = '') {
  const other = await world.openAnother(change)
  try {
    return await check(part, { recipient, on: other })
  } finally {
    await other.close()
  }
}

describe('who may look', () => {
  it('is whoever holds the token, which is not used up, and a super administrator', async () => {
    await world.owner.query('delete from auth.setup_token')
    const token = (await world.app.makeSetupToken())!
    const byToken = { headers: { 'x-setup-token': token } }
    for (let time = 0; time < 2; time++) {
      const told = await world.nobody().call(setupChecks.run, { part: 'disk' }, byToken)
      expect([told.status, told.body.outcome]).toEqual([200, 'works'])
    }
    for (const caller of [world.nobody(), world.a.as('owner'), world.as(world.stranger)])
      expect((await caller.call(setupChecks.run, { part: 'disk' })).status).toBe(401)
  })

  it('is written down with what was found', async () => {
    await check('disk')
    const { rows } = await world.owner.query(
      `select subject, details from audit_rows where action = 'setup.part_checked' order by sequence desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ subject: 'disk', details: { outcome: 'works', hasRecipient: false } })
  })
})

describe('what comes with the product', () => {
  it.each<CheckedPart>(['database', 'disk', 'storage', 'clock'])('%s works', async (part) => {
    const told = await check(part)
    expect(told).toMatchObject({ part, outcome: 'works', mend: null })
    expect(told.facts.length).toBeGreaterThan(0)
  })

  it('works jobs off, and says so when nobody does', async () => {
    const asked = check('queue')
    const drained = (async () => {
      for (let ran = 0; ran === 0;) ran = await world.runJobs()
    })()
    expect((await asked).outcome).toBe('works')
    await drained
    const { rowCount } = await world.owner.query(
      `select from installation_settings where name like 'queue-trial%'`,
    )
    expect(rowCount).toBe(0)
  })

  it('warns of a clock that is two seconds away from the database', async () => {
    world.clock.advance(3000)
    const told = await check('clock')
    world.clock.advance(-3000)
    expect(told).toMatchObject({ outcome: 'warns', says: expect.stringContaining('apart') })
    expect(told.mend).toContain('NTP')
  })

  const optional: CheckedPart[] = ['mail', 'sms', 'payments', 'time-stamps', 'language-model']
  it.each(optional)('does without %s: not set is no error', async (part) => {
    expect(await check(part)).toMatchObject({ outcome: 'not-set', mend: null })
  })

  it('has an answer for every part', () => {
    expect([...checkedParts].toSorted()).toEqual(
      ['database', 'disk', 'storage', 'queue', 'clock', ...optional].toSorted(),
    )
  })
})

describe('a service that is set', () => {
  it('mail: is signed in to, and sends a test message where an address is given', async () => {
    const peer = await openSmtpPeer()
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
    const told = await world
      .as(world.superAdmin)
      .call(setupChecks.run, { part: 'mail', recipient: 'a@example.org, b@example.org' })
    expect(told.status).toBe(400)
  })

  it('payments: reads the account, and repeats nothing of the key', async () => {
    const peer = await openStripePeer(secretKey)
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
    const peer = await openTimeStampPeer(30)
    const timestamps = { off: false as const, url: peer.address }
    expect(await checkWith({ timestamps }, 'time-stamps')).toMatchObject({ outcome: 'works' })
    const clock = await checkWith({ timestamps }, 'clock')
    expect(clock.facts.find(({ label }) => label.includes('authority'))?.value).toMatch(/ ms$/)
    peer.refuse(true)
    expect(await checkWith({ timestamps }, 'time-stamps')).toMatchObject({ outcome: 'fails' })
    peer.close()
  })

  it('language model: answers a fixed question about nobody', async () => {
    const peer = await openLanguageModelPeer()
    peer.answerWith({ says: { treatments: [], factors: [], diagnosis: null, placeholders: [] } })
    const languageModel = {
      ...{ off: false as const, provider: 'openai-compatible' as const, model: 'small' },
      ...{ baseUrl: peer.baseUrl, apiKey: 'secret-key' },
    }
    expect(await checkWith({ languageModel }, 'language-model')).toMatchObject({ outcome: 'works' })
    peer.answerWith({ status: 401 })
    const refused = await checkWith({ languageModel }, 'language-model')
    expect(refused).toMatchObject({ outcome: 'fails', mend: expect.stringContaining('LLM_API_KEY') })
    await peer.close()
  })

  it('storage: says what an object store that is not there did not do', async () => {
    const objectStore = {
      ...{ off: false as const, endpoint: 'http://127.0.0.1:9', region: 'r', bucket: 'b' },
      ...{ accessKeyId: 'key', secretAccessKey: 'secret-word' },
    }
    const kept = await world
      .as(world.superAdmin)
      .ask(contract.setupWizard.keepStorage, { ...objectStore, endpoint: 'http://127.0.0.1:9' })
    expect(kept).toMatchObject({ isKept: false, check: { outcome: 'fails' } })
    expect(JSON.stringify(kept)).not.toContain('secret-word')
  })
})
