import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  birth_date_attempts_max,
  patient_session_minutes,
  pin_attempts_max,
  session_hours_max,
} from '../../../contract/limits.ts'
import { createTestAccounts } from '../../testing/test-accounts.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { birthDate, signatureFor, wrongBirthDate } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from '../identity/index.ts'

const { identity, kiosks, signing } = contract
const pin = '2580'

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
let pinHash: string
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'kiosk')
  pinHash = await hashPassword(pin)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Somebody of clinic A with a PIN, and their browser. */
async function signInAtReception(): Promise<{ person: TestPerson; browser: TestBrowser }> {
  const person = await testApp.clinicA.addColleague()
  await testApp.owner.query('update auth."user" set pin_hash = $2 where id = $1', [person.userId, pinHash])
  return { person, browser: accounts.browserOf(person) }
}

/** So many forms of one patient that wait, handed over with a browser. */
async function startKioskSession(count = 1) {
  const desk = await signInAtReception()
  const patientId = await testApp.clinicA.addPatient()
  const consents = []
  for (let at = 0; at < count; at++) consents.push(await testApp.clinicA.addSent({ patientId }))
  const consentIds = consents.map(({ consentId }) => consentId)
  const { handoverId } = await desk.browser.callOk(kiosks.handOver, { consentIds })
  return { ...desk, patientId, consents, consentIds, handoverId }
}

const stepOf = async (browser: TestBrowser) => (await browser.callOk(identity.session, {})).step
const unlock = async (browser: TestBrowser, typed = pin) => {
  const [waiting] = await browser.callOk(identity.locked, {})
  const proof = { by: 'pin', pin: typed } as const
  return browser.call(identity.unlock, { sessionId: waiting!.sessionId, proof })
}
const verify = (browser: TestBrowser, handoverId: string, dateOfBirth = birthDate) =>
  browser.call(kiosks.verify, { handoverId, dateOfBirth })

async function auditOf(subject: string) {
  const { rows } = await testApp.owner.query<{ action: string; role: string; details: object }>(
    `select action, user_role as role, details from audit_rows where subject = $1 order by sequence`,
    [subject],
  )
  return rows
}

async function detailsOf(consentId: string, event: string) {
  const { rows } = await testApp.owner.query<{ details: Record<string, unknown> }>(
    'select details from consent_events where consent_id = $1 and event = $2',
    [consentId, event],
  )
  return rows[0]?.details
}

/** Works with the clock moved on, and puts it back. */
async function runLater<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  testApp.clock.advance(minutes * minute_ms)
  try {
    return await work()
  } finally {
    testApp.clock.advance(-minutes * minute_ms)
  }
}

describe('handing over', () => {
  it('locks the session in every tab, and is written down', async () => {
    const { browser, person, handoverId, consentIds } = await startKioskSession(2)
    const tabs = [browser, accounts.browserOf(person)]
    for (const tab of tabs) {
      expect(await stepOf(tab)).toBe('locked')
      expect(await tab.call(contract.patients.list, {})).toMatchObject({ reason: 'session-locked' })
      expect(await tab.callOk(kiosks.get, { handoverId })).toMatchObject({ waiting: 2, forms: null })
    }
    expect(await auditOf(handoverId)).toEqual([
      { action: 'kiosk.handed_over', role: 'clinic_staff', details: { consentIds } },
    ])
  })

  it('is possible for a receptionist of level 1, who may finalise nothing', async () => {
    const person = await accounts.addMember(testApp.clinicA.id, { level: 1, jobTitle: 'Receptionist' })
    const { consentId } = await testApp.clinicA.addSent()
    const answer = await accounts
      .browserOf(person)
      .call(kiosks.handOver, { consentIds: [consentId, consentId] })
    expect(answer.status).toBe(200)
  })

  it('is refused for what does not wait, for two patients at once, and for what the clinic has not', async () => {
    const { browser } = await signInAtReception()
    const waiting = await testApp.clinicA.addSent()
    const other = await testApp.clinicA.addSent()
    const draft = await testApp.clinicA.addDraft()
    const signed = await testApp.clinicA.addSigned()
    const foreign = await testApp.clinicB.addSent()
    const wanted = [
      [draft.id],
      [signed.consentId],
      [waiting.consentId, other.consentId],
      [waiting.consentId, foreign.consentId],
    ]
    const reasons = []
    for (const consentIds of wanted)
      reasons.push((await browser.call(kiosks.handOver, { consentIds })).reason)
    expect(reasons).toEqual(['wrong-state', 'wrong-state', 'several-patients', 'not-found'])
    expect(await stepOf(browser)).toBe('open')
    const { rows } = await testApp.owner.query('select id from kiosk_forms where consent_id = any($1)', [
      wanted.flat(),
    ])
    expect(rows).toEqual([])
  })
})

describe('a patient with the tablet', () => {
  it('sees nothing of themselves before the birth date, then their forms alone', async () => {
    const { browser, handoverId, consentIds, patientId } = await startKioskSession(2)
    const before = await browser.call(kiosks.get, { handoverId })
    expect(JSON.stringify(before.body)).not.toMatch(/Whitcombe|Root canal|canal/i)
    expect(before.body).toMatchObject({ practice: { name: 'Harbour Street' }, forms: null, patientId })
    for (const consentId of consentIds)
      expect((await browser.call(signing.read, { consentId })).status).toBe(401)
    const { body } = await verify(browser, handoverId)
    expect(body.forms?.map(({ consentId, waits }) => [consentId, waits])).toEqual(
      consentIds.map((consentId) => [consentId, true]),
    )
    expect(body.forms?.[0]?.teeth).toMatchObject([{ fdi: '46' }])
    expect(await browser.callOk(kiosks.get, { handoverId })).toEqual(body)
  })

  it('signs one and says no to another, and the chain says that it was on the tablet, and whose', async () => {
    const { browser, handoverId, consents, person } = await startKioskSession(2)
    await verify(browser, handoverId)
    const [first, second] = consents.map(({ consentId }) => consentId) as [string, string]
    const handed = { kiosk: true, handedBy: person.staffId }
    for (const consentId of [first, second]) {
      expect(await detailsOf(consentId, 'consent.viewed')).toEqual({ proof: 'date of birth', ...handed })
    }
    expect(await browser.callOk(kiosks.get, { handoverId })).toMatchObject({ waiting: 2 })
    await browser.callOk(signing.decline, { consentId: second, reason: 'I want to think about it' })
    expect(await detailsOf(second, 'consent.declined')).toMatchObject(handed)
    const signed = await browser.callOk(signing.sign, signatureFor(consents[0]!))
    expect(signed).toMatchObject({ status: 'signed', chainIntact: true })
    expect(await detailsOf(first, 'consent.signed')).toMatchObject(handed)
    const { waiting, forms } = await browser.callOk(kiosks.get, { handoverId })
    expect([waiting, forms?.map(({ waits }) => waits)]).toEqual([0, [false, false]])
  })

  it('has as many tries at the birth date as on a link, and each is written down', async () => {
    const { browser, handoverId, consentIds } = await startKioskSession()
    const told = []
    for (let at = 0; at < birth_date_attempts_max; at++) {
      const { reason, error } = await verify(browser, handoverId, wrongBirthDate)
      told.push([reason, error?.details['attemptsLeft'] ?? null])
    }
    expect(told.at(0)).toEqual(['wrong-birth-date', birth_date_attempts_max - 1])
    expect(told.at(-1)).toEqual(['kiosk-locked', null])
    expect(await verify(browser, handoverId)).toMatchObject({ reason: 'kiosk-locked' })
    expect(await browser.callOk(kiosks.get, { handoverId })).toMatchObject({ locked: true, forms: null })
    expect((await browser.call(signing.read, { consentId: consentIds[0]! })).status).toBe(401)
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'kiosk.verification_failed' and clinic_id = $1`,
      [testApp.clinicA.id],
    )
    expect(rows.length).toBeGreaterThan(birth_date_attempts_max)
  })

  it('has a page that covers itself: the forms close, the lock stays, the birth date opens them again', async () => {
    const { browser, handoverId, consentIds } = await startKioskSession()
    const [consentId] = consentIds as [string]
    await verify(browser, handoverId)
    expect((await browser.call(signing.read, { consentId })).status).toBe(200)
    await browser.callOk(kiosks.cover, { handoverId })
    expect((await browser.call(signing.read, { consentId })).status).toBe(401)
    expect(await browser.callOk(kiosks.get, { handoverId })).toMatchObject({ forms: null, waiting: 1 })
    expect(await stepOf(browser)).toBe('locked')
    await verify(browser, handoverId)
    expect((await browser.call(signing.read, { consentId })).status).toBe(200)
  })

  it('hides everything after the minutes that the practice chose, whatever the minutes of its own people', async () => {
    const { browser, handoverId } = await startKioskSession()
    expect((await browser.callOk(kiosks.get, { handoverId })).idleMinutes).toBe(3)
    const owner = testApp.clinicA.as('owner')
    const { nation: _nation, ...policies } = await owner.callOk(contract.clinicSettings.policies, {})
    const changed = { ...policies, kiosk: { resetMinutes: 7 } }
    const { version } = await owner.callOk(contract.clinicSettings.changePolicies, changed)
    expect((await verify(browser, handoverId)).body.idleMinutes).toBe(7)
    await owner.callOk(contract.clinicSettings.changePolicies, { ...policies, version })
  })

  it('proves the birth date again once its hour is over', async () => {
    const { browser, handoverId, consentIds } = await startKioskSession()
    await verify(browser, handoverId)
    await runLater(patient_session_minutes + 1, async () => {
      expect(await browser.callOk(kiosks.get, { handoverId })).toMatchObject({ forms: null })
      await verify(browser, handoverId)
      expect((await browser.call(signing.read, { consentId: consentIds[0]! })).status).toBe(200)
    })
  })

  it('finds no kiosk in a browser that was not handed over, nor under another one’s id', async () => {
    const mine = await startKioskSession()
    const yours = await startKioskSession()
    const stranger = (await signInAtReception()).browser
    for (const [browser, handoverId] of [
      [mine.browser, yours.handoverId],
      [stranger, mine.handoverId],
    ] as const) {
      expect(await browser.call(kiosks.get, { handoverId })).toMatchObject({ reason: 'not-found' })
      expect(await verify(browser, handoverId)).toMatchObject({ reason: 'not-found' })
      expect(await browser.call(kiosks.cover, { handoverId })).toMatchObject({ reason: 'not-found' })
    }
  })
})

describe('taking the tablet back', () => {
  it('needs the PIN of who handed it over, and ends what the patient had open', async () => {
    const { browser, handoverId, consentIds } = await startKioskSession()
    await verify(browser, handoverId)
    expect(await browser.callOk(identity.locked, {})).toMatchObject([
      { handedOver: handoverId, hasPin: true },
    ])
    expect(await unlock(browser, '9999')).toMatchObject({ reason: 'wrong-pin' })
    expect(await stepOf(browser)).toBe('locked')
    expect((await unlock(browser)).status).toBe(200)
    expect(await stepOf(browser)).toBe('open')
    expect((await browser.call(contract.patients.list, {})).status).toBe(200)
    expect((await browser.call(signing.read, { consentId: consentIds[0]! })).status).toBe(401)
    expect(await browser.call(kiosks.get, { handoverId })).toMatchObject({ reason: 'not-found' })
    expect(await auditOf(handoverId)).toEqual([
      { action: 'kiosk.handed_over', role: 'clinic_staff', details: { consentIds } },
      { action: 'kiosk.verified', role: 'patient', details: {} },
      { action: 'kiosk.unlock_refused', role: 'clinic_staff', details: { reason: 'wrong-pin' } },
      { action: 'kiosk.unlocked', role: 'clinic_staff', details: { by: 'pin' } },
    ])
  })

  it('can be followed by the next patient', async () => {
    const { browser, handoverId } = await startKioskSession()
    await unlock(browser)
    const { consentId } = await testApp.clinicA.addSent()
    const next = await browser.callOk(kiosks.handOver, { consentIds: [consentId] })
    expect(next.handoverId).not.toBe(handoverId)
    expect(await browser.call(kiosks.get, { handoverId })).toMatchObject({ reason: 'not-found' })
    expect(await stepOf(browser)).toBe('locked')
  })

  it('ends the session after too many wrong PINs, and nothing of it opens any more', async () => {
    const { browser, handoverId } = await startKioskSession()
    for (let at = 0; at < pin_attempts_max; at++) await unlock(browser, '9999')
    expect(await unlock(browser)).toMatchObject({ reason: 'user-token-expired' })
    expect(await stepOf(browser)).toBe('none')
    expect(await browser.call(kiosks.get, { handoverId })).toMatchObject({ reason: 'not-found' })
  })

  it('is over with the session’s hours: what the patient proved before still takes their signature', async () => {
    const { browser, handoverId, consents } = await startKioskSession()
    await runLater(session_hours_max * 60 - 10, async () => {
      await verify(browser, handoverId)
    })
    await runLater(session_hours_max * 60 + 1, async () => {
      expect(await browser.call(kiosks.get, { handoverId })).toMatchObject({ reason: 'not-found' })
      expect(await browser.callOk(identity.locked, {})).toEqual([])
      expect(await stepOf(browser)).toBe('none')
      const signed = await browser.callOk(signing.sign, signatureFor(consents[0]!))
      expect(signed.status).toBe('signed')
    })
  })

  it('is not undone by time: a tablet left for long stays the patient’s', async () => {
    const { browser, handoverId } = await startKioskSession()
    await runLater(300, async () => {
      expect(await stepOf(browser)).toBe('locked')
      expect(await browser.callOk(kiosks.get, { handoverId })).toMatchObject({ waiting: 1 })
    })
  })
})
