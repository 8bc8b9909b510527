import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  birth_date_attempts_max,
  copies_a_day_max,
  link_code_attempts_max,
  link_code_minutes,
  link_codes_a_day_max,
} from '../../../contract/limits.ts'
import { birthDate, cookieOf, wrongBirthDate, type TestClinic } from '../../testing/test-clinic.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  hashLinkCode,
  isCodeUsable,
  maskEmailAddress,
  maskPhoneNumber,
  generateCode,
} from './link-code-rules.ts'

const { clinicSettings, signing } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  await requireCodes(testApp.clinicA)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

async function requireCodes(clinic: TestClinic): Promise<void> {
  const { nation: _nation, ...policies } = await clinic.as('owner').callOk(clinicSettings.policies, {})
  const wayIn = { proof: 'birth-date-and-code', callBack: '01632 960000' } as const
  await clinic.as('owner').callOk(clinicSettings.changePolicies, { ...policies, wayIn })
}

let mobileCount = 0
/** A link to a consent of somebody whose mobile nobody else has. */
async function addCodeProtectedLink(details: { phone?: string } = {}, withoutCode = false) {
  const mobile = `+4477009${String(90_000 + ++mobileCount)}`
  const patientId = await testApp.clinicA.addPatient({ phone: mobile, ...details })
  const { consentId } = await testApp.clinicA.addSent({ patientId })
  const { url, link } = await testApp.clinicA
    .as('dentist')
    .callOk(signing.createLink, { consentId, withoutCode })
  return { consentId, patientId, mobile, linkId: link.id, accessToken: url.split('/').at(-1)! }
}
type CodeProtectedLink = Awaited<ReturnType<typeof addCodeProtectedLink>>

const verify = ({ accessToken }: CodeProtectedLink, dateOfBirth = birthDate) =>
  testApp.anonymous().call(signing.verify, { accessToken, dateOfBirth })
const requestAnotherCode = ({ accessToken }: CodeProtectedLink, dateOfBirth = birthDate) =>
  testApp.anonymous().call(signing.sendCode, { accessToken, dateOfBirth })
const submitCode = ({ accessToken }: CodeProtectedLink, code: string, dateOfBirth = birthDate) =>
  testApp.anonymous().call(signing.proveCode, { accessToken, code, dateOfBirth })

/** The codes that came to a mobile, oldest first. */
async function codesSentTo({ mobile }: CodeProtectedLink): Promise<string[]> {
  await testApp.runJobs()
  const texts = (await testApp.mail()).filter(({ to }) => to === mobile)
  return texts.map(({ text }) => /\b(\d{6})\b is your code/.exec(text)?.[1] ?? 'no code')
}
const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000')

describe('where the practice asks for a code', () => {
  it('sends one to the mobile on file after the right birth date, and says its end alone', async () => {
    const link = await addCodeProtectedLink()
    const answer = await verify(link)
    expect(answer.body).toEqual({ code: 'sent', sentTo: `…${link.mobile.slice(-3)}` })
    expect(answer.cookies).toEqual([])
    expect(answer.raw.toString()).not.toContain(link.mobile.slice(1, -3))
    const [code, ...others] = await codesSentTo(link)
    expect(others).toEqual([])
    const opened = await submitCode(link, code!)
    expect(opened.body).toMatchObject({ consentId: link.consentId, consent: { id: link.consentId } })
    const patient = createTestCaller(testApp.app.http, cookieOf(opened.cookies[0]!))
    expect((await patient.call(signing.read, link)).status).toBe(200)
    const { events } = await testApp.clinicA.as('dentist').callOk(contract.consents.get, link)
    expect(events.at(-1)).toMatchObject({
      event: 'consent.viewed',
      details: { proof: 'date of birth and code' },
    })
  })

  it('sends none after a wrong birth date, which is counted as ever', async () => {
    const link = await addCodeProtectedLink()
    expect((await verify(link, wrongBirthDate)).reason).toBe('wrong-birth-date')
    for (const ask of [
      requestAnotherCode,
      (one: CodeProtectedLink, day: string) => submitCode(one, '123456', day),
    ])
      expect((await ask(link, wrongBirthDate)).reason).toBe('wrong-birth-date')
    for (let tries = 3; tries < birth_date_attempts_max; tries++) await verify(link, wrongBirthDate)
    expect((await verify(link)).reason).toBe('link-locked')
    expect(await codesSentTo(link)).toEqual([])
  })

  it('takes a code once, from its own link, and with the birth date', async () => {
    const [link, other] = [await addCodeProtectedLink(), await addCodeProtectedLink()]
    for (const one of [link, other]) await verify(one)
    const [code] = await codesSentTo(link)
    if ((await codesSentTo(other))[0] !== code)
      expect((await submitCode(other, code!)).reason).toBe('wrong-code')
    expect((await submitCode(link, code!, wrongBirthDate)).reason).toBe('wrong-birth-date')
    expect((await submitCode(link, code!)).status).toBe(200)
    const again = await submitCode(link, code!)
    expect([again.status, again.reason, again.error!.details.attemptsLeft]).toEqual([403, 'wrong-code', 0])
  })

  it('counts wrong codes, and after so many the right one is wrong too; another one cures it', async () => {
    const link = await addCodeProtectedLink()
    await verify(link)
    const [code] = await codesSentTo(link)
    for (let left = link_code_attempts_max - 1; left >= 0; left--) {
      const answer = await submitCode(link, wrongCodeFor(code!))
      expect([answer.reason, answer.error!.details.attemptsLeft]).toEqual(['wrong-code', left])
    }
    expect((await submitCode(link, code!)).reason).toBe('wrong-code')
    expect((await requestAnotherCode(link)).body).toMatchObject({ code: 'sent' })
    const [, newer] = await codesSentTo(link)
    expect((await submitCode(link, newer!)).status).toBe(200)
  })

  it('is not counted away by asking at the same moment', async () => {
    const link = await addCodeProtectedLink()
    await verify(link)
    const [code] = await codesSentTo(link)
    await Promise.all(Array.from({ length: 9 }, () => submitCode(link, wrongCodeFor(code!))))
    const { rows } = await testApp.owner.query('select failed_attempts from link_codes where link_id = $1', [
      link.linkId,
    ])
    expect(rows).toEqual([{ failed_attempts: link_code_attempts_max }])
  })

  it('takes the newest code alone, for some minutes', async () => {
    const link = await addCodeProtectedLink()
    await verify(link)
    await verify(link)
    const [first, ...others] = await codesSentTo(link)
    expect(others, 'one that works is not sent twice').toEqual([])
    await requestAnotherCode(link)
    const [, second] = await codesSentTo(link)
    if (first !== second) expect((await submitCode(link, first!)).reason).toBe('wrong-code')
    testApp.clock.advance((link_code_minutes + 1) * minute_ms)
    expect((await submitCode(link, second!)).reason).toBe('wrong-code')
    expect((await verify(link)).body).toMatchObject({ code: 'sent' })
    const [, , third] = await codesSentTo(link)
    expect((await submitCode(link, third!)).status).toBe(200)
  })

  it('sends so many a day and no more', async () => {
    const link = await addCodeProtectedLink()
    await verify(link)
    for (let sent = 1; sent < link_codes_a_day_max; sent++)
      expect((await requestAnotherCode(link)).body).toMatchObject({ code: 'sent' })
    expect((await requestAnotherCode(link)).body).toEqual({ code: 'too-many', sentTo: null })
    expect(await codesSentTo(link)).toHaveLength(link_codes_a_day_max)
    testApp.clock.advance(day_ms)
    expect((await requestAnotherCode(link)).body).toMatchObject({ code: 'sent' })
    testApp.clock.advance(-day_ms)
  })

  it('says where there is no mobile on file, and a link without a code opens then, which is written down', async () => {
    const link = await addCodeProtectedLink({ phone: '01632 960111' })
    const answer = await verify(link)
    expect(answer.body).toEqual({ code: 'no-mobile', sentTo: null })
    expect(answer.cookies).toEqual([])
    const waived = await addCodeProtectedLink({ phone: '01632 960111' }, true)
    expect((await verify(waived)).body).toMatchObject({ consentId: waived.consentId })
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'link.created' and subject = $1`,
      [waived.consentId],
    )
    expect(rows).toEqual([{ details: { linkId: waived.linkId, withoutCode: true } }])
  })

  it('keeps no code and logs none, and its message is seen with what became of it', async () => {
    const link = await addCodeProtectedLink()
    await verify(link)
    const [code] = await codesSentTo(link)
    await submitCode(link, wrongCodeFor(code!))
    const { rows } = await testApp.owner.query('select * from link_codes where link_id = $1', [link.linkId])
    const audited = await testApp.owner.query('select * from audit_rows where subject in ($1, $2)', [
      link.consentId,
      link.linkId,
    ])
    const jobs = await testApp.owner.query(`select data from pgboss.job`)
    for (const kept of [rows, audited.rows, jobs.rows, testApp.logged])
      expect(JSON.stringify(kept)).not.toMatch(new RegExp(String.raw`\b${code}\b`))
    const messages = await testApp.clinicA.as('dentist').callOk(signing.listMessages, link)
    expect(messages).toMatchObject([{ kind: 'link-code', channel: 'sms', state: 'sent' }])
  })

  it('asks a kiosk’s patient for none', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const colleague = testApp.as(await testApp.clinicA.addColleague())
    const { handoverId } = await colleague.callOk(contract.kiosks.handOver, { consentIds: [consentId] })
    const opened = await colleague.call(contract.kiosks.verify, { handoverId, dateOfBirth: birthDate })
    expect(opened.error).toBeNull()
  })

  it('tells before the birth date whom to ring and the code word', async () => {
    const profile = await testApp.clinicA.as('owner').callOk(clinicSettings.profile, {})
    await testApp.clinicA
      .as('owner')
      .callOk(clinicSettings.changeProfile, { ...profile, codeWord: 'Kingfisher' })
    const { accessToken } = await addCodeProtectedLink()
    const { trust } = await testApp.anonymous().callOk(signing.open, { accessToken })
    expect(trust).toEqual({ codeWord: 'Kingfisher', callBack: '01632 960000' })
  })
})

describe('where the practice asks for none', () => {
  it('the birth date alone counts, and no code is sent', async () => {
    const { consentId } = await testApp.clinicB.addSent()
    const { token: accessToken } = await testApp.clinicB.addLink({ consentId })
    const given = { accessToken, dateOfBirth: birthDate }
    expect((await testApp.anonymous().callOk(signing.sendCode, given)).code).toBe('not-needed')
    expect(await testApp.anonymous().callOk(signing.proveCode, { ...given, code: '123456' })).toMatchObject({
      consentId,
    })
    expect(
      (await testApp.owner.query('select from link_codes where consent_id = $1', [consentId])).rows,
    ).toEqual([])
  })
})

describe('a copy at the patient’s wish', () => {
  const wish = (caller: TestCaller, consentId: string) =>
    caller.call(signing.mailCopy, { consentId }, { idempotencyKey: crypto.randomUUID() })

  it('goes to the address on file, which is not told whole, as a link with the birth date', async () => {
    const patientId = await testApp.clinicB.addPatient({
      email: 'copy@example.org',
      contactPermission: [],
      preferredChannel: 'none',
    })
    const { consentId, patient } = await testApp.clinicB.addSigned({ patientId })
    expect((await wish(patient, consentId)).body).toEqual({ queued: true, to: 'c…@example.org' })
    await testApp.runJobs()
    const [mail, ...others] = (await testApp.mail()).filter(({ to }) => to === 'copy@example.org')
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Canal Side: your signed copy')
    expect(mail!.link).toContain('/view-consent/')
  })

  it('is refused without an address, before the signature, and when it came too often', async () => {
    const viewed = await testApp.clinicB.addViewed()
    expect((await wish(viewed.patient, viewed.consentId)).reason).toBe('wrong-state')
    const silent = await testApp.clinicB.addSigned({
      patientId: await testApp.clinicB.addPatient({ email: '' }),
    })
    expect((await wish(silent.patient, silent.consentId)).reason).toBe('no-email')
    const patientId = await testApp.clinicB.addPatient({ contactPermission: [], preferredChannel: 'none' })
    const signed = await testApp.clinicB.addSigned({ patientId })
    for (let times = 0; times < copies_a_day_max; times++) {
      expect((await wish(signed.patient, signed.consentId)).status).toBe(200)
      await testApp.runJobs()
    }
    expect((await wish(signed.patient, signed.consentId)).reason).toBe('too-many')
  })
})

describe('the rules of a code', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const code = { codeHash: 'x', failedAttempts: 0, expiresAt: new Date('2026-03-02T10:05:00Z'), usedAt: null }

  it('make six digits, kept with a key and for one link', () => {
    expect(generateCode()).toMatch(/^\d{6}$/)
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const hashes = [
      hashLinkCode(one, 'a', '123456'),
      hashLinkCode(one, 'b', '123456'),
      hashLinkCode(other, 'a', '123456'),
    ]
    expect(new Set(hashes).size).toBe(3)
  })

  it.each([
    [{}, true],
    [{ failedAttempts: link_code_attempts_max }, false],
    [{ usedAt: now }, false],
    [{ expiresAt: now }, false],
  ])('%j: works %s', (change, works) => expect(isCodeUsable({ ...code, ...change }, now)).toBe(works))

  it('tell the end of a number and of an address', () => {
    expect(maskPhoneNumber('+447700900456')).toBe('…456')
    expect(maskEmailAddress('eleanor@example.org')).toBe('e…@example.org')
  })
})
