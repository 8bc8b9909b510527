import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  integrationScopes,
  provisioningScope,
  type KeyScope,
  type smartScopes,
} from '../../../contract/integration-scopes.ts'
import { validateFhirResource } from '../../testing/fhir-validation.ts'
import { createTestCaller, type TestResponse, type TestCaller } from '../../testing/test-caller.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { paperInputFor, signatureFor } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { integrations } = contract

let testApp: TestApp
let program: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  program = withKey((await testApp.clinicA.addApiKey()).secret)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withKey = (key: string): TestCaller => createTestCaller(testApp.app.http, '', key)

type Json = Record<string, unknown>
type Bundle = {
  total: number
  link: { relation: string; url: string }[]
  entry?: { fullUrl: string; resource: Json & { id: string } }[]
}

/** What FHIR's endpoint answers, which must be valid. */
async function read<T = Json>(path: string, caller = program): Promise<T> {
  const answer = await caller.get(`/api/fhir/${path}`)
  expect(answer.error, path).toBeNull()
  expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  expect(validateFhirResource(answer.body as object), path).toEqual([])
  return answer.body as T
}

const outcomeOf = ({ status, code, headers, body }: TestResponse<unknown>) => {
  expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  expect(validateFhirResource(body as object)).toEqual([])
  return `${status} ${code}`
}

describe('an API key', () => {
  it('is shown once and kept as a hash', async () => {
    const { keyId, secret } = await testApp.clinicA.addApiKey(['system/Patient.read'])
    expect(secret).toMatch(/^cand_[\w-]{43}$/)
    const listed = await testApp.clinicA.as('owner').callOk(integrations.listKeys, {})
    const key = listed.find(({ id }) => id === keyId)!
    expect(key).toMatchObject({
      name: 'Practice system',
      scopes: ['system/Patient.read'],
      hint: secret.slice(-4),
      state: 'live',
      createdBy: 'Amara Okafor',
      lastUsedAt: null,
    })
    expect(JSON.stringify(listed)).not.toContain(secret)
    const { rows } = await testApp.owner.query('select * from api_keys where id = $1', [keyId])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(testApp.logged.join()).not.toContain(secret)
    const { rows: audited } = await testApp.owner.query(`select * from audit_rows where subject = $1`, [
      keyId,
    ])
    expect(audited).toHaveLength(1)
    expect(JSON.stringify(audited)).not.toContain(secret)
  })

  it('opens what its scopes name, and nothing else', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const { id: appointmentId } = await testApp.clinicA.addAppointment({ patientId })
    const paths: Record<(typeof smartScopes)[number] | typeof provisioningScope, string> = {
      'system/Consent.read': '/api/fhir/Consent',
      'system/DocumentReference.read': '/api/fhir/DocumentReference',
      'system/QuestionnaireResponse.read': '/api/fhir/QuestionnaireResponse',
      'system/Patient.read': `/api/fhir/Patient/${patientId}`,
      'system/Appointment.read': '/api/fhir/Appointment',
      'system/Encounter.read': `/api/fhir/Encounter/${appointmentId}`,
      [provisioningScope]: '/api/scim/v2/Users',
    }
    for (const scope of integrationScopes) {
      const caller = withKey((await testApp.clinicA.addApiKey([scope])).secret)
      for (const [needed, path] of Object.entries(paths)) {
        const answer = await caller.get(path)
        if (needed === scope) expect(answer.status, path).toBe(200)
        else expect(answer.status, path).toBe(403)
      }
    }
  })

  it('is refused alike whether unknown, revoked or expired, or of a clinic that is closed', async () => {
    const { keyId: revokedId, secret: revoked } = await testApp.clinicA.addApiKey()
    const { keyId: expiredId, secret: expired } = await testApp.clinicA.addApiKey()
    const closed = await testApp.addClinic('Closed Now')
    const { secret: ofClosed } = await closed.addApiKey()
    for (const secret of [revoked, expired, ofClosed])
      expect((await withKey(secret).get('/api/fhir/Consent')).status).toBe(200)
    await testApp.clinicA.as('owner').callOk(integrations.revokeKey, { keyId: revokedId })
    await testApp.owner.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [
      expiredId,
    ])
    await testApp.owner.query(`update clinics set status = 'suspended' where id = $1`, [closed.id])
    const told = []
    for (const secret of [revoked, expired, ofClosed, `cand_${'a'.repeat(43)}`, 'cand_short', '']) {
      const answer = await withKey(secret).get('/api/fhir/Consent')
      told.push(
        JSON.stringify({ ...(answer.body as Json), status: answer.status }).replace(/Request [\w-]+/, ''),
      )
    }
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toContain('"status":401')
    const states = (await testApp.clinicA.as('owner').callOk(integrations.listKeys, {})).map(
      ({ id, state }) => [id, state],
    )
    expect(states).toContainEqual([revokedId, 'revoked'])
    expect(states).toContainEqual([expiredId, 'expired'])
  })

  it('notes its use, but not each one', async () => {
    const { keyId, secret } = await testApp.clinicA.addApiKey()
    const lastUse = async () => {
      await withKey(secret).get('/api/fhir/Consent?_count=1')
      const listed = await testApp.clinicA.as('owner').callOk(integrations.listKeys, {})
      return listed.find(({ id }) => id === keyId)!.lastUsedAt
    }
    const first = await lastUse()
    expect(first).not.toBeNull()
    testApp.clock.advance(5 * minute_ms)
    expect(await lastUse()).toBe(first)
    testApp.clock.advance(6 * minute_ms)
    expect(new Date((await lastUse())!).getTime()).toBeGreaterThan(new Date(first!).getTime())
    testApp.clock.advance(-11 * minute_ms)
  })

  it('ends on its day', async () => {
    const made = await testApp.clinicA
      .as('owner')
      .callOk(integrations.createKey, { name: 'For a week', scopes: ['system/Consent.read'], days: 7 })
    const caller = withKey(made.secret)
    testApp.clock.advance(7 * day_ms - minute_ms)
    expect((await caller.get('/api/fhir/Consent')).status).toBe(200)
    testApp.clock.advance(minute_ms)
    expect((await caller.get('/api/fhir/Consent')).status).toBe(401)
    testApp.clock.advance(-7 * day_ms)
  })

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['system/*.read'] }],
    ['too many days', { days: 366 }],
    ['no name', { name: ' ' }],
  ])('is not made with %s', async (_what, wrong) => {
    const key = { name: 'Practice system', scopes: ['system/Consent.read'] as KeyScope[], ...wrong }
    const answer = await testApp.clinicA.as('owner').call(integrations.createKey, key as never)
    expect(answer.reason).toBe('invalid-input')
  })

  it('is audited as itself wherever it reads', async () => {
    const { keyId, secret } = await testApp.clinicA.addApiKey()
    const { consentId } = await testApp.clinicA.addSigned()
    await withKey(secret).get(`/api/fhir/Consent/${consentId}`)
    const { rows } = await testApp.owner.query(
      `select action, user_name, user_role, session_id from audit_rows where subject = $1 and user_role = 'integration'`,
      [consentId],
    )
    expect(rows).toEqual([
      {
        action: 'fhir.consent_read',
        user_name: 'Practice system',
        user_role: 'integration',
        session_id: keyId,
      },
    ])
  })
})

describe('FHIR', () => {
  it('says what it does to anyone, and refuses the rest in its own form', async () => {
    const statement = await read<{ fhirVersion: string }>('metadata', testApp.anonymous())
    expect(statement.fhirVersion).toBe('4.0.1')
    for (const path of ['Observation', 'Consent/one/two', 'x'])
      expect(outcomeOf(await program.get(`/api/fhir/${path}`))).toBe('404 not-found')
    expect(outcomeOf(await program.get('/api/fhir/Consent/nonsense'))).toBe('404 not-found')
    expect(outcomeOf(await testApp.anonymous().get('/api/fhir/Consent'))).toBe('401 unauthenticated')
  })

  it('tells a consent from sending on, through every state', async () => {
    const statusOf = async (consentId: string) => {
      const { status } = await read<{ status: string }>(`Consent/${consentId}`)
      const answers = await read<{ status: string }>(`QuestionnaireResponse/${consentId}`)
      return [status, answers.status]
    }
    const draft = await testApp.clinicA.addDraft()
    expect((await program.get(`/api/fhir/Consent/${draft.id}`)).status).toBe(404)
    const sent = await testApp.clinicA.addSent()
    expect(await statusOf(sent.consentId)).toEqual(['proposed', 'in-progress'])
    const viewed = await testApp.clinicA.addViewed()
    await viewed.patient.callOk(contract.signing.decline, {
      consentId: viewed.consentId,
      reason: 'I want to wait',
    })
    expect(await statusOf(viewed.consentId)).toEqual(['rejected', 'completed'])
    const declined = await read(`QuestionnaireResponse/${viewed.consentId}`)
    expect(JSON.stringify(declined)).toContain('I want to wait')
    const signed = await testApp.clinicA.addSigned()
    expect(await statusOf(signed.consentId)).toEqual(['active', 'completed'])
    await signed.patient.callOk(contract.signing.withdraw, { consentId: signed.consentId })
    expect(await statusOf(signed.consentId)).toEqual(['inactive', 'completed'])
    const finalised = await testApp.clinicA.addFinalised()
    expect(await statusOf(finalised.consentId)).toEqual(['active', 'completed'])
    await testApp.clinicA
      .as('owner')
      .callOk(contract.consents.void, { consentId: finalised.consentId, reason: 'Wrong tooth' })
    expect(await statusOf(finalised.consentId)).toEqual(['entered-in-error', 'entered-in-error'])
  })

  it('leads from a consent to its document, and gives the very bytes', async () => {
    const { consentId, documentId } = await testApp.clinicA.addSealed()
    const consent = await read<{ sourceAttachment: { url: string; size: number; title: string } }>(
      `Consent/${consentId}`,
    )
    expect(consent.sourceAttachment.url).toMatch(new RegExp(`/api/fhir/Binary/${documentId}$`))
    const reference = await read(`DocumentReference/${documentId}`)
    expect(reference).toMatchObject({ status: 'current', docStatus: 'final' })
    const pdf = await program.get(`/api/fhir/Binary/${documentId}`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.raw.length).toBe(consent.sourceAttachment.size)
    expect(pdf.headers['content-disposition']).toContain(consent.sourceAttachment.title)
    const own = await testApp.clinicA
      .as('dentist')
      .get(`/api/clinic/consents/${consentId}/documents/${documentId}`)
    expect(pdf.raw.equals(own.raw)).toBe(true)
    const wrapped = await program.send({
      method: 'GET',
      url: `/api/fhir/Binary/${documentId}`,
      headers: { accept: 'application/fhir+json' },
    })
    expect(validateFhirResource(wrapped.body as object)).toEqual([])
    expect(Buffer.from((wrapped.body as { data: string }).data, 'base64').equals(pdf.raw)).toBe(true)
  })

  it('tells that a countersigned document stands in place of the first', async () => {
    const { consentId } = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    const { entry } = await read<Bundle>('DocumentReference?_count=100')
    const own = entry!.filter(({ resource }) => JSON.stringify(resource).includes(consentId))
    expect(own.map(({ resource }) => resource.status)).toEqual(['superseded', 'current'])
    expect(own[1]!.resource.relatesTo).toEqual([
      { code: 'appends', target: { reference: `DocumentReference/${own[0]!.resource.id}` } },
    ])
  })

  it('tells of each file of a scanned paper, and gives the very bytes, before and after it is stored', async () => {
    const sent = await testApp.clinicA.addSent()
    const pages = [newPicture(), newPicture()]
    const { takenAt } = await testApp.clinicA.as('dentist').callOk(contract.paper.takeIn, {
      ...paperInputFor(sent, testApp.clock.now()),
      files: pages.map((page) => page.toString('base64')),
    })
    const search = `DocumentReference?patient=${sent.patientId}`
    const found = await read<Bundle>(search)
    expect(found.total).toBe(2)
    for (const [at, { resource }] of found.entry!.entries()) {
      expect(resource).toMatchObject({
        ...{ status: 'current', docStatus: 'final', date: takenAt },
        subject: { reference: `Patient/${sent.patientId}` },
        author: [{ reference: '#taken-by', display: 'Tom Hughes' }],
        description: expect.stringContaining(`scan 1 of the paper signed by hand, file ${at + 1}`) as string,
        context: { related: [{ reference: `Consent/${sent.consentId}` }] },
        content: [{ attachment: { contentType: 'image/png', size: pages[at]!.length } }],
      })
      expect(await read(`DocumentReference/${resource.id}`)).toEqual(resource)
      const file = await program.get(`/api/fhir/Binary/${resource.id}`)
      expect([file.headers['content-type'], file.raw.equals(pages[at]!)]).toEqual(['image/png', true])
    }
    await testApp.runJobs()
    const sealed = await read<Bundle>(search)
    const files = sealed.entry!.map(({ resource }) => resource)
    expect(files.map(({ type }) => JSON.stringify(type)).every((type) => type.includes('59284-0'))).toBe(true)
    expect(files.map(({ author }) => (author as { reference: string }[])[0]!.reference)).toEqual([
      ...['#taken-by', '#taken-by', '#clinician'],
    ])
    const stored = await program.send({
      ...{ method: 'GET', url: `/api/fhir/Binary/${files[0]!.id}` },
      headers: { accept: 'application/fhir+json' },
    })
    expect(validateFhirResource(stored.body as object)).toEqual([])
    const { contentType, data } = stored.body as { contentType: string; data: string }
    expect([contentType, Buffer.from(data, 'base64').equals(pages[0]!)]).toEqual(['image/png', true])
  })

  it('tells of the pictures that a patient was shown from sending on, with what was marked', async () => {
    const draft = await testApp.clinicA.addDraft()
    const picture = await testApp.clinicA.as('dentist').callOk(contract.pictures.add, {
      ...{ consentId: draft.id, kind: 'xray', caption: 'Your lower right teeth', takenOn: '2026-03-01' },
      alt: 'Three teeth. The middle one has a dark patch.',
      marks: [
        {
          ...{ shape: 'circle', from: { x: 0.25, y: 0.5 }, to: { x: 0.5, y: 0.75 } },
          ...{ tooth: '46', note: 'Decay under the filling' },
        },
      ],
      image: newPicture().toString('base64'),
    })
    const path = `DocumentReference/${picture.id}`
    expect(outcomeOf(await program.get(`/api/fhir/${path}`))).toBe('404 not-found')
    expect(outcomeOf(await program.get(`/api/fhir/Binary/${picture.id}`))).toBe('404 not-found')
    expect((await read<Bundle>(`DocumentReference?patient=${draft.patient.id}`)).total).toBe(0)
    const told = {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    } as const
    const { sentAt } = await testApp.clinicA.as('dentist').callOk(contract.consents.send, told)
    expect(await read(path)).toMatchObject({
      ...{ date: sentAt, type: { text: 'X-ray' } },
      description: expect.stringContaining(
        'Marked: lower right first molar: Decay under the filling',
      ) as string,
      content: [{ attachment: { contentType: 'image/png', creation: '2026-03-01' } }],
    })
    const { sha256 } = picture
    const file = await program.get(`/api/fhir/Binary/${picture.id}`)
    expect(createHash('sha256').update(file.raw).digest('hex')).toBe(sha256)
    const found = await read<Bundle>(
      `DocumentReference?patient=${draft.patient.id}&_lastUpdated=ge2026-01-01`,
    )
    expect(found.entry!.map(({ resource }) => resource.id)).toEqual([picture.id])
  })

  it('tells how an additional consent was given on paper, and who wrote it down', async () => {
    await testApp.clinicA.askBesides('photos-teaching', 'share-referrer')
    const sent = await testApp.clinicA.addSent()
    await testApp.clinicA.askBesides()
    await testApp.clinicA.as('dentist').callOk(contract.paper.takeIn, {
      ...paperInputFor(sent, testApp.clock.now()),
      additional: [
        { key: 'photos-teaching', answer: 'yes' },
        { key: 'share-referrer', answer: 'blank' },
      ],
    })
    const answers = await read(`QuestionnaireResponse/${sent.consentId}`)
    const items = answers.item as { linkId: string; item?: Json[] }[]
    const [given, blank] = items.find(({ linkId }) => linkId === 'additional')!.item!
    expect(blank).not.toHaveProperty('answer')
    expect(given!.answer).toMatchObject([
      {
        valueString: 'yes',
        item: [{ answer: [{ valueString: 'on paper' }] }, { answer: [{ valueString: 'Tom Hughes' }] }],
      },
    ])
    const { text } = (await read(`Consent/${sent.consentId}`)) as { text: { div: string } }
    expect(text.div).toContain('yes')
    expect(text.div).toContain('blank')
  })

  it('names a patient by NHS number and birth date', async () => {
    const patientId = await testApp.clinicA.addPatient({ firstName: 'Owen', nhsNumber: '9434765919' })
    expect(await read(`Patient/${patientId}`)).toMatchObject({
      identifier: [{ system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9434765919' }],
      name: [{ family: 'Whitcombe', given: ['Owen'], prefix: ['Mrs'] }],
      birthDate: '1961-03-14',
    })
  })

  it('tells what was agreed to by word of mouth, which counts like a signature', async () => {
    // A treatment that the library says may go ahead on a spoken yes.
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where library_id = 'composite-filling'`,
    )
    const draft = await testApp.clinicA.addDraft({ templateId: rows[0]!.id })
    const discussion = {
      ...{ on: testApp.clock.now().toISOString(), mode: 'in-person' as const },
      ...{ note: 'Talked through at the chair', whatMatters: '', understanding: 'explained-back' as const },
    }
    const witnesses = [{ name: 'Ann Friend', capacity: 'Nurse', statement: 'I heard her say yes.' }]
    const told = { consentId: draft.id, discussion, witnesses, wordingConfirmed: true }
    await testApp.clinicA.as('dentist').callOk(contract.consents.recordVerbal, told)
    expect(await read(`Consent/${draft.id}`)).toMatchObject({ status: 'active' })
    const answers = await read(`QuestionnaireResponse/${draft.id}`)
    expect(JSON.stringify(answers.item)).toContain('"code":"agreed"')
  })

  it('names whoever signed for a child as somebody else', async () => {
    const guardian = {
      ...{ name: 'Joan Whitcombe', relationship: 'Mother', authority: 'parental-responsibility' as const },
      ...{ email: '', phone: '' },
    }
    const patientId = await testApp.clinicA.addPatient({ guardians: [guardian] })
    const viewed = await testApp.clinicA.addViewed({ patientId })
    const { consentId, contentHash } = viewed
    await viewed.patient.callOk(contract.signing.sign, {
      ...{ consentId, contentHash, name: 'Joan Whitcombe', signerRole: 'parent', confirmed: [0, 1, 2, 3] },
      mark: { kind: 'typed', typed: 'Joan Whitcombe' },
    })
    const consent = await read(`Consent/${consentId}`)
    expect(consent.performer).toEqual([{ reference: '#signer' }])
    expect(JSON.stringify(consent.contained)).toContain('Joan Whitcombe')
  })

  it('tells whose hand signed for whom, and what was asked besides the treatment, answered or not', async () => {
    await testApp.clinicA.askBesides('photos-teaching', 'share-referrer')
    const viewed = await testApp.clinicA.addViewed()
    await testApp.clinicA.askBesides()
    const typed = (name: string) => ({ name, mark: { kind: 'typed' as const, typed: name } })
    await viewed.patient.callOk(contract.signing.sign, {
      ...{ ...signatureFor(viewed), ...typed('Sam Reed') },
      help: { kind: 'on-behalf', why: 'movement', of: 'Eleanor Whitcombe', agreed: true },
      cosigners: [{ role: 'witness', capacity: 'Dental nurse', ...typed('Priya Nair') }],
      said: { additional: [{ key: 'share-referrer', answer: 'no' }] },
    })
    const consent = await read(`Consent/${viewed.consentId}`)
    expect(consent.performer).toEqual([{ reference: `Patient/${viewed.patientId}` }])
    expect(consent.extension).toContainEqual({
      url: expect.stringMatching(/signed-on-behalf$/),
      extension: [
        { url: 'by', valueString: 'Sam Reed' },
        { url: 'of', valueString: 'Eleanor Whitcombe' },
        { url: 'why', valueString: 'movement' },
      ],
    })
    const answers = await read(`QuestionnaireResponse/${viewed.consentId}`)
    expect(answers).toMatchObject({
      author: { reference: '#hand' },
      source: { reference: `Patient/${viewed.patientId}` },
      contained: [{ id: 'hand', name: [{ text: 'Sam Reed' }] }],
    })
    const items = answers.item as { linkId: string; item?: Json[] }[]
    const asked = items.find(({ linkId }) => linkId === 'additional')!.item!
    expect(asked.map(({ linkId, answer }) => [linkId, answer])).toEqual([
      ['additional-photos-teaching', undefined],
      ['additional-share-referrer', [{ valueString: 'no' }]],
    ])
    const signed = items.find(({ linkId }) => linkId === 'signature')!.item!
    expect(signed).toContainEqual({
      ...{ linkId: 'signature-on-behalf-of', text: 'on behalf of' },
      answer: [{ valueString: 'Eleanor Whitcombe' }],
    })
  })

  it('answers what is held already without sending it again', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    const url = `/api/fhir/Consent/${consentId}`
    const first = await program.get(url)
    const held = { method: 'GET', url, headers: { 'if-none-match': String(first.headers.etag) } } as const
    const again = await program.send(held)
    expect([again.status, again.raw.length]).toEqual([304, 0])
    await testApp.runJobs()
    expect((await program.send(held)).status).toBe(200)
  })
})

describe('a search', () => {
  it('finds by patient and by time, page by page, each consent once', async () => {
    const clinic = await testApp.addClinic('Searching')
    const caller = withKey((await clinic.addApiKey()).secret)
    const patientId = await clinic.addPatient()
    const made: string[] = []
    for (let day = 0; day < 5; day++) {
      const { consentId } = await clinic.addSent({ patientId })
      const at = new Date(Date.UTC(2026, 5, 10 + day, 9, 30))
      await testApp.owner.query('update consents set updated_at = $2 where id = $1', [consentId, at])
      made.push(consentId)
    }
    await clinic.addSent()
    const found: string[] = []
    let path: string | undefined = `Consent?patient=Patient/${patientId}&_count=2`
    let pages = 0
    while (path) {
      const page: Bundle = await read<Bundle>(path, caller)
      expect(page.total).toBe(5)
      found.push(...page.entry!.map(({ resource }) => resource.id))
      path = page.link.find(({ relation }) => relation === 'next')?.url.split('/api/fhir/')[1]
      pages++
    }
    expect(found).toEqual(made)
    expect(pages).toBe(3)
    const day = '2026-06-12'
    const since = await read<Bundle>(
      `Consent?patient=${patientId}&_lastUpdated=ge${day}&_lastUpdated=le2026-06-14`,
      caller,
    )
    expect(since.entry!.map(({ resource }) => resource.id)).toEqual(made.slice(2))
    const on = await read<Bundle>(`Consent?patient=${patientId}&_lastUpdated=${day}`, caller)
    expect(on.entry!.map(({ resource }) => resource.id)).toEqual([made[2]])
    const none = await read<Bundle>('Consent?_lastUpdated=lt2000-01-01', caller)
    expect([none.total, none.entry]).toEqual([0, undefined])
  })

  it('finds documents of every kind page by page, each once and in the order of their times', async () => {
    const clinic = await testApp.addClinic('Filing')
    const caller = withKey((await clinic.addApiKey()).secret)
    const patientId = await clinic.addPatient()
    for (let made = 0; made < 2; made++) await clinic.addPaper({ patientId })
    await testApp.runJobs()
    const read100 = await read<Bundle>(`DocumentReference?patient=${patientId}&_count=100`, caller)
    const all = read100.entry!.map(({ resource }) => resource.id)
    expect([read100.total, all.length, new Set(all).size]).toEqual([4, 4, 4])
    const dates = read100.entry!.map(({ resource }) => String(resource.date))
    expect(dates).toEqual(dates.toSorted())
    for (const size of [1, 3]) {
      const found: string[] = []
      let path: string | undefined = `DocumentReference?patient=${patientId}&_count=${size}`
      while (path) {
        const page: Bundle = await read<Bundle>(path, caller)
        found.push(...page.entry!.map(({ resource }) => resource.id))
        path = page.link.find(({ relation }) => relation === 'next')?.url.split('/api/fhir/')[1]
      }
      expect(found).toEqual(all)
    }
  })

  it.each([
    ['_lastUpdated=yesterday', 'bad-date'],
    ['_after=anything', 'bad-page'],
    ['_count=0', 'invalid-input'],
    ['_count=101', 'invalid-input'],
    ['patient=Eleanor', 'invalid-input'],
    ['_format=xml', 'invalid-input'],
  ])('for %s is refused with its reason', async (query, reason) => {
    for (const type of ['Consent', 'QuestionnaireResponse', 'DocumentReference']) {
      const answer = await program.get(`/api/fhir/${type}?${query}`)
      expect(outcomeOf(answer)).toBe('400 invalid-argument')
      expect(answer.reason).toBe(reason)
    }
  })

  it('shows nothing of another clinic', async () => {
    const { consentId, documentId } = await testApp.clinicB.addSealed()
    const { consentId: paperId, fileId } = await testApp.clinicB.addPaper()
    const patientId = await testApp.clinicB.addPatient()
    for (const path of [
      `Consent/${consentId}`,
      `QuestionnaireResponse/${consentId}`,
      `DocumentReference/${documentId}`,
      `Binary/${documentId}`,
      `DocumentReference/${fileId}`,
      `Binary/${fileId}`,
      `Patient/${patientId}`,
    ])
      expect(outcomeOf(await program.get(`/api/fhir/${path}`))).toBe('404 not-found')
    for (const type of ['Consent', 'QuestionnaireResponse', 'DocumentReference']) {
      const { total } = await read<Bundle>(`${type}?patient=${patientId}`)
      expect(total).toBe(0)
      const all = await program.get(`/api/fhir/${type}?_count=100`)
      for (const foreign of [consentId, paperId]) expect(all.raw.includes(foreign)).toBe(false)
    }
  })
})

describe('a clinical note', () => {
  it('says who signed what, and is refused of a draft', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addFinalised()
    const { text } = await testApp.clinicA.as('receptionist').callOk(integrations.clinicalNote, { consentId })
    expect(text).toContain('Signed by Eleanor Whitcombe (patient)')
    expect(text).toContain('Countersigned by Tom Hughes (GDC 248163)')
    expect(text).toContain('lower right first molar (LR6, 46)')
    expect(text).toContain(contentHash)
    const draft = await testApp.clinicA.addDraft()
    const refused = await testApp.clinicA
      .as('dentist')
      .call(integrations.clinicalNote, { consentId: draft.id })
    expect(refused.reason).toBe('not-sent')
  })
})
