import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { integrationScopes, type KeyScope } from '../../../contract/integration-scopes.ts'
import { embed_minutes, embed_origins_max, embed_view_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'

const { embeds, programs } = contract
const origin = 'https://app.example.org'
const otherOrigin = 'https://other.example.org:8443'

let testApp: TestApp
let program: TestCaller
let patientId: string
let consentId: string
let frameId: string
let otherFrameId: string

const withKey = (key: string): TestCaller => createTestCaller(testApp.app.http, '', key)
const addOrigin = async (clinic: TestClinic, added: string): Promise<string> =>
  (await clinic.as('owner').callOk(embeds.addOrigin, { origin: added })).id

beforeAll(async () => {
  testApp = await openTestApp()
  const { clinicA } = testApp
  program = withKey((await clinicA.addApiKey()).secret)
  patientId = await clinicA.addPatient({ firstName: 'Ada', lastName: 'Frame' })
  consentId = (await clinicA.addSent({ patientId })).consentId
  frameId = await addOrigin(clinicA, origin)
  otherFrameId = await addOrigin(clinicA, otherOrigin)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const addressParts = (url: string) => {
  const { pathname, search, hash } = new URL(url)
  expect(search).toBe('')
  return { frameId: pathname.split('/').at(-1)!, token: hash.slice(1) }
}
type Asked = Parameters<typeof program.callOk<typeof programs.createEmbed>>[1]
const make = async (asked: Partial<Asked> = { consentId }, caller = program) =>
  addressParts((await caller.callOk(programs.createEmbed, { origin, ...asked })).url)
const anybody = () => testApp.anonymous()
const open = async (given: { frameId: string; token: string }) => anybody().callOk(embeds.open, given)
const reasonOfOpening = async (given: { frameId: string; token: string }, caller = anybody()) =>
  (await caller.call(embeds.open, given)).reason
const reasonOfReading = async (given: { frameId: string; viewToken: string }) =>
  (await anybody().call(embeds.read, given)).reason

describe('a view in a frame', () => {
  it('shows how one consent stands: who, what, when, and how many questions wait', async () => {
    const { viewToken, view } = await open(await make())
    expect(view).toMatchObject({ origin, patientName: 'Ada Frame', shows: 'consent' })
    expect(view.consents).toHaveLength(1)
    expect(view.consents[0]).toMatchObject({
      ...{ id: consentId, status: 'sent', viewedAt: null, signedAt: null },
      questions: { open: 0, all: 0 },
    })
    expect(view.consents[0]!.sentAt).not.toBeNull()
    expect(await anybody().callOk(embeds.read, { frameId, viewToken })).toEqual(view)
  })

  it('is read anew as things change', async () => {
    const viewed = await testApp.clinicA.addSent({ patientId })
    const { viewToken } = await open(await make({ consentId: viewed.consentId }))
    await testApp.clinicA
      .as('owner')
      .callOk(contract.consents.void, { consentId: viewed.consentId, reason: 'Booked twice' })
    const { consents } = await anybody().callOk(embeds.read, { frameId, viewToken })
    expect(consents[0]!.status).toBe('voided')
    expect(JSON.stringify(consents)).not.toContain('Booked twice')
  })

  it('shows the consents of a patient, by our id or the program’s identifier, and nobody else’s', async () => {
    const identifier = `demo|${randomUUID()}`
    const person = { firstName: 'Bea', lastName: 'Frame', dateOfBirth: '1990-02-03' }
    const saved = await program.callOk(programs.savePatient, { identifier, ...person })
    const { view: none } = await open(await make({ patientIdentifier: identifier }))
    expect(none).toMatchObject({ patientName: 'Bea Frame', shows: 'patient', consents: [] })
    const own = await testApp.clinicA.addSent({ patientId: saved.patientId! })
    const { view } = await open(await make({ patientId: saved.patientId! }))
    expect(view.consents.map(({ id }) => id)).toEqual([own.consentId])
  })

  it('follows a patient whose record becomes part of another, and that one’s in turn', async () => {
    const clinic = testApp.clinicA
    const person = { firstName: 'Ivy', dateOfBirth: '1984-05-06' }
    const ids: string[] = []
    for (const lastName of ['Frame', 'Framer', 'Framed'])
      ids.push(await clinic.addPatient({ ...person, lastName }))
    const [first, second, third] = ids as [string, string, string]
    const own = (await clinic.addSent({ patientId: first })).consentId
    const others = (await clinic.addSent({ patientId: third })).consentId
    const ofPatient = await open(await make({ patientId: first }))
    const ofConsent = await open(await make({ consentId: own }))
    const unopened = await make({ patientId: first })
    const manager = clinic.as('owner')
    const recordOf = (id: string) => manager.callOk(contract.patients.get, { patientId: id })
    for (const [patientId, duplicateId] of [
      [second, first],
      [third, second],
    ] as const) {
      const survivor = await recordOf(patientId)
      await manager.callOk(contract.patients.merge, {
        ...survivor,
        ...{ patientId, duplicateId },
        duplicateVersion: (await recordOf(duplicateId)).version,
      })
    }
    const read = ({ viewToken }: { viewToken: string }) =>
      anybody().callOk(embeds.read, { frameId, viewToken })
    const views = [
      ...[await read(ofPatient), (await open(unopened)).view],
      (await open(await make({ patientId: first }))).view,
    ]
    for (const view of views) {
      expect(view.patientName).toBe('Ivy Framed')
      expect(view.consents.map(({ id }) => id).toSorted()).toEqual([own, others].toSorted())
    }
    const consentView = await read(ofConsent)
    expect(consentView.patientName).toBe('Ivy Framed')
    expect(consentView.consents.map(({ id }) => id)).toEqual([own])
  })

  it('is written down when it is opened, and a hash is kept of its tokens', async () => {
    const given = await make()
    const { viewToken } = await open(given)
    const { rows } = await testApp.owner.query<{ action: string; details: object }>(
      `select action, details from audit_rows where subject = $1 and action like 'embed.%' order by at desc limit 2`,
      [consentId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['embed.opened', 'embed.created'])
    expect(rows[0]!.details).toMatchObject({ origin, key: 'Practice system' })
    const kept = await testApp.owner.query<{ row: string }>(`select embeds::text as row from embeds`)
    const text = kept.rows.map(({ row }) => row).join('\n')
    for (const secret of [given.token, viewToken]) expect(text).not.toContain(secret)
  })

  it('says nothing of anybody in its address', async () => {
    const { url } = await program.callOk(programs.createEmbed, { origin, consentId })
    expect(url).toMatch(/^http[^#?]*\/embed\/[\da-f-]{36}#[\w-]{43}$/)
    expect(url).not.toContain(consentId)
    expect(url).not.toContain(patientId)
  })
})

/** How often the practice's own log says that an address was refused. */
const refusalsLogged = async (): Promise<number> => {
  const { rows } = await testApp.owner.query<{ count: number }>(
    `select count(*)::int as count from audit_rows where clinic_id = $1 and action = 'embed.refused'`,
    [testApp.clinicA.id],
  )
  return rows[0]!.count
}

describe('refused is', () => {
  it('1. an address that was opened before, by two at once too', async () => {
    const given = await make()
    const opened = await Promise.all([1, 2].map(() => reasonOfOpening(given)))
    expect(opened.toSorted()).toEqual(['embed-over', null].toSorted())
    const before = await refusalsLogged()
    expect(await reasonOfOpening(given)).toBe('embed-over')
    expect(await refusalsLogged()).toBe(before + 1)
    // What nobody was given fills no log of the practice.
    expect(await reasonOfOpening({ ...given, token: 'x'.repeat(43) })).toBe('embed-over')
    expect(await refusalsLogged()).toBe(before + 1)
  })

  it('2. an address in the frame of another origin, of this practice or another', async () => {
    const given = await make()
    expect(await reasonOfOpening({ ...given, frameId: otherFrameId })).toBe('embed-over')
    const frameOfB = await addOrigin(testApp.clinicB, origin)
    expect(await reasonOfOpening({ ...given, frameId: frameOfB })).toBe('embed-over')
    // Its own frame opens it still, and its view is read in no other.
    const { viewToken } = await open(given)
    expect(await reasonOfReading({ frameId: otherFrameId, viewToken })).toBe('embed-over')
  })

  it('3. an address whose minutes are over, and a view whose hour is', async () => {
    const given = await make()
    testApp.clock.advance(embed_minutes * minute_ms)
    expect(await reasonOfOpening(given)).toBe('embed-over')
    const { viewToken } = await open(await make())
    testApp.clock.advance(embed_view_minutes * minute_ms)
    expect(await reasonOfReading({ frameId, viewToken })).toBe('embed-over')
    testApp.clock.advance(-(embed_minutes + embed_view_minutes) * minute_ms)
  })

  it('4. a consent or a patient of another practice', async () => {
    const keyOfB = withKey((await testApp.clinicB.addApiKey()).secret)
    const ofB = 'https://only-b.example.org'
    await addOrigin(testApp.clinicB, ofB)
    const reasonOf = async (asked: Asked) => (await keyOfB.call(programs.createEmbed, asked)).reason
    expect(await reasonOf({ origin: ofB, consentId })).toBe('not-found')
    expect(await reasonOf({ origin: ofB, patientId })).toBe('patient-not-found')
  })

  it('5. what a key made that was revoked since, opened or not', async () => {
    const { keyId, secret } = await testApp.clinicA.addApiKey()
    const [unopened, opened] = [
      await make({ consentId }, withKey(secret)),
      await make({ consentId }, withKey(secret)),
    ]
    const { viewToken } = await open(opened)
    await testApp.clinicA.as('owner').callOk(contract.integrations.revokeKey, { keyId })
    expect(await reasonOfOpening(unopened)).toBe('embed-over')
    expect(await reasonOfReading({ frameId, viewToken })).toBe('embed-over')
  })

  it('6. a session in the place of a token: a cookie opens nothing', async () => {
    const dentist = testApp.clinicA.as('dentist')
    expect(await reasonOfOpening({ frameId, token: 'x'.repeat(43) }, dentist)).toBe('embed-over')
    const read = await dentist.call(embeds.read, { frameId, viewToken: consentId })
    expect(read.reason).toBe('embed-over')
    // And it sets none, nor is one needed.
    const answer = await anybody().send({
      ...{ method: 'POST', url: '/api/embed/openings' },
      payload: await make(),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('7. a call from another site, though it holds the token', async () => {
    const answer = await anybody().send({
      ...{ method: 'POST', url: '/api/embed/openings', headers: { origin } },
      payload: await make(),
    })
    expect([answer.status, answer.reason]).toEqual([403, 'foreign-origin'])
  })

  it('8. a token of another kind, and this one anywhere else', async () => {
    const given = await make()
    const staffId = testApp.clinicA.staff.dentist.staffId!
    const launch = await program.callOk(programs.createLaunch, { open: 'patient', patientId, staffId })
    expect(await reasonOfOpening({ frameId, token: new URL(launch.url).hash.slice(1) })).toBe('embed-over')
    const dentist = testApp.clinicA.as('dentist')
    expect((await dentist.call(contract.launches.open, { token: given.token })).reason).toBe('launch-over')
    expect((await withKey(given.token).call(programs.createEmbed, { origin, consentId })).status).toBe(401)
    // The address's own token reads no view, and the view's opens no address.
    const { viewToken } = await open(given)
    expect(await reasonOfReading({ frameId, viewToken: given.token })).toBe('embed-over')
    expect(await reasonOfOpening({ frameId, token: viewToken })).toBe('embed-over')
  })

  it('9. an origin that the practice has not listed, to the letter', async () => {
    for (const asked of [
      'https://evil.example',
      `${origin}/`,
      'https://APP.example.org',
      '*',
      'null',
      `${origin}:444`,
    ]) {
      const { reason } = await program.call(programs.createEmbed, { origin: asked, consentId })
      expect(reason, asked).toBe('origin-not-listed')
    }
  })

  it('10. what was made for an origin that was removed since, though it is listed again', async () => {
    const owner = testApp.clinicA.as('owner')
    const changing = 'https://changing.example.org'
    const first = await addOrigin(testApp.clinicA, changing)
    const [unopened, opened] = [
      await make({ origin: changing, consentId }),
      await make({ origin: changing, consentId }),
    ]
    const { viewToken } = await open(opened)
    await owner.callOk(embeds.removeOrigin, { originId: first })
    expect(await testApp.app.frameOriginOf(first)).toBeNull()
    const second = await addOrigin(testApp.clinicA, changing)
    for (const frame of [first, second]) {
      expect(await reasonOfOpening({ ...unopened, frameId: frame })).toBe('embed-over')
      expect(await reasonOfReading({ frameId: frame, viewToken })).toBe('embed-over')
    }
  })
})

describe('a program cannot', () => {
  it('make one without the scope', async () => {
    const scopes = integrationScopes.filter((scope) => scope !== 'embeds:create') as KeyScope[]
    const caller = withKey((await testApp.clinicA.addApiKey(scopes)).secret)
    expect((await caller.call(programs.createEmbed, { origin, consentId })).status).toBe(403)
  })

  it('name both a consent and a patient, or neither', async () => {
    const reasonOf = async (asked: object) =>
      (await program.call(programs.createEmbed, { origin, ...asked })).reason
    expect(await reasonOf({ consentId, patientId })).toBe('consent-and-patient')
    expect(await reasonOf({})).toBe('patient-unnamed')
    expect(await reasonOf({ patientIdentifier: `demo|${randomUUID()}` })).toBe('patient-not-found')
  })
})

describe('origins', () => {
  it('are the only ones to frame the page of their frame, while they are listed', async () => {
    expect(await testApp.app.frameOriginOf(frameId)).toBe(origin)
    expect(await testApp.app.frameOriginOf(otherFrameId)).toBe(otherOrigin)
    for (const nobodys of [randomUUID(), 'x', '', "' or 1=1"])
      expect(await testApp.app.frameOriginOf(nobodys)).toBeNull()
  })

  it('are exact and encrypted', async () => {
    const owner = testApp.clinicA.as('owner')
    const { length } = await owner.callOk(embeds.listOrigins, {})
    for (const typed of [
      ...[
        '*',
        'https://*.example.org',
        'http://app.example.org',
        'https://app.example.org/',
        'app.example.org',
      ],
      ...['https://app.example.org/path', "https://a.example 'self'", 'https://a.example;b', 'null', ''],
      ...['https://user@app.example.org', 'https://APP.example.org', 'https://app.example.org:443'],
    ]) {
      const { code } = await owner.call(embeds.addOrigin, { origin: typed })
      expect(code, typed).toBe('invalid-argument')
    }
    expect(await owner.callOk(embeds.listOrigins, {})).toHaveLength(length)
  })

  it('are listed once and at most so many, and each practice removes its own', async () => {
    const clinic = await testApp.addClinic('Framing')
    const owner = clinic.as('owner')
    const reasonOf = async (added: string) => (await owner.call(embeds.addOrigin, { origin: added })).reason
    for (let number = 0; number < embed_origins_max; number++)
      await addOrigin(clinic, `https://o${number}.example.org`)
    expect(await reasonOf('https://one-more.example.org')).toBe('too-many')
    const [newest] = await owner.callOk(embeds.listOrigins, {})
    await owner.callOk(embeds.removeOrigin, { originId: newest!.id })
    expect(await reasonOf('https://o0.example.org')).toBe('already-there')
    expect((await owner.call(embeds.removeOrigin, { originId: newest!.id })).reason).toBe('not-found')
    expect((await owner.call(embeds.removeOrigin, { originId: frameId })).reason).toBe('not-found')
    expect(await testApp.app.frameOriginOf(frameId)).toBe(origin)
  })

  it('are no more than that when several are listed at once', async () => {
    const clinic = await testApp.addClinic('Framing At Once')
    for (let number = 1; number < embed_origins_max; number++)
      await addOrigin(clinic, `https://o${number}.example.org`)
    // Each has begun before any may write: held up at the counting, they count in turn; held up later, they have counted.
    const writing = { text: 'lock table embed_origins in share mode', values: [] }
    const last = await whileRowsLocked(testApp, writing, () =>
      ['a', 'b', 'c', 'd'].map((name) =>
        clinic.as('owner').call(embeds.addOrigin, { origin: `https://${name}.example.org` }),
      ),
    )
    expect(last.map(({ reason }) => reason).filter((reason) => reason === null)).toHaveLength(1)
    expect(last.map(({ reason }) => reason).filter((reason) => reason === 'too-many')).toHaveLength(3)
  })
})
