import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { readings_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { readings, signing, consents } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const read = ({ consentId }: { consentId: string }) => dentist().callOk(consents.get, { consentId })
const told = ({ consentId }: { consentId: string }) => dentist().callOk(readings.ofConsent, { consentId })

const visit = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311'
const spell = (part: number, ms: number, listenedMs = 0) => ({ part, ms, listenedMs })
const report = (
  { consentId, patient }: OpenedConsent,
  spells = [spell(1, 0)],
  { number = 1, of = visit }: { number?: number; of?: string } = {},
) => patient.call(readings.report, { consentId, visit: of, number, spells })

/** A form that was opened so many minutes ago. */
async function addOpened(minutes: number): Promise<OpenedConsent> {
  const viewed = await testApp.clinicA.addViewed()
  const provedAt = new Date(testApp.clock.now().getTime() - minutes * minute_ms)
  const provedBefore = `update patient_sessions set created_at = $2 where consent_id = $1`
  await testApp.owner.query(provedBefore, [viewed.consentId, provedAt])
  return viewed
}

describe('a report', () => {
  it('is told to the practice part by part', async () => {
    const opened = await addOpened(5)
    expect(await told(opened)).toBeNull()
    await report(opened, [spell(1, 20_000), spell(2, 61_000, 30_000)])
    await report(opened, [spell(2, 39_000), spell(1, 4000)], { number: 2 })
    const { content } = await read(opened)
    expect(await told(opened)).toMatchObject({
      opened: 2,
      seconds: 124,
      parts: content.sections.map(({ title }, index) => ({
        title,
        seconds: [24, 100][index] ?? 0,
        listenedSeconds: index === 1 ? 30 : 0,
        isOpened: index < 2,
      })),
      visits: [{ order: [1, 2, 1] }],
    })
  })

  it('counts once however often it is sent, also where the second says something else', async () => {
    const opened = await addOpened(5)
    for (const ms of [20_000, 20_000, 40_000])
      expect((await report(opened, [spell(1, ms)])).body).toEqual({ kept: true })
    expect(await told(opened)).toMatchObject({ seconds: 20 })
  })

  it('counts once where it comes twice at the same time', async () => {
    const opened = await addOpened(5)
    const answers = await Promise.all([1, 2, 3].map(() => report(opened, [spell(1, 20_000)])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await told(opened)).toMatchObject({ seconds: 20 })
  })

  it('of the same number belongs to another visit where that is another', async () => {
    const opened = await addOpened(5)
    await report(opened, [spell(1, 20_000)])
    await report(opened, [spell(2, 20_000)], { of: crypto.randomUUID() })
    expect((await told(opened))!.visits).toHaveLength(2)
  })

  it('cannot claim more time than has passed since the birth date was proved', async () => {
    const opened = await addOpened(1)
    const tooLong = await report(opened, [spell(1, 3 * minute_ms)])
    expect([tooLong.status, tooLong.reason]).toEqual([400, 'too-long'])
    expect((await report(opened, [spell(1, minute_ms)])).status).toBe(200)
    const again = await report(opened, [spell(1, minute_ms)], { of: crypto.randomUUID() })
    expect(again.reason).toBe('too-long')
    expect(await told(opened)).toMatchObject({ seconds: 60 })
  })

  it('is of a part that there is, of time that can be, and not empty', async () => {
    const opened = await addOpened(60)
    expect((await report(opened, [spell(99, 1)])).reason).toBe('part-not-found')
    for (const wrong of [[], [spell(0, 1)], [spell(1, -1)], [spell(1, 1, 2)], [spell(1, 11 * minute_ms)]])
      expect((await report(opened, wrong)).code).toBe('invalid-argument')
    expect(await told(opened)).toBeNull()
  })

  it(`is one of ${readings_max} at most`, async () => {
    const opened = await addOpened(1)
    await testApp.owner.query(
      `insert into readings (clinic_id, consent_id, number, visit, visit_number, spells, hash, at)
       select $1, $2, n, gen_random_uuid(), 1, '[{"part":1,"ms":0,"listenedMs":0}]', '', now() from generate_series(1, $3) n`,
      [testApp.clinicA.id, opened.consentId, readings_max],
    )
    expect((await report(opened)).reason).toBe('too-many')
  })

  it('is of the own consent alone, and for staff of the practice alone to read', async () => {
    const [opened, other] = [await addOpened(1), await testApp.clinicA.addViewed()]
    const { consentId } = opened
    const foreign = await other.patient.call(readings.report, {
      consentId,
      visit,
      number: 1,
      spells: [spell(1, 0)],
    })
    expect(foreign.status).toBe(401)
    expect((await testApp.clinicB.as('dentist').call(readings.ofConsent, { consentId })).reason).toBe(
      'not-found',
    )
  })
})

describe('signing', () => {
  it('is never held up by it: without a report nothing is said of reading', async () => {
    const signed = await testApp.clinicA.addSigned()
    const { events, chainIntact } = await read(signed)
    expect(events.map(({ event }) => event)).not.toContain('consent.read')
    expect(chainIntact).toBe(true)
  })

  it('puts what was read by then into the chain, right before the signature', async () => {
    const opened = await addOpened(5)
    await report(opened, [spell(1, 20_000), spell(2, 10_000)])
    expect((await opened.patient.callOk(signing.sign, signatureFor(opened))).chainIntact).toBe(true)
    const { events, chainIntact, content } = await read(opened)
    const [before, last] = events.filter(({ event }) => event !== 'document.sealed').slice(-2)
    expect([before!.event, last!.event]).toEqual(['consent.read', 'consent.signed'])
    expect(before!.details).toMatchObject({
      reports: 1,
      parts: content.sections.length,
      opened: 2,
      seconds: 30,
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect(chainIntact).toBe(true)
  })

  it('ends it: what comes later is refused, and what came is answered as before', async () => {
    const opened = await addOpened(5)
    await report(opened, [spell(1, 20_000)])
    await opened.patient.callOk(signing.sign, signatureFor(opened))
    expect((await report(opened, [spell(1, 20_000)])).status).toBe(200)
    const late = await report(opened, [spell(2, 1000)], { number: 2 })
    expect([late.status, late.reason]).toEqual([409, 'wrong-state'])
  })

  it.each([
    [
      'another time',
      `update readings set spells = '[{"part":1,"ms":90000,"listenedMs":0}]' where consent_id = $1`,
    ],
    ['a report less', 'delete from readings where consent_id = $1 and number = 2'],
  ])('is shown as changed where the reports were: %s', async (_what, change) => {
    const opened = await addOpened(5)
    await report(opened, [spell(1, 20_000)])
    await report(opened, [spell(2, 20_000)], { number: 2 })
    await opened.patient.callOk(signing.sign, signatureFor(opened))
    await testApp.owner.query(change, [opened.consentId])
    expect((await read(opened)).chainIntact).toBe(false)
    const { chainIntact } = await opened.patient.callOk(signing.read, { consentId: opened.consentId })
    expect(chainIntact).toBe(false)
  })
})

describe('the database', () => {
  let app: pg.Client
  beforeAll(async () => {
    app = new pg.Client(testApp.logins.app)
    await app.connect()
  })
  afterAll(() => app.end())

  let opened: OpenedConsent
  beforeEach(async () => {
    opened = await addOpened(1)
    await report(opened)
  })
  const scopeOf = (role: 'candour_patient' | 'candour_clinic' | 'candour_link') => ({
    role,
    clinicId: testApp.clinicA.id,
    consentIds: [opened.consentId],
  })

  it('lets a patient see and add reports of their own consent, one behind the other, and nobody change them', async () => {
    const other = await testApp.clinicA.addViewed()
    await report(other)
    const seen = await rawQuery(app)<{ consent_id: string }>(
      scopeOf('candour_patient'),
      'select distinct consent_id from readings',
    )
    expect(seen.map(({ consent_id: id }) => id)).toEqual([opened.consentId])
    const insert = `insert into readings (clinic_id, consent_id, number, visit, visit_number, spells, hash, at)
                    values ($1, $2, $3, $4, 1, '[]', 'x', now())`
    const row = (number: number) => [testApp.clinicA.id, opened.consentId, number, crypto.randomUUID()]
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, row(7))).rejects.toThrow(
      'follows the last one',
    )
    await expect(rawQuery(app)(scopeOf('candour_clinic'), insert, row(2))).rejects.toThrow(
      'permission denied',
    )
    await expect(rawQuery(app)(scopeOf('candour_link'), insert, row(2))).rejects.toThrow('permission denied')
    for (const role of ['candour_patient', 'candour_clinic'] as const)
      for (const change of [`update readings set hash = ''`, 'delete from readings'])
        await expect(rawQuery(app)(scopeOf(role), change)).rejects.toThrow('permission denied')
  })

  it('lets the chain tell of the last report alone, once, and by the patient', async () => {
    const { rows } = await testApp.owner.query<{ number: number; hash: string; reading: string }>(
      `select e.number, e.hash, r.hash as reading from consent_events e join readings r using (clinic_id, consent_id)
       where consent_id = $1 order by e.number desc limit 1`,
      [opened.consentId],
    )
    const { number, hash, reading } = rows[0]!
    const tell = `insert into consent_events
      (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
      values ($1, $2, $3, 'consent.read', now(), 'Patient', '', '', $4, $5, 'x') returning number`
    const event = (details: object, place = number + 1, previous = hash) =>
      [testApp.clinicA.id, opened.consentId, place, details, previous] as const
    const last = { reports: 1, hash: reading }
    await expect(rawQuery(app)(scopeOf('candour_patient'), tell, [...event(last)])).resolves.toHaveLength(1)
    for (const [role, values] of [
      ['candour_patient', event({ reports: 2, hash: reading })],
      ['candour_patient', event({ reports: 1, hash: 'x' })],
      ['candour_clinic', event(last)],
      ['candour_patient', event(last, number + 2)],
      ['candour_patient', event(last, number + 1, 'x')],
    ] as const)
      await expect(rawQuery(app)(scopeOf(role), tell, [...values])).rejects.toThrow(
        /did not happen|follows the last/,
      )
    await opened.patient.callOk(signing.sign, signatureFor(opened))
    const after = await read(opened)
    const { number: end, hash: head } = after.events.at(-1)!
    await expect(
      rawQuery(app)(scopeOf('candour_patient'), tell, [...event(last, end + 1, head)]),
    ).rejects.toThrow('did not happen')
  })
})
