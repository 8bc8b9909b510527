import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  supporter_attempts_max,
  supporter_session_minutes,
  supporters_max,
} from '../../../contract/limits.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { cookieOf, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { contentForSupporter } from './supporter-rules.ts'

const { supporters, signing } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const maria = { name: 'Maria Whitcombe', relation: 'Daughter', hours: 72, by: 'own' } as const
type Patient = Pick<OpenedConsent, 'consentId' | 'patient'>

const invite = ({ consentId, patient }: Patient, change: object = {}) =>
  patient.call(supporters.invite, { consentId, ...maria, ...change })
const listOwnSupporters = ({ consentId, patient }: Patient) =>
  patient.callOk(supporters.listOwn, { consentId })
const requestAccess = (accessToken: string) => testApp.anonymous().call(supporters.knock, { accessToken })
const submitCode = (accessToken: string, code: string) =>
  testApp.anonymous().call(supporters.prove, { accessToken, code })
const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a patient', () => {
  it('lets somebody read along, passes link and code on, and sees when it was opened', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { supporterId, supporter } = await testApp.clinicA.addSupporter(viewed)
    const [shown, ...others] = await listOwnSupporters(viewed)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      id: supporterId,
      ...{ name: maria.name, relation: maria.relation },
      state: 'open',
    })
    expect(shown!.code).toMatch(/^\d{6}$/)
    expect(shown!.url).toMatch(new RegExp(`^${testAddress}/supporter/[\\w-]{43}$`))
    expect(shown!.openings).toHaveLength(1)
    expect((await supporter.call(supporters.read, { supporterId })).status).toBe(200)
  })

  it('has the link sent by e-mail or as a text, which names nobody and nothing', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const byMail = await invite(viewed, { by: 'email', contact: 'maria@example.org' })
    const byText = await invite(viewed, { by: 'sms', contact: '07700 900321' })
    expect([byMail.error, byText.error]).toEqual([null, null])
    await testApp.runJobs()
    const people = await listOwnSupporters(viewed)
    const sent = (await testApp.mail()).filter(({ to }) =>
      ['maria@example.org', '+447700900321'].includes(to),
    )
    expect(sent).toHaveLength(2)
    for (const { text, subject } of sent) {
      const url = people.map((person) => person.url!).find((one) => text.includes(one))
      expect(url).toBeDefined()
      const words = `${subject} ${text}`.replaceAll(url!, '').replaceAll('maria@example.org', '')
      for (const told of ['Eleanor', 'Whitcombe', 'Maria', 'root', 'tooth', 'consent', 'treatment', '1961'])
        expect(words).not.toMatch(new RegExp(told, 'i'))
      for (const { code } of people) expect(words).not.toContain(code)
    }
    const messages = await testApp.clinicA.as('dentist').callOk(signing.listMessages, viewed)
    expect(messages.filter(({ kind }) => kind === 'supporter-link')).toMatchObject([
      { state: 'sent' },
      { state: 'sent' },
    ])
  })

  it.each([
    [{ by: 'email', contact: 'maria' }, 'wrong-email'],
    [{ by: 'email', contact: '' }, 'wrong-email'],
    [{ by: 'sms', contact: '01632 960111' }, 'wrong-mobile'],
  ])('%j is refused: %s', async (change, reason) => {
    expect((await invite(await testApp.clinicA.addViewed(), change)).reason).toBe(reason)
  })

  it('lets in so many at a time, and one more where one of them was sent away', async () => {
    const viewed = await testApp.clinicA.addViewed()
    for (let people = 0; people < supporters_max; people++) expect((await invite(viewed)).status).toBe(200)
    expect((await invite(viewed)).reason).toBe('too-many')
    const [last] = await listOwnSupporters(viewed)
    const named = { consentId: viewed.consentId, supporterId: last!.id }
    await viewed.patient.callOk(supporters.revokeOwn, named)
    expect((await invite(viewed)).status).toBe(200)
  })

  it('gives for between a day and two weeks, and no other time', async () => {
    const viewed = await testApp.clinicA.addViewed()
    for (const hours of [1, 23, 337, 720]) expect((await invite(viewed, { hours })).status).toBe(400)
    for (const hours of [24, 336]) expect((await invite(viewed, { hours })).status).toBe(200)
    const lasts = (await listOwnSupporters(viewed)).map(
      ({ createdAt, expiresAt }) => Date.parse(expiresAt) - Date.parse(createdAt),
    )
    expect(lasts.toSorted((one, other) => one - other)).toEqual([24 * 60 * minute_ms, 336 * 60 * minute_ms])
  })

  it('does not reach those of another consent', async () => {
    const [one, other] = [await testApp.clinicA.addViewed(), await testApp.clinicA.addViewed()]
    const { supporterId } = await testApp.clinicA.addSupporter(other)
    const named = { consentId: one.consentId, supporterId }
    expect((await one.patient.call(supporters.revokeOwn, named)).code).toBe('not-found')
    expect((await listOwnSupporters(other))[0]!.state).toBe('open')
  })
})

describe('a supporter', () => {
  it('is told before the code whose practice it is, and nothing else', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { token } = await testApp.clinicA.addSupporter(viewed)
    const answer = await requestAccess(token)
    expect(Object.keys(answer.body)).toEqual(['practice', 'locked'])
    for (const told of ['Eleanor', 'Whitcombe', 'Maria', 'Root', viewed.consentId, viewed.patientId])
      expect(answer.raw.toString()).not.toContain(told)
  })

  it('reads the text and the questions, and neither who the patient is nor what is known of them', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const asked = { part: null, text: 'How long will it be sore?', isBlocking: false }
    await viewed.patient.callOk(contract.questions.ask, { consentId: viewed.consentId, ...asked })
    const { supporterId, supporter } = await testApp.clinicA.addSupporter(viewed)
    const { content, questions } = await supporter.callOk(supporters.read, { supporterId })
    const { content: frozen } = await viewed.patient.callOk(signing.read, viewed)
    expect(content.sections).toEqual(frozen.sections)
    expect(content.title).toBe(frozen.title)
    expect(questions.map(({ entries }) => entries[0]!.text)).toEqual([asked.text])
    const said = JSON.stringify(content)
    expect(frozen.patient.name).toContain('Whitcombe')
    for (const told of ['Whitcombe', '1961-03-14']) expect(said).not.toContain(told)
    expect(content.statements).toEqual([])
  })

  it('may do nothing that the patient may, nor read what the patient reads', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { supporter } = await testApp.clinicA.addSupporter(viewed)
    for (const [operation, input] of [
      [signing.read, viewed],
      [signing.sign, signatureFor(viewed)],
      [signing.decline, { ...viewed, reason: 'No' }],
      [contract.questions.ask, { ...viewed, part: null, text: 'Why?', isBlocking: false }],
      [supporters.listOwn, viewed],
    ] as const)
      expect((await supporter.call(operation as typeof signing.read, input as never)).status).toBe(401)
  })

  it('is let in by the code alone: wrong ones are counted, then the link is locked', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { token, code } = await testApp.clinicA.addSupporter(viewed)
    for (let tries = 1; tries < supporter_attempts_max; tries++)
      expect((await submitCode(token, wrongCodeFor(code))).reason).toBe('wrong-code')
    expect((await submitCode(token, wrongCodeFor(code))).reason).toBe('link-locked')
    expect((await submitCode(token, code)).reason).toBe('link-locked')
    expect((await requestAccess(token)).body.locked).toBe(true)
    expect((await listOwnSupporters(viewed))[0]).toMatchObject({ state: 'locked', code: null, url: null })
  })

  it('is not let in more often by trying at the same moment', async () => {
    const { token, code } = await testApp.clinicA.addSupporter(await testApp.clinicA.addViewed())
    const answers = await Promise.all(Array.from({ length: 9 }, () => submitCode(token, wrongCodeFor(code))))
    const wrong = answers.filter(({ reason }) => reason === 'wrong-code')
    expect(wrong).toHaveLength(supporter_attempts_max - 1)
  })

  it.each(['patient', 'practice', 'time', 'withdrawal'] as const)(
    'reads no longer once it is ended by the %s: link and cookie are as dead as unknown ones',
    async (ending) => {
      const viewed = await testApp.clinicA.addViewed()
      const { supporterId, supporter, token, code } = await testApp.clinicA.addSupporter(viewed)
      const named = { consentId: viewed.consentId, supporterId }
      if (ending === 'patient') await viewed.patient.callOk(supporters.revokeOwn, named)
      if (ending === 'practice') await testApp.clinicA.as('dentist').callOk(supporters.revoke, named)
      if (ending === 'time')
        await testApp.owner.query(
          `update supporters set expires_at = now() - interval '1 day' where id = $1`,
          [supporterId],
        )
      if (ending === 'withdrawal') await viewed.patient.callOk(signing.decline, { ...viewed, reason: 'No' })
      expect((await supporter.call(supporters.read, { supporterId })).status).toBe(401)
      const unknown = 'x'.repeat(43)
      for (const ask of [requestAccess, (one: string) => submitCode(one, code)]) {
        const [dead, never] = [await ask(token), await ask(unknown)]
        expect([dead.status, dead.code]).toEqual([404, 'not-found'])
        expect(dead.error!.message).toBe(never.error!.message)
      }
    },
  )

  it('is let out after an hour, and comes in again with the code, which is seen as another opening', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { supporterId, supporter, token, code } = await testApp.clinicA.addSupporter(viewed)
    const before = await testApp.owner.query<{ minutes: number }>(
      `update supporter_openings set expires_at = $2::timestamptz - interval '1 second' where supporter_id = $1
       returning extract(epoch from old.expires_at - at)::int / 60 as minutes`,
      [supporterId, testApp.clock.now()],
    )
    expect(before.rows).toEqual([{ minutes: supporter_session_minutes }])
    expect((await supporter.call(supporters.read, { supporterId })).status).toBe(401)
    const again = await submitCode(token, code)
    const opened = createTestCaller(testApp.app.http, cookieOf(again.cookies[0]!))
    expect((await opened.call(supporters.read, { supporterId })).status).toBe(200)
    const [listed] = await testApp.clinicA.as('dentist').callOk(supporters.list, viewed)
    expect(listed!.openings).toHaveLength(2)
    expect(listed).not.toHaveProperty('code')
  })

  it('has a cookie for this view alone, out of reach of scripts, and nothing of it is kept in words', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { supporterId, token, code } = await testApp.clinicA.addSupporter(viewed)
    const { cookies } = await submitCode(token, code)
    expect(cookies[0]).toMatch(new RegExp(`^candour\\.supporter\\.${supporterId}=[\\w-]{43};.* Path=/;`))
    expect(cookies[0]).toMatch(/HttpOnly.*SameSite=Strict|SameSite=Strict.*HttpOnly/)
    const kept = await testApp.owner.query('select * from supporters where id = $1', [supporterId])
    const audited = await testApp.owner.query(`select * from audit_rows where action like 'supporter.%'`)
    for (const rows of [kept.rows, audited.rows]) {
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(String.raw`"${code}"`))
    }
    expect(audited.rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'supporter.invited',
        'supporter.opened',
        'supporter.refused',
        'supporter.revoked',
      ]),
    )
  })
})

it('what is left out of the text is not there by another name', async () => {
  const { patient, ...viewed } = await testApp.clinicA.addViewed()
  const { content } = await patient.callOk(signing.read, viewed)
  const risk = { ruleId: 'x', statement: 'You smoke' } as never
  const shown = contentForSupporter({ ...content, personalRisks: [risk], reflectionWaived: 'In pain' })
  expect(JSON.stringify(shown)).not.toMatch(/smoke|In pain/)
})

describe('the record', () => {
  const read = ({ consentId }: Patient) =>
    testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })
  const eventsOf = async (viewed: Patient) =>
    (await read(viewed)).events.filter(({ event }) => event.startsWith('supporter.'))

  it('tells that somebody was let in, looked and was shut out, and of nobody by name', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { supporterId } = await testApp.clinicA.addSupporter(viewed)
    const named = { consentId: viewed.consentId, supporterId }
    await testApp.clinicA.as('dentist').callOk(supporters.revoke, named)
    await viewed.patient.callOk(supporters.revokeOwn, named)
    const events = await eventsOf(viewed)
    expect(events.map(({ what, actor }) => [what, actor])).toEqual([
      ['The patient invited a supporter', 'Patient'],
      ['A supporter opened it', 'Candour'],
      ['Access ended for a supporter', expect.stringContaining('Hughes')],
    ])
    expect(JSON.stringify(events)).not.toMatch(/Maria|Daughter/)
    expect((await read(viewed)).chainIntact).toBe(true)
    expect((await viewed.patient.callOk(signing.read, viewed)).chainIntact).toBe(true)
  })

  it('tells that a link was locked after wrong codes', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { token, code } = await testApp.clinicA.addSupporter(viewed)
    for (let tries = 0; tries < supporter_attempts_max; tries++) await submitCode(token, wrongCodeFor(code))
    const [last] = (await eventsOf(viewed)).toReversed()
    expect(last).toMatchObject({ event: 'supporter.shut_out', details: { number: 1, why: 'wrong-codes' } })
    expect((await read(viewed)).chainIntact).toBe(true)
  })

  it.each([
    `update supporters set relation = 'Solicitor' where consent_id = $1`,
    `update supporters set revoked_at = now() where consent_id = $1`,
    `update supporters set number = null, hash = null where consent_id = $1`,
    `delete from supporter_openings where consent_id = $1`,
    `update supporter_openings set at = at - interval '1 hour' where consent_id = $1`,
  ])('shows both sides what was changed: %s', async (change) => {
    const viewed = await testApp.clinicA.addViewed()
    await testApp.clinicA.addSupporter(viewed)
    await testApp.owner.query(change, [viewed.consentId])
    expect((await read(viewed)).chainIntact).toBe(false)
    expect((await viewed.patient.callOk(signing.read, viewed)).chainIntact).toBe(false)
  })

  it('cannot tell of what did not happen, nor of anything twice', async () => {
    const viewed = await testApp.clinicA.addViewed()
    await testApp.clinicA.addSupporter(viewed)
    const tell = async (role: string, event: string, details: object) => {
      await testApp.owner.query('begin')
      try {
        await testApp.owner.query(
          `select set_config('role', $1, true), set_config('app.clinic_id', $2, true), set_config('app.consent_ids', $3, true)`,
          [role, testApp.clinicA.id, viewed.consentId],
        )
        await testApp.owner.query(
          `insert into consent_events (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
           select clinic_id, consent_id, number + 1, $2, now(), '', '', '', $3, hash, 'x' from consent_events
           where consent_id = $1 order by number desc limit 1`,
          [viewed.consentId, event, details],
        )
      } finally {
        await testApp.owner.query('rollback')
      }
    }
    const [invited, opened] = await eventsOf(viewed)
    for (const [role, event, details] of [
      ['candour_patient', 'supporter.invited', invited!.details],
      ['candour_clinic', 'supporter.opened', opened!.details],
      ['candour_patient', 'supporter.opened', { ...opened!.details, opening: viewed.consentId }],
      ['candour_patient', 'supporter.shut_out', { number: 1, why: 'ended' }],
    ] as const)
      await expect(tell(role, event, details)).rejects.toThrow('did not happen')
    await expect(tell('candour_patient', 'consent.discussed', {})).rejects.toThrow('did not happen')
  })
})
