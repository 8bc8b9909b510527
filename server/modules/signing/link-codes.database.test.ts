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
import { makeCaller, type TestCaller } from '../../testing/test-caller.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'
import { codeHash, isCodeLive, maskedAddress, maskedNumber, newCode } from './link-code-rules.ts'

const { clinicSettings, signing } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
  await askForCodes(world.a)
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

async function askForCodes(clinic: TestClinic): Promise<void> {
  const { nation: _nation, ...policies } = await clinic.as('owner').ask(clinicSettings.policies, {})
  const wayIn = { proof: 'birth-date-and-code', callBack: '01632 960000' } as const
  await clinic.as('owner').ask(clinicSettings.changePolicies, { ...policies, wayIn })
}

let mobiles = 0
/** A link to a consent of somebody whose mobile nobody else has. */
async function addGuarded(details: { phone?: string } = {}, withoutCode = false) {
  const mobile = `+4477009${String(90_000 + ++mobiles)}`
  const patientId = await world.a.addPatient({ phone: mobile, ...details })
  const { consentId } = await world.a.addSent({ patientId })
  const { url, link } = await world.a.as('dentist').ask(signing.createLink, { consentId, withoutCode })
  return { consentId, patientId, mobile, linkId: link.id, accessToken: url.split('/').at(-1)! }
}
type Guarded = Awaited<ReturnType<typeof addGuarded>>

const verify = ({ accessToken }: Guarded, dateOfBirth = birthDate) =>
  world.nobody().call(signing.verify, { accessToken, dateOfBirth })
const another = ({ accessToken }: Guarded, dateOfBirth = birthDate) =>
  world.nobody().call(signing.sendCode, { accessToken, dateOfBirth })
const prove = ({ accessToken }: Guarded, code: string, dateOfBirth = birthDate) =>
  world.nobody().call(signing.proveCode, { accessToken, code, dateOfBirth })

/** The codes that came to a mobile, oldest first. */
async function codesAt({ mobile }: Guarded): Promise<string[]> {
  await world.runJobs()
  const texts = (await world.mail()).filter(({ to }) => to === mobile)
  return texts.map(({ text }) => /\b(\d{6})\b is your code/.exec(text)?.[1] ?? 'no code')
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('where the practice asks for a code', () => {
  it('sends one to the mobile on file after the right birth date, and says its end alone', async () => {
    const link = await addGuarded()
    const answer = await verify(link)
    expect(answer.body).toEqual({ code: 'sent', sentTo: `…${link.mobile.slice(-3)}` })
    expect(answer.cookies).toEqual([])
    expect(answer.raw.toString()).not.toContain(link.mobile.slice(1, -3))
    const [code, ...others] = await codesAt(link)
    expect(others).toEqual([])
    const opened = await prove(link, code!)
    expect(opened.body).toEqual({ consentId: link.consentId })
    const patient = makeCaller(world.app.http, cookieOf(opened.cookies[0]!))
    expect((await patient.call(signing.read, link)).status).toBe(200)
    const { events } = await world.a.as('dentist').ask(contract.consents.get, link)
    expect(events.at(-1)).toMatchObject({
      event: 'consent.viewed',
      details: { proof: 'date of birth and code' },
    })
  })

  it('sends none after a wrong birth date, which is counted as ever', async () => {
    const link = await addGuarded()
    expect((await verify(link, wrongBirthDate)).reason).toBe('wrong-birth-date')
    for (const ask of [another, (one: Guarded, day: string) => prove(one, '123456', day)])
      expect((await ask(link, wrongBirthDate)).reason).toBe('wrong-birth-date')
    for (let tries = 3; tries < birth_date_attempts_max; tries++) await verify(link, wrongBirthDate)
    expect((await verify(link)).reason).toBe('link-locked')
    expect(await codesAt(link)).toEqual([])
  })

  it('takes a code once, from its own link, and with the birth date', async () => {
    const [link, other] = [await addGuarded(), await addGuarded()]
    for (const one of [link, other]) await verify(one)
    const [code] = await codesAt(link)
    if ((await codesAt(other))[0] !== code) expect((await prove(other, code!)).reason).toBe('wrong-code')
    expect((await prove(link, code!, wrongBirthDate)).reason).toBe('wrong-birth-date')
    expect((await prove(link, code!)).status).toBe(200)
    const again = await prove(link, code!)
    expect([again.status, again.reason, again.error!.details.attemptsLeft]).toEqual([403, 'wrong-code', 0])
  })

  it('counts wrong codes, and after so many the right one is wrong too; another one cures it', async () => {
    const link = await addGuarded()
    await verify(link)
    const [code] = await codesAt(link)
    for (let left = link_code_attempts_max - 1; left >= 0; left--) {
      const answer = await prove(link, otherThan(code!))
      expect([answer.reason, answer.error!.details.attemptsLeft]).toEqual(['wrong-code', left])
    }
    expect((await prove(link, code!)).reason).toBe('wrong-code')
    expect((await another(link)).body).toMatchObject({ code: 'sent' })
    const [, newer] = await codesAt(link)
    expect((await prove(link, newer!)).status).toBe(200)
  })

  it('is not counted away by asking at the same moment', async () => {
    const link = await addGuarded()
    await verify(link)
    const [code] = await codesAt(link)
    await Promise.all(Array.from({ length: 9 }, () => prove(link, otherThan(code!))))
    const { rows } = await world.owner.query('select failed_attempts from link_codes where link_id = $1', [
      link.linkId,
    ])
    expect(rows).toEqual([{ failed_attempts: link_code_attempts_max }])
  })

  it('takes the newest code alone, for some minutes', async () => {
    const link = await addGuarded()
    await verify(link)
    await verify(link)
    const [first, ...others] = await codesAt(link)
    expect(others, 'one that works is not sent twice').toEqual([])
    await another(link)
    const [, second] = await codesAt(link)
    if (first !== second) expect((await prove(link, first!)).reason).toBe('wrong-code')
    world.clock.advance((link_code_minutes + 1) * minute_ms)
    expect((await prove(link, second!)).reason).toBe('wrong-code')
    expect((await verify(link)).body).toMatchObject({ code: 'sent' })
    const [, , third] = await codesAt(link)
    expect((await prove(link, third!)).status).toBe(200)
  })

  it('sends so many a day and no more', async () => {
    const link = await addGuarded()
    await verify(link)
    for (let sent = 1; sent < link_codes_a_day_max; sent++)
      expect((await another(link)).body).toMatchObject({ code: 'sent' })
    expect((await another(link)).body).toEqual({ code: 'too-many', sentTo: null })
    expect(await codesAt(link)).toHaveLength(link_codes_a_day_max)
    world.clock.advance(day_ms)
    expect((await another(link)).body).toMatchObject({ code: 'sent' })
    world.clock.advance(-day_ms)
  })

  it('says where there is no mobile on file, and a link without a code opens then, which is written down', async () => {
    const link = await addGuarded({ phone: '01632 960111' })
    const answer = await verify(link)
    expect(answer.body).toEqual({ code: 'no-mobile', sentTo: null })
    expect(answer.cookies).toEqual([])
    const waived = await addGuarded({ phone: '01632 960111' }, true)
    expect((await verify(waived)).body).toEqual({ consentId: waived.consentId })
    const { rows } = await world.owner.query(
      `select details from audit_rows where action = 'link.created' and subject = $1`,
      [waived.consentId],
    )
    expect(rows).toEqual([{ details: { linkId: waived.linkId, withoutCode: true } }])
  })

  it('keeps no code and logs none, and its message is seen with what became of it', async () => {
    const link = await addGuarded()
    await verify(link)
    const [code] = await codesAt(link)
    await prove(link, otherThan(code!))
    const { rows } = await world.owner.query('select * from link_codes where link_id = $1', [link.linkId])
    const audited = await world.owner.query('select * from audit_rows where subject in ($1, $2)', [
      link.consentId,
      link.linkId,
    ])
    const jobs = await world.owner.query(`select data from pgboss.job`)
    for (const kept of [rows, audited.rows, jobs.rows, world.logged])
      expect(JSON.stringify(kept)).not.toMatch(new RegExp(String.raw`\b${code}\b`))
    const messages = await world.a.as('dentist').ask(signing.listMessages, link)
    expect(messages).toMatchObject([{ kind: 'link-code', channel: 'sms', state: 'sent' }])
  })

  it('asks a kiosk’s patient for none', async () => {
    const { consentId } = await world.a.addSent()
    const colleague = world.as(await world.a.addColleague())
    const { handoverId } = await colleague.ask(contract.kiosks.handOver, { consentIds: [consentId] })
    const opened = await colleague.call(contract.kiosks.verify, { handoverId, dateOfBirth: birthDate })
    expect(opened.error).toBeNull()
  })

  it('tells before the birth date whom to ring and the code word', async () => {
    const profile = await world.a.as('owner').ask(clinicSettings.profile, {})
    await world.a.as('owner').ask(clinicSettings.changeProfile, { ...profile, codeWord: 'Kingfisher' })
    const { accessToken } = await addGuarded()
    const { trust } = await world.nobody().ask(signing.open, { accessToken })
    expect(trust).toEqual({ codeWord: 'Kingfisher', callBack: '01632 960000' })
  })
})

describe('where the practice asks for none', () => {
  it('the birth date alone counts, and no code is sent', async () => {
    const { consentId } = await world.b.addSent()
    const { token: accessToken } = await world.b.addLink({ consentId })
    const given = { accessToken, dateOfBirth: birthDate }
    expect((await world.nobody().ask(signing.sendCode, given)).code).toBe('not-needed')
    expect(await world.nobody().ask(signing.proveCode, { ...given, code: '123456' })).toEqual({ consentId })
    expect(
      (await world.owner.query('select from link_codes where consent_id = $1', [consentId])).rows,
    ).toEqual([])
  })
})

describe('a copy at the patient’s wish', () => {
  const wish = (caller: TestCaller, consentId: string) =>
    caller.call(signing.mailCopy, { consentId }, { idempotencyKey: crypto.randomUUID() })

  it('goes to the address on file, which is not told whole, as a link with the birth date', async () => {
    const patientId = await world.b.addPatient({
      email: 'copy@example.org',
      contactPermission: [],
      preferredChannel: 'none',
    })
    const { consentId, patient } = await world.b.addSigned({ patientId })
    expect((await wish(patient, consentId)).body).toEqual({ queued: true, to: 'c…@example.org' })
    await world.runJobs()
    const [mail, ...others] = (await world.mail()).filter(({ to }) => to === 'copy@example.org')
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Canal Side: your signed copy')
    expect(mail!.link).toContain('/view-consent/')
  })

  it('is refused without an address, before the signature, and when it came too often', async () => {
    const viewed = await world.b.addViewed()
    expect((await wish(viewed.patient, viewed.consentId)).reason).toBe('wrong-state')
    const silent = await world.b.addSigned({ patientId: await world.b.addPatient({ email: '' }) })
    expect((await wish(silent.patient, silent.consentId)).reason).toBe('no-email')
    const patientId = await world.b.addPatient({ contactPermission: [], preferredChannel: 'none' })
    const signed = await world.b.addSigned({ patientId })
    for (let times = 0; times < copies_a_day_max; times++) {
      expect((await wish(signed.patient, signed.consentId)).status).toBe(200)
      await world.runJobs()
    }
    expect((await wish(signed.patient, signed.consentId)).reason).toBe('too-many')
  })
})

describe('the rules of a code', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const code = { codeHash: 'x', failedAttempts: 0, expiresAt: new Date('2026-03-02T10:05:00Z'), usedAt: null }

  it('make six digits, kept with a key and for one link', () => {
    expect(newCode()).toMatch(/^\d{6}$/)
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const hashes = [
      codeHash(one, 'a', '123456'),
      codeHash(one, 'b', '123456'),
      codeHash(other, 'a', '123456'),
    ]
    expect(new Set(hashes).size).toBe(3)
  })

  it.each([
    [{}, true],
    [{ failedAttempts: link_code_attempts_max }, false],
    [{ usedAt: now }, false],
    [{ expiresAt: now }, false],
  ])('%j: works %s', (change, works) => expect(isCodeLive({ ...code, ...change }, now)).toBe(works))

  it('tell the end of a number and of an address', () => {
    expect(maskedNumber('+447700900456')).toBe('…456')
    expect(maskedAddress('eleanor@example.org')).toBe('e…@example.org')
  })
})
