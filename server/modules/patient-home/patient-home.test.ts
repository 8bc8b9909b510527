import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { languageTags } from '../../../contract/languages.ts'
import {
  birth_date_attempts_max,
  home_link_overlap_minutes,
  home_link_minutes,
  patient_session_minutes,
} from '../../../contract/limits.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { createTestCaller, type TestResponse, type TestCaller } from '../../testing/test-caller.ts'
import {
  birthDate,
  cookieOf,
  oneTreatment,
  placeholders,
  signatureFor,
  wrongBirthDate,
  type TestClinic,
} from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

const { consents, patientHome, signing } = contract

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Addresses of the test's own, so that no test uses up another's links of the hour. */
let addresses = 0
const newEmail = () => `Family${++addresses}@example.org`

const request = (email: string) => testApp.anonymous().call(patientHome.requestLink, { email })
const open = (token: string, dateOfBirth = birthDate, firstName = '') =>
  testApp.anonymous().call(patientHome.open, { token, dateOfBirth, firstName })

/** The messages that a request leads to. */
async function mailAfter(email: string) {
  await testApp.runJobs()
  const before = (await testApp.mail()).length
  await request(email)
  await testApp.runJobs()
  return (await testApp.mail()).slice(before)
}

const tokenIn = (text: string): string =>
  new RegExp(`${testAddress}/patient#([\\w-]{43})`).exec(text)?.[1] ?? 'no token'

/** The token of the one message that a request leads to. */
async function linkFor(email: string): Promise<string> {
  const [mail, ...others] = await mailAfter(email)
  expect(others).toEqual([])
  return tokenIn(mail!.text)
}

const pageOf = (answer: TestResponse<unknown>): TestCaller => {
  expect(answer.error).toBeNull()
  return createTestCaller(testApp.app.http, cookieOf(answer.cookies[0]!))
}

/** A patient with a page of their own that is open. */
async function addPerson(details: Partial<PatientDetails> = {}, clinic: TestClinic = testApp.clinicA) {
  const email = newEmail()
  const patientId = await clinic.addPatient({ email, ...details })
  return { email, patientId }
}
async function openPage(email: string, dateOfBirth = birthDate): Promise<TestCaller> {
  return pageOf(await open(await linkFor(email), dateOfBirth))
}

const idsOn = async (page: TestCaller) =>
  (await page.callOk(patientHome.get, {})).consents.map(({ id }) => id)

/** Goes on from the page to one consent, as a browser would with the cookie it is given. */
async function openConsent(page: TestCaller, consentId: string): Promise<TestCaller> {
  const answer = await page.call(patientHome.openConsent, { consentId })
  expect(answer.body).toEqual({ consentId })
  expect(answer.cookies[0]).toMatch(new RegExp(`^candour\\.consent\\.${consentId}=[\\w-]{43};.* Path=/;`))
  return createTestCaller(testApp.app.http, cookieOf(answer.cookies[0]!))
}

describe('asking for a link', () => {
  it('says the same for every address, and does the same work before it answers', async () => {
    const { email } = await addPerson()
    await testApp.runJobs()
    const jobs = `select data from pgboss.job where name = 'patient-home.answer-request' and state = 'created'`
    for (const asked of [email, 'nobody@example.org']) {
      const { status, raw } = await request(asked)
      expect([status, raw.toString()]).toEqual([200, '{"sent":true}'])
      const { rows } = await testApp.owner.query<{ data: object }>(jobs)
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toMatch(/@|example/)
      expect((await testApp.owner.query('select id from home_links where email = $1', [asked])).rows).toEqual(
        [],
      )
      await testApp.runJobs()
    }
  })

  it('sends nothing to an address that is nobody’s', async () => {
    expect(await mailAfter('stranger@example.org')).toEqual([])
  })

  it('sends one link to the address on file, from the practice, without a word about health', async () => {
    const { email } = await addPerson()
    const [mail, ...others] = await mailAfter(email.toUpperCase())
    expect(others).toEqual([])
    expect(mail!.to).toBe(email)
    expect(mail!.subject).toBe('Harbour Street: your link')
    const body = mail!.text.split('\r\n\r\n').slice(1).join().replaceAll(tokenIn(mail!.text), '')
    expect(body).toContain('01632 960417')
    for (const word of ['Eleanor', 'Whitcombe', 'consent', 'treatment', '1961'])
      expect(body).not.toMatch(new RegExp(word, 'i'))
  })

  it('sends one from each practice that knows the address', async () => {
    const { email } = await addPerson()
    await testApp.clinicB.addPatient({ email, firstName: 'Mia' })
    const mails = await mailAfter(email)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Canal Side: your link',
      'Harbour Street: your link',
    ])
  })

  it('sends none for an archived patient, and opens none for one archived meanwhile', async () => {
    const archived = await addPerson()
    await testApp.clinicA.as('dentist').callOk(contract.patients.archive, archived)
    expect(await mailAfter(archived.email)).toEqual([])
    const later = await addPerson()
    const { consentId } = await testApp.clinicA.addSent(later)
    const page = await openPage(later.email)
    expect(await idsOn(page)).toEqual([consentId])
    const unused = await linkFor(later.email)
    await testApp.clinicA.as('dentist').callOk(contract.patients.archive, later)
    expect((await open(unused)).code).toBe('not-found')
    expect((await page.call(patientHome.get, {})).code).toBe('not-found')
    expect((await page.call(patientHome.openConsent, { consentId })).code).toBe('not-found')
  })

  it('sends three in an hour and no more, and says the same', async () => {
    const { email } = await addPerson()
    for (let times = 0; times < 3; times++) expect(await mailAfter(email)).toHaveLength(1)
    expect((await request(email)).body).toEqual({ sent: true })
    expect(await mailAfter(email)).toEqual([])
  })

  it('is answered once, though its job runs twice', async () => {
    const { email } = await addPerson()
    await request(email)
    const again = `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'patient-home.answer-request' and state = 'created'`
    await testApp.owner.query(again)
    const before = (await testApp.mail()).length
    await testApp.runJobs()
    expect((await testApp.mail()).length - before).toBe(1)
  })
})

describe('a link', () => {
  it('opens once, and is kept as a hash alone', async () => {
    const { email } = await addPerson()
    const token = await linkFor(email)
    const { rows } = await testApp.owner.query('select * from home_links where email = $1', [
      email.toLowerCase(),
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await open(token)).body).toEqual({ opened: true })
    expect((await open(token)).code).toBe('not-found')
  })

  it('opens for one of two who come at the same moment', async () => {
    const { email } = await addPerson()
    const token = await linkFor(email)
    const answers = await Promise.all([open(token), open(token), open(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })

  it('is dead after its hour, and when a newer one was sent', async () => {
    const { email } = await addPerson()
    const older = await linkFor(email)
    testApp.clock.advance((home_link_overlap_minutes + 1) * minute_ms)
    const newer = await linkFor(email)
    expect((await open(older)).code).toBe('not-found')
    testApp.clock.advance((home_link_minutes + 1) * minute_ms)
    expect((await open(newer)).code).toBe('not-found')
    testApp.clock.advance(-(home_link_minutes + 1) * minute_ms)
    expect((await open(newer)).status).toBe(200)
    testApp.clock.advance(-(home_link_overlap_minutes + 1) * minute_ms)
  })

  it('that was only just sent stays good, whoever asks for others, and past the limit nothing touches it', async () => {
    const { email } = await addPerson()
    const first = await linkFor(email)
    await linkFor(email)
    expect((await open(first, wrongBirthDate)).reason).toBe('wrong-birth-date')
    testApp.clock.advance((home_link_overlap_minutes + 1) * minute_ms)
    const last = await linkFor(email)
    expect((await open(first)).code).toBe('not-found')
    testApp.clock.advance((home_link_overlap_minutes + 1) * minute_ms)
    expect(await mailAfter(email)).toEqual([])
    const opened = await open(last)
    testApp.clock.advance(-2 * (home_link_overlap_minutes + 1) * minute_ms)
    expect(opened.status).toBe(200)
  })

  it('answers alike when used, expired, locked and unknown', async () => {
    const { email } = await addPerson()
    const used = await linkFor(email)
    await open(used)
    const locked = await linkFor(email)
    for (let times = 0; times < birth_date_attempts_max; times++) await open(locked, wrongBirthDate)
    const said = await Promise.all([used, locked, 'x'.repeat(43)].map((token) => open(token)))
    for (const { status, error, cookies } of said)
      expect([status, error!.message, Object.keys(error!.details), cookies]).toEqual([
        404,
        'Link not found',
        ['reason', 'requestId'],
        [],
      ])
  })

  it('counts wrong birth dates down and is then locked, for the right one too', async () => {
    const { email } = await addPerson()
    const token = await linkFor(email)
    for (let left = birth_date_attempts_max - 1; left > 0; left--) {
      const { status, reason, error } = await open(token, wrongBirthDate)
      expect([status, reason, error!.details.attemptsLeft]).toEqual([403, 'wrong-birth-date', left])
    }
    expect((await open(token, wrongBirthDate)).reason).toBe('link-locked')
    expect((await open(token)).code).toBe('not-found')
  })

  it('is not counted away by asking at the same moment', async () => {
    const { email } = await addPerson()
    const token = await linkFor(email)
    await Promise.all(Array.from({ length: 9 }, () => open(token, wrongBirthDate)))
    const { rows } = await testApp.owner.query('select failed_attempts from home_links where email = $1', [
      email.toLowerCase(),
    ])
    expect(rows).toEqual([{ failed_attempts: birth_date_attempts_max }])
  })
})

describe('people who share an address', () => {
  it('are told apart by the birth date', async () => {
    const { email, patientId: mother } = await addPerson()
    const child = await testApp.clinicA.addPatient({ email, firstName: 'Mia', dateOfBirth: '2015-06-02' })
    const ofMother = await testApp.clinicA.addSent({ patientId: mother })
    const ofChild = await testApp.clinicA.addSent({ patientId: child })
    expect(await idsOn(await openPage(email, '2015-06-02'))).toEqual([ofChild.consentId])
    const page = await openPage(email)
    expect(await idsOn(page)).toEqual([ofMother.consentId])
    expect((await page.call(patientHome.openConsent, ofChild)).code).toBe('not-found')
  })

  it('and those born on one day by the first name, which is asked for and counted', async () => {
    const { email, patientId: ava } = await addPerson({ firstName: 'Ava', dateOfBirth: '2018-11-30' })
    await testApp.clinicA.addPatient({ email, firstName: 'Leo', dateOfBirth: '2018-11-30' })
    const { consentId } = await testApp.clinicA.addSent({ patientId: ava })
    const token = await linkFor(email)
    const asked = await open(token, '2018-11-30')
    expect([asked.status, asked.reason]).toEqual([400, 'first-name-needed'])
    const wrong = await open(token, '2018-11-30', 'Mia')
    expect([wrong.status, wrong.reason, wrong.error!.details.attemptsLeft]).toEqual([
      403,
      'wrong-first-name',
      birth_date_attempts_max - 1,
    ])
    const page = pageOf(await open(token, '2018-11-30', ' ava '))
    const shown = await page.callOk(patientHome.get, {})
    expect([shown.firstName, shown.consents.map(({ id }) => id)]).toEqual(['Ava', [consentId]])
  })
})

describe('the page', () => {
  it('shows the practice and every consent ever sent, newest first, with its copies, and no draft', async () => {
    const { email, patientId } = await addPerson()
    const signed = await testApp.clinicA.addSigned({ patientId })
    await testApp.runJobs()
    testApp.clock.advance(minute_ms)
    const waiting = await testApp.clinicA.addSent({ patientId })
    await testApp.clinicA.addDraft({ patientId })
    const page = await openPage(email)
    const { firstName, practice, consents } = await page.callOk(patientHome.get, {})
    testApp.clock.advance(-minute_ms)
    const known = {
      ...{ name: 'Harbour Street', phone: '01632 960417', colour: null, logo: null },
      languages: ['en', ...languageTags],
    }
    expect([firstName, practice]).toEqual(['Eleanor', known])
    expect(consents.map(({ id, status, documents }) => [id, status, documents.length])).toEqual([
      [waiting.consentId, 'sent', 0],
      [signed.consentId, 'signed', 1],
    ])
    expect(consents[1]!.title).toContain('Root Canal')
    expect(consents[1]!.teeth).toEqual([{ fdi: '46', name: 'lower right first molar' }])
    expect(consents[1]!.signedAt).not.toBeNull()
  })

  it('tells of several treatments which were said no to, which were taken back, and when', async () => {
    const { email, patientId } = await addPerson()
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where library_id in ('composite-filling', 'porcelain-crown', 'simple-extraction')
       order by library_id`,
    )
    const items = rows.map(
      ({ id: templateId }) =>
        oneTreatment({ templateId, teeth: ['46'], placeholders, material: 'Porcelain' }).items[0]!,
    )
    const { id: consentId } = await testApp.clinicA.addDraft({ items, patientId })
    const sent = await testApp.clinicA
      .as('dentist')
      .callOk(consents.send, { consentId, by: 'link', unaskedAcknowledged: true, wordingConfirmed: true })
    const opened = await testApp.clinicA.open({ consentId, patientId, contentHash: sent.contentHash! })
    await opened.patient.callOk(signing.sign, { ...signatureFor(opened), declined: [2] })
    await opened.patient.callOk(signing.withdraw, { consentId, reason: 'Not now', treatments: [1] })
    const [listed] = (await (await openPage(email)).callOk(patientHome.get, {})).consents
    expect(listed).toMatchObject({ status: 'signed', declined: [2], withdrawals: [{ places: [1] }] })
    expect(listed!.treatments.map(({ title, teeth }) => [title, teeth])).toEqual([
      ['Composite Filling', [{ fdi: '46', name: 'lower right first molar' }]],
      ['Porcelain Crown', [{ fdi: '46', name: 'lower right first molar' }]],
      [expect.stringContaining('Extraction'), [{ fdi: '46', name: 'lower right first molar' }]],
    ])
    expect(JSON.stringify(listed)).not.toContain('Not now')
  })

  it('is empty for somebody whom nothing was sent', async () => {
    const { email, patientId } = await addPerson()
    await testApp.clinicA.addDraft({ patientId })
    const { consents, practice } = await (await openPage(email)).callOk(patientHome.get, {})
    expect([consents, practice.name]).toEqual([[], 'Harbour Street'])
  })

  it('shows what has run out as over, before the sweep comes by', async () => {
    const { email, patientId } = await addPerson()
    const { consentId } = await testApp.clinicA.addSent({ patientId })
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 minute' where id = $1`, [
      consentId,
    ])
    const { consents } = await (await openPage(email)).callOk(patientHome.get, {})
    expect(consents.map(({ status }) => status)).toEqual(['expired'])
  })

  it('shows nothing of another clinic, though the same person is known there', async () => {
    const { email, patientId } = await addPerson()
    const here = await testApp.clinicA.addSent({ patientId })
    const there = await testApp.clinicB.addSent({ patientId: await testApp.clinicB.addPatient({ email }) })
    const mails = await mailAfter(email)
    const ours = mails.find(({ subject }) => subject.startsWith('Harbour Street'))!
    const page = pageOf(await open(tokenIn(ours.text)))
    expect(await idsOn(page)).toEqual([here.consentId])
    expect((await page.call(patientHome.openConsent, there)).code).toBe('not-found')
  })

  it('opens with its cookie alone, for an hour', async () => {
    const { email } = await addPerson()
    const answer = await open(await linkFor(email))
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^candour\.patient_home=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const page = pageOf(answer)
    const { rows } = await testApp.owner.query('select * from home_sessions')
    expect(JSON.stringify(rows)).not.toContain(page.cookie.split('=')[1]!)
    for (const other of [testApp.anonymous(), testApp.clinicA.as('owner'), testApp.as(testApp.superAdmin)])
      expect((await other.call(patientHome.get, {})).code).toBe('unauthenticated')
    testApp.clock.advance(patient_session_minutes * minute_ms + 1)
    expect((await page.call(patientHome.get, {})).code).toBe('unauthenticated')
    testApp.clock.advance(-patient_session_minutes * minute_ms - 1)
    expect((await page.call(patientHome.get, {})).status).toBe(200)
  })
})

describe('a consent opened from the page', () => {
  it('can be read and signed like one behind a link', async () => {
    const { email, patientId } = await addPerson()
    const consent = await testApp.clinicA.addSent({ patientId })
    const patient = await openConsent(await openPage(email), consent.consentId)
    expect((await patient.callOk(contract.signing.read, consent)).status).toBe('viewed')
    const signed = await patient.callOk(contract.signing.sign, signatureFor(consent))
    expect(signed.status).toBe('signed')
    const { events, chainIntact } = await testApp.clinicA.as('dentist').callOk(contract.consents.get, consent)
    expect(chainIntact).toBe(true)
    expect(events.filter(({ event }) => event === 'consent.viewed')).toHaveLength(1)
    const { rows } = await testApp.owner.query(
      `select actor, details from consent_events where consent_id = $1 and event = 'consent.viewed'`,
      [consent.consentId],
    )
    expect(rows).toEqual([{ actor: 'Patient', details: { proof: 'own page' } }])
  })

  it('is opened by one link, however often, whose token nobody holds', async () => {
    const { email, patientId } = await addPerson()
    const { consentId } = await testApp.clinicA.addSent({ patientId })
    const page = await openPage(email)
    await Promise.all([openConsent(page, consentId), openConsent(page, consentId)])
    const links = await testApp.clinicA.as('dentist').callOk(contract.signing.listLinks, { consentId })
    expect(links).toHaveLength(1)
    expect(links[0]).toMatchObject({ sentTo: null, revokedAt: null })
    expect(links[0]!.firstOpenedAt).not.toBeNull()
  })

  it('opens for nobody else: not without a page, and not one that is not theirs', async () => {
    const theirs = await testApp.clinicA.addSent()
    const draft = await testApp.clinicA.addDraft()
    const { email } = await addPerson()
    const page = await openPage(email)
    const { consentId } = theirs
    for (const wanted of [consentId, draft.id, crypto.randomUUID()])
      expect((await page.call(patientHome.openConsent, { consentId: wanted })).code).toBe('not-found')
    const outsiders = [
      testApp.anonymous(),
      testApp.clinicA.as('owner'),
      createTestCaller(testApp.app.http, 'candour.patient_home=x'),
    ]
    for (const outsider of outsiders) {
      const { status, reason, cookies } = await outsider.call(patientHome.openConsent, { consentId })
      expect([status, reason, cookies]).toEqual([401, 'page-closed', []])
    }
    const { rows } = await testApp.owner.query('select id from links where consent_id = $1', [consentId])
    expect(rows).toEqual([])
  })

  it('gives the sealed copy', async () => {
    const { email, patientId } = await addPerson()
    const { consentId } = await testApp.clinicA.addSigned({ patientId })
    await testApp.runJobs()
    const patient = await openConsent(await openPage(email), consentId)
    const latest = await patient.get(`/api/patient/consents/${consentId}/documents/latest`)
    expect(latest.status).toBe(302)
    const copy = await patient.get(String(latest.headers.location))
    expect([copy.status, copy.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  it('does not open by the cookie of the page itself', async () => {
    const { email, patientId } = await addPerson()
    const consent = await testApp.clinicA.addSent({ patientId })
    const page = await openPage(email)
    expect((await page.call(contract.signing.read, consent)).code).toBe('unauthenticated')
    const token = page.cookie.split('=')[1]!
    const renamed = createTestCaller(testApp.app.http, `candour.consent.${consent.consentId}=${token}`)
    expect((await renamed.call(contract.signing.read, consent)).code).toBe('unauthenticated')
  })
})

describe('leaving', () => {
  it('ends the page and what was opened from it, and leaves other links alone', async () => {
    const { email, patientId } = await addPerson()
    const consent = await testApp.clinicA.addSent({ patientId })
    const byLink = await testApp.clinicA.open(consent)
    const page = await openPage(email)
    const patient = await openConsent(page, consent.consentId)
    const left = await page.call(patientHome.leave, {})
    expect(left.body).toEqual({ left: true })
    expect(left.cookies[0]).toMatch(/^candour\.patient_home=; Max-Age=0; Path=\/; HttpOnly/)
    expect((await page.call(patientHome.get, {})).code).toBe('unauthenticated')
    expect((await patient.call(contract.signing.read, consent)).code).toBe('unauthenticated')
    expect((await byLink.patient.call(contract.signing.read, consent)).status).toBe(200)
  })

  it('says the same to whoever has no page open', async () => {
    expect((await testApp.anonymous().call(patientHome.leave, {})).body).toEqual({ left: true })
  })
})

it('is written down in the audit log of the practice, without addresses, names or birth dates', async () => {
  const { email, patientId } = await addPerson()
  const { consentId } = await testApp.clinicA.addSent({ patientId })
  const token = await linkFor(email)
  await open(token, wrongBirthDate)
  const page = pageOf(await open(token))
  await openConsent(page, consentId)
  await page.callOk(patientHome.leave, {})
  const { rows } = await testApp.owner.query<{ action: string; subject: string | null }>(
    `select action, subject, user_role, details from audit_rows where action like 'home.%' and clinic_id = $1
     order by sequence desc limit 4`,
    [testApp.clinicA.id],
  )
  expect(rows.toReversed().map(({ action, subject }) => [action, subject])).toEqual([
    ['home.open_refused', null],
    ['home.opened', patientId],
    ['home.consent_opened', consentId],
    ['home.left', patientId],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/@|1961|Eleanor/)
  const logged = testApp.logged.join('\n')
  for (const secret of [token, page.cookie.split('=')[1]!, birthDate, email, email.toLowerCase()])
    expect(logged).not.toContain(secret)
})

describe('the video of a form that was opened from the page', () => {
  it('is watched as behind a link, and not once the page is left', async () => {
    const { patientId, consentId, videoId } = await testApp.clinicA.addWithVideo()
    const email = newEmail()
    await testApp.owner.query('update patients set email = $1 where id = $2', [email, patientId])
    const page = await openPage(email)
    const patient = await openConsent(page, consentId)
    const showing = crypto.randomUUID()
    const begun = { consentId, videoId, showing, device: 'phone' } as const
    const { file } = await patient.callOk(contract.viewings.start, begun)
    expect((await testApp.anonymous().get(file!)).status).toBe(200)
    testApp.clock.advance(minute_ms)
    const told = { consentId, videoId, showing, number: 1, speed: 1, withCaptions: false, transcriptMs: 0 }
    const watched = await patient.callOk(contract.viewings.report, {
      ...told,
      ranges: [{ fromMs: 0, toMs: 60_000 }],
    })
    expect(watched.standing).toBe('watched')
    await page.callOk(patientHome.leave, {})
    expect((await testApp.anonymous().get(file!)).status).toBe(403)
  })
})
