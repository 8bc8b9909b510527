import { constants, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { logo_bytes_max } from '../../../contract/limits.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { clinicSettings: settings } = contract

let testApp: TestApp
let clinic: TestClinic
beforeAll(async () => {
  testApp = await openTestApp()
  clinic = await testApp.addClinic('Settings Square')
})
afterAll(() => testApp.close())

const versionOf = async (ofClinic = clinic) =>
  (await ofClinic.as('owner').callOk(settings.profile, {})).version

const auditOf = async (action: string) =>
  (
    await testApp.owner.query<{ details: Record<string, unknown> }>(
      'select details from audit_rows where clinic_id = $1 and action = $2 order by sequence',
      [clinic.id, action],
    )
  ).rows.map(({ details }) => details)

/** What a PDF draws: all of its packed streams, as text. */
function drawingOf(pdf: Buffer): string {
  const parts = pdf
    .toString('latin1')
    .split(/stream\r?\n/)
    .slice(1)
  return parts
    .map((part) => {
      try {
        return inflateSync(Buffer.from(part, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString(
          'latin1',
        )
      } catch {
        return ''
      }
    })
    .join('\n')
}

const profile = {
  name: 'Settings Square',
  address: '1 Square Lane\nYork',
  phone: '01904 960100',
  outOfHours: 'Ring 111',
  email: 'desk@settings.example.org',
  website: 'https://settings.example.org',
  nation: 'wales',
  codeWord: 'Kingfisher',
} as const

describe('how a practice introduces itself', () => {
  it('is changed, and the audit log names the fields and holds no value', async () => {
    const version = await versionOf()
    const saved = await clinic.as('manager').callOk(settings.changeProfile, { ...profile, version })
    expect(saved).toEqual({ ...profile, version: version + 1 })
    expect(await clinic.as('auditor').callOk(settings.profile, {})).toEqual(saved)
    const [details] = await auditOf('clinic.profile_changed')
    expect(details).toEqual({
      fields: ['address', 'phone', 'outOfHours', 'email', 'website', 'nation', 'codeWord'].filter((field) =>
        (details!.fields as string[]).includes(field),
      ),
    })
    expect(JSON.stringify(details)).not.toMatch(/Kingfisher|01904|Lane/)
    expect((await testApp.clinicA.as('owner').callOk(settings.profile, {})).name).toBe('Harbour Street')
  })

  it('of two who save at once, one is told to reload, and nothing of theirs is half there', async () => {
    const version = await versionOf()
    const answers = await Promise.all(
      ['Blue', 'Green'].map((codeWord) =>
        clinic.as('owner').call(settings.changeProfile, { ...profile, codeWord, version }),
      ),
    )
    expect(answers.map(({ status, reason }) => reason ?? status).toSorted()).toEqual([
      200,
      'changed-meanwhile',
    ])
    const kept = await clinic.as('owner').callOk(settings.profile, {})
    expect(kept.version).toBe(version + 1)
    expect(kept.codeWord).toBe(answers.find(({ status }) => status === 200)!.body.codeWord)
  })

  it.each<[field: string, value: unknown]>([
    ['name', ''],
    ['name', 'Visit www.elsewhere.example'],
    ['phone', 'call us'],
    ['email', 'desk'],
    ['website', 'http://plain.example.org'],
    ['website', 'javascript:alert(1)'],
    ['nation', 'france'],
    ['codeWord', 'ab'],
    ['codeWord', 'x'.repeat(31)],
    ['address', 'a'.repeat(401)],
  ])('cannot be: %s %j', async (field, value) => {
    const version = await versionOf()
    const refused = await clinic
      .as('owner')
      .call(settings.changeProfile, { ...profile, [field]: value, version } as never)
    expect(refused.code).toBe('invalid-argument')
    expect(refused.error!.details.fields!.map((fault) => fault.field)).toEqual([field])
    expect(await versionOf()).toBe(version)
  })

  it('is for those who may open the settings', async () => {
    for (const who of ['receptionist', 'dentist', 'lead'] as const) {
      const answer = await clinic.as(who).call(settings.changeProfile, { ...profile, version: 1 })
      expect(answer.status, who).toBe(403)
    }
  })
})

describe('how it looks', () => {
  it('takes a colour that can be read and refuses one that cannot', async () => {
    const version = await versionOf()
    const refused = await clinic.as('owner').call(settings.changeColour, { colour: '#e8b800', version })
    expect([refused.status, refused.reason]).toEqual([400, 'hard-to-read'])
    const saved = await clinic.as('owner').callOk(settings.changeColour, { colour: '#7A1F5C', version })
    expect(saved).toEqual({ colour: '#7a1f5c', logo: null, group: null, version: version + 1 })
  })

  it.each(['red', '#fff', '#12345g', 'url(x)'])('is no colour: %s', async (colour) => {
    const refused = await clinic
      .as('owner')
      .call(settings.changeColour, { colour, version: await versionOf() })
    expect(refused.code).toBe('invalid-argument')
  })

  it('keeps a logo under its hash, shows it to anyone who knows the name, and takes it away again', async () => {
    const picture = newPicture()
    const set = { image: picture.toString('base64'), version: await versionOf() }
    const { logo } = await clinic.as('owner').callOk(settings.setLogo, set)
    const shown = await testApp.app.http.inject({ url: `/api/logos/${logo}` })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.rawPayload.equals(picture)).toBe(true)
    const unknown = await testApp.app.http.inject({ url: `/api/logos/${'0'.repeat(64)}` })
    expect(unknown.statusCode).toBe(404)
    expect((await clinic.as('owner').callOk(settings.removeLogo, {})).logo).toBeNull()
    // Mails that show it were sent before.
    expect((await testApp.app.http.inject({ url: `/api/logos/${logo}` })).statusCode).toBe(200)
    const again = { image: picture.toString('base64'), version: await versionOf() }
    expect((await clinic.as('owner').callOk(settings.setLogo, again)).logo).toBe(logo)
  })

  it.each([
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page behind a picture', Buffer.concat([newPicture(), Buffer.from('<script>')])],
    ['more than fits', Buffer.concat([Buffer.alloc(logo_bytes_max), newPicture()])],
  ])('refuses %s as a logo', async (_what, image) => {
    const set = { image: image.toString('base64'), version: await versionOf() }
    const refused = await clinic.as('owner').call(settings.setLogo, set)
    expect(refused.status).toBe(400)
  })

  it('is told to patients before and after their birth date', async () => {
    const { colour, logo } = await clinic.as('owner').callOk(settings.branding, {})
    const viewed = await clinic.addViewed()
    const opened = await testApp.anonymous().callOk(contract.signing.open, { accessToken: viewed.token })
    expect(opened.practice).toMatchObject({ colour, logo })
    const consent = await viewed.patient.callOk(contract.signing.read, { consentId: viewed.consentId })
    expect(consent.brand).toMatchObject({ colour, logo })
    const home = await (await clinic.openHome(viewed.patientId)).callOk(contract.patientHome.get, {})
    expect(home.practice).toMatchObject({ colour, logo })
  })

  it('heads every message to patients, with the code word beside the name', async () => {
    const { codeWord } = await clinic.as('owner').callOk(settings.profile, {})
    const { colour } = await clinic.as('owner').callOk(settings.branding, {})
    const draft = await clinic.addDraft({ patientId: await clinic.addPatient({ email: 'head@example.org' }) })
    const send = {
      consentId: draft.id,
      by: 'email',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    } as const
    await clinic.as('dentist').callOk(contract.consents.send, send)
    await testApp.runJobs()
    const mail = (await testApp.mail()).find(({ to }) => to === 'head@example.org')!
    const plain = mail.text.replaceAll('=\r\n', '')
    expect(plain).toContain(`color:${colour}`)
    expect(plain.match(new RegExp(`Settings Square .{0,12}${codeWord}`, 'g'))).toHaveLength(2)
  })

  it('stands on the letterhead of documents sealed from then on, and on no earlier one', async () => {
    const documentOf = async (consentId: string) => {
      const [{ id } = { id: '' }] = (await clinic.as('dentist').callOk(contract.consents.get, { consentId }))
        .documents
      return (await clinic.as('dentist').get(`/api/clinic/consents/${consentId}/documents/${id}`)).raw
    }
    const first = await clinic.addSigned()
    await testApp.runJobs()
    const before = await documentOf(first.consentId)
    await clinic.as('owner').callOk(settings.changeColour, { colour: '#336600', version: await versionOf() })
    const second = await clinic.addSigned()
    await testApp.runJobs()
    expect((await documentOf(first.consentId)).equals(before)).toBe(true)
    // #336600 in a PDF's own words, with the logo's picture beside it.
    const green = /\b0\.2 0\.4 0 scn?\b/
    expect(drawingOf(before)).not.toMatch(green)
    expect(drawingOf(await documentOf(second.consentId))).toMatch(green)
  })
})

describe('its code word', () => {
  it.each([
    ['Root canal', 'code-word-on-health'],
    ['Hughes', 'code-word-names-somebody'],
    ['Harbour seal', 'code-word-names-somebody'],
  ])('is not %j: %s, and the field says so', async (codeWord, reason) => {
    const { version, ...profile } = await testApp.clinicA.as('owner').callOk(settings.profile, {})
    const refused = await testApp.clinicA
      .as('owner')
      .call(settings.changeProfile, { ...profile, codeWord, version })
    expect(refused.reason).toBe(reason)
    expect(refused.error!.details.fields).toMatchObject([{ field: 'codeWord' }])
  })
})

describe('what it decides for all its consents', () => {
  it('has a value for everything before anything was chosen', async () => {
    expect(await testApp.clinicA.as('receptionist').callOk(settings.policies, {})).toMatchObject({
      reflection: { usualHours: 0, leastHours: 0, waivedBy: 'overrideConsents' },
      validity: { days: 90, courseDays: 365 },
      linkDays: 30,
      extractionSecondCheck: true,
      retention: { years: null, childUntilAge: null },
      toothNotation: 'names',
      kiosk: { resetMinutes: 3 },
      nation: 'england',
    })
  })

  it('is changed as a whole; retention only to longer than the nation asks for', async () => {
    const { nation: _nation, ...policies } = await clinic.as('owner').callOk(settings.policies, {})
    const wanted = {
      ...policies,
      linkDays: 14,
      toothNotation: 'palmer' as const,
      languages: ['cy' as const],
      retention: { years: 15, childUntilAge: 30 },
    }
    const saved = await clinic.as('owner').callOk(settings.changePolicies, wanted)
    expect(saved).toEqual({ ...wanted, nation: 'wales', version: policies.version + 1 })
    expect((await auditOf('clinic.policies_changed')).at(-1)).toEqual({
      fields: ['linkDays', 'retention', 'toothNotation', 'languages'],
    })
    expect(await clinic.as('receptionist').callOk(contract.clinics.get, {})).toMatchObject({
      toothNotation: 'palmer',
      languages: ['cy'],
    })
    const stale = await clinic.as('owner').call(settings.changePolicies, wanted)
    expect(stale.reason).toBe('changed-meanwhile')
    for (const retention of [
      { years: 10, childUntilAge: null },
      { years: null, childUntilAge: 25 },
    ]) {
      const shorter = { ...wanted, version: saved.version, retention }
      const refused = await clinic.as('owner').call(settings.changePolicies, shorter)
      expect([refused.status, refused.reason]).toEqual([400, 'shorter-than-law'])
    }
  })

  it('tells patients in which languages they may read, before and after the birth date', async () => {
    const offered = (await clinic.as('receptionist').callOk(contract.clinics.get, {})).languages
    const sent = await clinic.addSent()
    const { token } = await clinic.addLink(sent)
    const { practice } = await testApp.anonymous().callOk(contract.signing.open, { accessToken: token })
    expect(practice.languages).toEqual(['en', ...offered])
    const { patient, consentId } = await clinic.addViewed()
    const { brand } = await patient.callOk(contract.signing.read, { consentId })
    expect(brand.languages).toEqual(['en', 'cy'])
  })

  it.each<[what: string, change: object]>([
    ['a link that never ends', { linkDays: 91 }],
    ['a link without a day', { linkDays: 0 }],
    ['more thinking than two months', { reflection: { leastHours: 1441 } }],
    ['less than none', { reflection: { leastHours: -1 } }],
    ['a language twice', { languages: ['cy', 'cy'] }],
    ['a language nobody translates', { languages: ['tlh'] }],
    ['a kiosk that never forgets', { kiosk: { resetMinutes: 31 } }],
    ['a notation of its own', { toothNotation: 'roman' }],
  ])('cannot be: %s', async (_what, change) => {
    const refused = await clinic
      .as('owner')
      .call(settings.changePolicies, { ...change, version: await versionOf() } as never)
    expect(refused.code).toBe('invalid-argument')
  })
})

describe('closing the account', () => {
  it('needs the name, the right and a fresh proof; ends staff sign-in and nothing of the patients’', async () => {
    const closing = await testApp.addClinic('Last Orders')
    const { patient, consentId } = await closing.addViewed()
    expect((await closing.as('manager').call(settings.close, { name: 'Last Orders' })).status).toBe(403)
    const misspelt = await closing.as('owner').call(settings.close, { name: 'last orders' })
    expect([misspelt.status, misspelt.reason]).toEqual([409, 'name-differs'])
    testApp.clock.advance(11 * minute_ms)
    const late = await closing.as('owner').call(settings.close, { name: 'Last Orders' })
    testApp.clock.advance(-11 * minute_ms)
    expect(late.reason).toBe('requires-recent-login')

    await closing.as('owner').callOk(settings.close, { name: 'Last Orders' })
    expect((await closing.as('dentist').call(contract.clinics.get, {})).status).toBe(401)
    expect((await patient.callOk(contract.signing.read, { consentId })).id).toBe(consentId)

    const again = { clinicId: closing.id, status: 'active', reason: 'They asked for it' } as const
    await testApp.as(testApp.superAdmin).callOk(contract.directory.changeStatus, again)
    const { rows } = await testApp.owner.query('select status, closed_at from clinics where id = $1', [
      closing.id,
    ])
    expect(rows).toEqual([{ status: 'active', closed_at: null }])
  })
})

it('met no fault of the server on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})
