import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { languageTags } from '../../../contract/languages.ts'
import { birth_date_attempts_max, link_days, patient_session_minutes } from '../../../contract/limits.ts'
import { openTestBrowser } from '../../testing/test-browser.ts'
import { createTestCaller, nextIpAddress, type TestResponse } from '../../testing/test-caller.ts'
import { birthDate, cookieOf, signatureFor, wrongBirthDate } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const openConsentLink = (accessToken: string) =>
  testApp.anonymous().call(contract.signing.open, { accessToken })
const submitBirthDate = (accessToken: string, dateOfBirth = birthDate) =>
  testApp.anonymous().call(contract.signing.verify, { accessToken, dateOfBirth })

/** An answer without what differs by request: its number. */
const comparableResponse = ({ status, raw, headers, error }: TestResponse<unknown>) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { status, body: raw.toString().replaceAll(error!.details.requestId!, 'request'), headers: rest }
}

const actionsOf = async (action: string): Promise<number> => {
  const { rows } = await testApp.owner.query<{ count: number }>(
    `select count(*)::int as count from audit_rows where action = $1`,
    [action],
  )
  return rows[0]!.count
}

describe('a link', () => {
  it('tells before the birth date whose practice it is from, and nothing else', async () => {
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    const { status, body } = await openConsentLink(token)
    expect(status).toBe(200)
    const practice = {
      ...{ name: 'Harbour Street', phone: '01632 960417', colour: null, logo: null },
      languages: ['en', ...languageTags],
    }
    const trust = { codeWord: '', callBack: '01632 960417' }
    expect(body).toEqual({ practice, trust, locked: false })
  })

  it('is kept as a hash alone', async () => {
    const { token, linkId } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    const { rows } = await testApp.owner.query('select * from links where id = $1', [linkId])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(token).toMatch(/^[\w-]{43}$/)
  })

  it('opens after the right birth date, once moving the consent to viewed', async () => {
    const consent = await testApp.clinicA.addSent()
    const { token } = await testApp.clinicA.addLink(consent)
    expect((await submitBirthDate(token)).body).toMatchObject({ consentId: consent.consentId })
    expect((await submitBirthDate(token)).status).toBe(200)
    const { status, events } = await testApp.clinicA.as('dentist').callOk(contract.consents.get, consent)
    expect(status).toBe('viewed')
    expect(events.map(({ event }) => event)).toEqual(['consent.created', 'consent.sent', 'consent.viewed'])
  })

  it('answers the birth date with all that the form is opened with', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const { token: accessToken } = await testApp.clinicA.addLink({ consentId })
    const browser = openTestBrowser(testApp.app.http)
    const proved = await browser.callOk(contract.signing.verify, { accessToken, dateOfBirth: birthDate })
    const consent = await browser.callOk(contract.signing.read, { consentId })
    expect(proved).toEqual({ consentId, consent })
    expect(consent).toMatchObject({ id: consentId, status: 'viewed', chainIntact: true })
    expect(consent.viewings).toEqual(await browser.callOk(contract.viewings.list, { consentId }))
    expect(consent.draftKey).toEqual(await browser.callOk(contract.signing.draftKey, { consentId }))
  })

  it('shows a text that somebody wrote anew as it stands there, also to whoever has read it before', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    const shown = async () => {
      const { content, chainIntact } = await patient.callOk(contract.signing.read, { consentId })
      return [content.title, chainIntact]
    }
    const rewrite = async (title: string) => {
      await testApp.owner.query('set session_replication_role = replica')
      await testApp.owner.query(
        `update consents set content = jsonb_set(content, '{title}', to_jsonb($2::text)) where id = $1`,
        [consentId, title],
      )
      await testApp.owner.query('set session_replication_role = origin')
    }
    const [title] = await shown()
    expect(await shown()).toEqual([title, true])
    await rewrite('Another')
    expect(await shown()).toEqual(['Another', false])
    await rewrite(String(title))
    expect(await shown()).toEqual([title, true])
  })

  it('is the same page of answers whether expired, revoked or unknown, to the byte', async () => {
    const consent = await testApp.clinicA.addSent()
    const [expired, revoked] = [
      await testApp.clinicA.addLink(consent),
      await testApp.clinicA.addLink(consent),
    ]
    await testApp.owner.query(`update links set expires_at = now() - interval '1 second' where id = $1`, [
      expired.linkId,
    ])
    await testApp.clinicA
      .as('dentist')
      .callOk(contract.signing.revokeLink, { consentId: consent.consentId, linkId: revoked.linkId })
    const tokens = [expired.token, revoked.token, 'x'.repeat(43)]
    for (const requestNewLink of [openConsentLink, submitBirthDate]) {
      const [first, ...others] = (await Promise.all(tokens.map((token) => requestNewLink(token)))).map(
        comparableResponse,
      )
      expect(first!.status).toBe(404)
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('says that the time to sign is over to whoever has it open, before the sweep comes by', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { consentId, patient } = viewed
    expect((await patient.callOk(contract.signing.read, { consentId })).status).toBe('viewed')
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 second' where id = $1`, [
      consentId,
    ])
    expect((await patient.callOk(contract.signing.read, { consentId })).status).toBe('expired')
    expect((await patient.call(contract.signing.sign, signatureFor(viewed))).reason).toBe('wrong-state')
  })

  it('expires with its consent', async () => {
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    testApp.clock.advance((link_days - 1) * day_ms)
    expect((await openConsentLink(token)).status).toBe(200)
    testApp.clock.advance(2 * day_ms)
    expect((await openConsentLink(token)).code).toBe('not-found')
    testApp.clock.advance(-(link_days + 1) * day_ms)
  })

  it('is not made for a draft or a consent that ended', async () => {
    const draft = await testApp.clinicA.addDraft()
    const { consentId, patient } = await testApp.clinicA.addViewed()
    await patient.callOk(contract.signing.decline, { consentId, reason: 'Not now' })
    for (const id of [draft.id, consentId]) {
      for (const operation of [contract.signing.createLink, contract.signing.resendLink]) {
        expect((await testApp.clinicA.as('dentist').call(operation, { consentId: id })).reason).toBe(
          'wrong-state',
        )
      }
    }
  })

  it('is listed with what became of it, and drawn as a QR code', async () => {
    const consent = await testApp.clinicA.addSent()
    const made = await testApp.clinicA
      .as('dentist')
      .callOk(contract.signing.createLink, { consentId: consent.consentId })
    expect(made.url).toMatch(new RegExp(`^${testAddress}/sign-consent/[\\w-]{43}$`))
    expect(made.qrSvg).toMatch(/^<svg/)
    await testApp.clinicA.as('dentist').callOk(contract.signing.resendLink, { consentId: consent.consentId })
    await testApp.runJobs()
    const links = await testApp.clinicA
      .as('nurse')
      .callOk(contract.signing.listLinks, { consentId: consent.consentId })
    expect(links.map(({ delivery }) => delivery)).toEqual(['sent', null])
    expect(links[0]!.sentTo).toMatch(/^patient\d+@harbour-street/)
  })
})

describe('a wrong birth date', () => {
  it('counts down, then locks the link, and the right one does not help any more', async () => {
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    for (let left = birth_date_attempts_max - 1; left > 0; left--) {
      const { status, reason, error } = await submitBirthDate(token, wrongBirthDate)
      expect({ status, reason, left: error!.details.attemptsLeft }).toEqual({
        status: 403,
        reason: 'wrong-birth-date',
        left,
      })
    }
    const locked = await submitBirthDate(token, wrongBirthDate)
    expect([locked.status, locked.reason]).toEqual([429, 'link-locked'])
    expect(locked.error!.message).toContain('Ask the practice for a new link')
    expect((await submitBirthDate(token)).reason).toBe('link-locked')
    expect((await openConsentLink(token)).body.locked).toBe(true)
  })

  it('is cured by a new link', async () => {
    const consent = await testApp.clinicA.addSent()
    const { token } = await testApp.clinicA.addLink(consent)
    for (let tries = 0; tries < birth_date_attempts_max; tries++) await submitBirthDate(token, wrongBirthDate)
    const answer = await testApp.anonymous().call(contract.signing.requestLink, { accessToken: token })
    expect(answer.body).toEqual({ accepted: true })
    await testApp.runJobs()
    const mail = (await testApp.mail()).at(-1)!
    expect((await submitBirthDate(mail.token!)).status).toBe(200)
  })

  it('starts its count again after the right one', async () => {
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    await submitBirthDate(token, wrongBirthDate)
    await submitBirthDate(token)
    expect((await submitBirthDate(token, wrongBirthDate)).error!.details.attemptsLeft).toBe(
      birth_date_attempts_max - 1,
    )
  })

  it('is not counted away by asking at the same moment', async () => {
    const { token, linkId } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    await Promise.all(Array.from({ length: 12 }, () => submitBirthDate(token, wrongBirthDate)))
    const { rows } = await testApp.owner.query(
      'select failed_attempts, locked_at is not null as locked from links where id = $1',
      [linkId],
    )
    expect(rows).toEqual([{ failed_attempts: birth_date_attempts_max, locked: true }])
  })

  it('is limited by address for links that are none, which holds up nobody with a live one', async () => {
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    const from = nextIpAddress()
    const verify = (accessToken: string) =>
      testApp.anonymous().call(contract.signing.verify, { accessToken, dateOfBirth: birthDate }, { from })
    for (let tries = 0; tries < attempts; tries++)
      expect((await verify(unknownToken(tries))).status).toBe(404)
    const { status, reason } = await verify(unknownToken(attempts))
    expect([status, reason]).toEqual([429, 'rate-limited'])
    expect((await verify(token)).status).toBe(200)
  })

  it('and also the right one is limited by link, wherever it is asked from', async () => {
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    for (let times = 0; times < attempts; times++) expect((await submitBirthDate(token)).status).toBe(200)
    expect((await submitBirthDate(token)).reason).toBe('rate-limited')
  })

  const { attempts } = contract.signing.verify['~orpc'].meta.rate!
  const unknownToken = (number: number) => String(number).padStart(43, 'y')

  it('is written to the audit log, without the date', async () => {
    const before = await actionsOf('link.verification_failed')
    const { token } = await testApp.clinicA.addLink(await testApp.clinicA.addSent())
    await submitBirthDate(token, '1971-07-17')
    expect(await actionsOf('link.verification_failed')).toBe(before + 1)
    const { rows } = await testApp.owner.query(
      `select * from audit_rows where action = 'link.verification_failed'`,
    )
    expect(JSON.stringify(rows)).not.toContain('1971-07-17')
  })
})

describe('the cookie of a proved birth date', () => {
  it('is for this consent alone, out of reach of scripts, and short-lived', async () => {
    const consent = await testApp.clinicA.addSent()
    const { token } = await testApp.clinicA.addLink(consent)
    const { cookies } = await submitBirthDate(token)
    expect(cookies).toHaveLength(1)
    const [pair, ...attributes] = cookies[0]!.split('; ')
    expect(pair).toMatch(new RegExp(`^candour\\.consent\\.${consent.consentId}=[\\w-]{43}$`))
    expect(attributes).toEqual([
      `Max-Age=${patient_session_minutes * 60}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Strict',
    ])
    const { rows } = await testApp.owner.query('select * from patient_sessions')
    expect(JSON.stringify(rows)).not.toContain(pair!.split('=')[1])
  })

  it('does not open another consent, not even of the same patient', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const [one, other] = [
      await testApp.clinicA.addViewed({ patientId }),
      await testApp.clinicA.addViewed({ patientId }),
    ]
    expect((await one.patient.call(contract.signing.read, { consentId: other.consentId })).status).toBe(401)
    expect((await one.patient.call(contract.signing.sign, signatureFor(other))).status).toBe(401)
    // Under the name of the other's cookie, what was proved is still for its own consent.
    const token = one.patient.cookie.split('=')[1]!
    const renamed = createTestCaller(testApp.app.http, `candour.consent.${other.consentId}=${token}`)
    expect((await renamed.call(contract.signing.read, { consentId: other.consentId })).status).toBe(401)
    expect((await one.patient.call(contract.signing.read, { consentId: one.consentId })).status).toBe(200)
  })

  it.each([
    ['northern-ireland', false],
    ['england', true],
  ])('tells whether 111 answers where the practice is: in %s %s', async (nation, hasNhs111) => {
    const { consentId, patient } = await testApp.clinicB.addViewed()
    await testApp.owner.query('update clinics set nation = $1 where id = $2', [nation, testApp.clinicB.id])
    expect(await patient.callOk(contract.signing.read, { consentId })).toMatchObject({ hasNhs111 })
  })

  it('over https is bound to its host, and one with a plain name opens nothing', async () => {
    const secure = await testApp.openSecondInstance({ publicAddress: 'https://consent.example.org' })
    const browser = openTestBrowser(secure.http)
    const consent = await testApp.clinicA.addSent()
    const { token } = await testApp.clinicA.addLink(consent)
    await browser.callOk(contract.signing.verify, { accessToken: token, dateOfBirth: birthDate })
    const name = `candour.consent.${consent.consentId}`
    expect(browser.cookies()).toEqual([`__Host-${name}`])
    const read = () => browser.call(contract.signing.read, { consentId: consent.consentId })
    expect((await read()).status).toBe(200)
    browser.addCookie(`${name}=${browser.cookie(`__Host-${name}`)}`)
    browser.deleteCookie(`__Host-${name}`)
    expect((await read()).status).toBe(401)
    await secure.close()
  })

  it('is open beside others in one browser, which forgets the oldest of very many', async () => {
    const browser = openTestBrowser(testApp.app.http)
    const oldest = Array.from({ length: 22 }, (_, at) => `candour.consent.old${at}`)
    for (const name of oldest) browser.addCookie(`${name}=${'z'.repeat(43)}`)
    const consents = [await testApp.clinicA.addSent(), await testApp.clinicA.addSent()]
    for (const consent of consents) {
      const { token } = await testApp.clinicA.addLink(consent)
      await browser.callOk(contract.signing.verify, { accessToken: token, dateOfBirth: birthDate })
    }
    for (const { consentId } of consents)
      expect((await browser.call(contract.signing.read, { consentId })).status).toBe(200)
    expect(browser.cookies()).toEqual([
      ...oldest.slice(3),
      ...consents.map(({ consentId }) => `candour.consent.${consentId}`),
    ])
  })

  it('ends when its time is over', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    const read = () => patient.call(contract.signing.read, { consentId })
    testApp.clock.advance((patient_session_minutes - 1) * minute_ms)
    expect((await read()).status).toBe(200)
    testApp.clock.advance(2 * minute_ms)
    expect((await read()).status).toBe(401)
    testApp.clock.advance(-(patient_session_minutes + 1) * minute_ms)
  })

  it('ends at once when the practice revokes the link', async () => {
    const { consentId, patient, linkId } = await testApp.clinicA.addViewed()
    expect((await patient.call(contract.signing.read, { consentId })).status).toBe(200)
    await testApp.clinicA.as('nurse').callOk(contract.signing.revokeLink, { consentId, linkId })
    expect((await patient.call(contract.signing.read, { consentId })).status).toBe(401)
  })

  it('cannot be made up', async () => {
    const { consentId } = await testApp.clinicA.addViewed()
    const forged = createTestCaller(testApp.app.http, `candour.consent.${consentId}=${'z'.repeat(43)}`)
    expect((await forged.call(contract.signing.read, { consentId })).status).toBe(401)
  })
})

describe('asking for a new link', () => {
  const ask = (wanted: { accessToken: string } | { consentId: string }) =>
    testApp.anonymous().call(contract.signing.requestLink, wanted)

  it('answers alike for what exists and what does not', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const draft = await testApp.clinicA.addDraft()
    const answers = await Promise.all([
      ask({ consentId }),
      ask({ consentId: crypto.randomUUID() }),
      ask({ consentId: draft.id }),
      ask({ accessToken: 'q'.repeat(43) }),
    ])
    for (const { status, raw } of answers)
      expect([status, raw.toString()]).toEqual([200, '{"accepted":true}'])
  })

  it('sends it to the contact on file, and only there', async () => {
    const patientId = await testApp.clinicA.addPatient({ email: 'on-file@example.org' })
    const { token, linkId } = await testApp.clinicA.addLink(await testApp.clinicA.addSent({ patientId }))
    await testApp.owner.query(`update links set expires_at = now() - interval '1 second' where id = $1`, [
      linkId,
    ])
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    await ask({ accessToken: token })
    await testApp.runJobs()
    const mail = (await testApp.mail()).slice(before)
    expect(mail.map(({ to }) => to)).toEqual(['on-file@example.org'])
    expect((await openConsentLink(mail[0]!.token!)).status).toBe(200)
  })

  it('goes to the guardian where the patient has no address, and nowhere when there is none', async () => {
    const guardian = {
      name: 'Mei Tan',
      relationship: 'Mother',
      authority: 'parental-responsibility' as const,
      email: 'mei@example.org',
      phone: '',
    }
    const child = await testApp.clinicA.addSent({
      patientId: await testApp.clinicA.addPatient({ email: '', guardians: [guardian] }),
    })
    const silent = await testApp.clinicA.addSent({
      patientId: await testApp.clinicA.addPatient({ email: '' }),
    })
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    await ask({ consentId: child.consentId })
    await ask({ consentId: silent.consentId })
    await testApp.runJobs()
    expect((await testApp.mail()).slice(before).map(({ to }) => to)).toEqual(['mei@example.org'])
  })

  it('sends nothing for a draft, a refused consent, or the fourth time within the hour', async () => {
    const draft = await testApp.clinicA.addDraft()
    const { consentId, patient } = await testApp.clinicA.addViewed()
    await patient.callOk(contract.signing.decline, { consentId, reason: 'No' })
    const flooded = await testApp.clinicA.addSent()
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    await ask({ consentId: draft.id })
    await ask({ consentId })
    for (let times = 0; times < 5; times++) await ask({ consentId: flooded.consentId })
    await testApp.runJobs()
    expect((await testApp.mail()).length - before).toBe(3)
  })

  it('is a task of the practice, once, where none can be sent: no contact, or the time to sign is over', async () => {
    const silent = await testApp.clinicA.addSent({
      patientId: await testApp.clinicA.addPatient({ email: '', phone: '' }),
    })
    const over = await testApp.clinicA.addSent()
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 day' where id = $1`, [
      over.consentId,
    ])
    await testApp.app.sweep('consents.expired')
    // Over too, before the sweep that says so has come by: a link to it would be dead at once.
    const justOver = await testApp.clinicA.addSent()
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 second' where id = $1`, [
      justOver.consentId,
    ])
    for (const operation of [contract.signing.createLink, contract.signing.resendLink])
      expect(
        (await testApp.clinicA.as('dentist').call(operation, { consentId: justOver.consentId })).reason,
      ).toBe('wrong-state')
    const reached = await testApp.clinicA.addSent()
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    for (const { consentId } of [silent, silent, over, justOver, reached]) {
      await ask({ consentId })
      await testApp.runJobs()
    }
    expect((await testApp.mail()).length - before).toBe(1)
    const tasksOf = async ({ consentId }: { consentId: string }) =>
      (await testApp.clinicA.as('dentist').callOk(contract.tasks.listOfConsent, { consentId })).map(
        ({ kind }) => kind,
      )
    expect(await Promise.all([silent, over, justOver, reached].map(tasksOf))).toEqual([
      ...Array.from({ length: 3 }, () => ['new-link']),
      [],
    ])
  })

  it('is limited by address', async () => {
    const from = nextIpAddress()
    const { attempts } = contract.signing.requestLink['~orpc'].meta.rate!
    const asked = () =>
      testApp.anonymous().call(contract.signing.requestLink, { consentId: crypto.randomUUID() }, { from })
    for (let times = 0; times < attempts; times++) expect((await asked()).status).toBe(200)
    expect((await asked()).reason).toBe('rate-limited')
  })
})

it('says neither tokens nor birth dates in the log', async () => {
  const { token, patient } = await testApp.clinicA.addViewed()
  const text = testApp.logged.join('\n')
  for (const secret of [token, cookieOf(patient.cookie).split('=')[1]!, birthDate, 'Whitcombe'])
    expect(text).not.toContain(secret)
})
