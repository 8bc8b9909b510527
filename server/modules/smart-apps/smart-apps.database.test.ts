import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { patientScopes, type PatientScope } from '../../../contract/integration-scopes.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import type { StaffName } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { smartApps } = contract

let testApp: TestApp
let consentId: string
let patientId: string
let otherConsentId: string
let otherPatientId: string
let appId: string
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ consentId, patientId } = await testApp.clinicA.addSigned())
  ;({ consentId: otherConsentId, patientId: otherPatientId } = await testApp.clinicA.addSigned())
  await testApp.runJobs()
  appId = await register()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const as = (who: StaffName) => testApp.clinicA.as(who)
const redirectUri = 'https://app.example.org/callback'
async function register(scopes: readonly PatientScope[] = patientScopes, clinic = testApp.clinicA) {
  const details = { launchUrl: 'https://app.example.org/launch?tenant=1', redirectUris: [redirectUri] }
  const name = `Imaging ${randomUUID().slice(0, 8)}`
  const made = await clinic.as('owner').callOk(smartApps.create, { ...details, name, scopes: [...scopes] })
  return made.id
}

const newVerifier = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
/** What the browser was sent with: which server, and for which launch. */
async function launch(who: StaffName = 'dentist', at = patientId, app = appId) {
  const { url } = await as(who).callOk(smartApps.launch, { appId: app, patientId: at })
  const query = new URL(url).searchParams
  return { url, aud: query.get('iss')!, launch: query.get('launch')! }
}
type Asked = Parameters<typeof askOf>[2]
const askOf = (
  opened: { aud: string; launch: string },
  verifier: string,
  more: Partial<
    Record<'scope' | 'clientId' | 'redirectUri' | 'aud' | 'responseType' | 'codeChallengeMethod', string>
  > = {},
) => ({
  ...{ responseType: 'code', clientId: appId, redirectUri, scope: 'launch patient/*.read', state: 'st&te' },
  ...{ aud: opened.aud, launch: opened.launch },
  ...{ codeChallenge: challengeOf(verifier), codeChallengeMethod: 'S256' },
  ...more,
})
const answerIn = (url: string) => Object.fromEntries(new URL(url).searchParams)
/** Opened, agreed to, and sent back with a code. */
async function authorize(more: Asked = {}, at = patientId) {
  const [verifier, opened] = [newVerifier(), await launch('dentist', at, more.clientId)]
  const asked = askOf(opened, verifier, more)
  const { returnUrl } = await as('dentist').callOk(smartApps.decide, { ...asked, allowed: true })
  return { verifier, code: answerIn(returnUrl).code!, returnUrl }
}
const exchange = (fields: Record<string, string>, caller = testApp.anonymous()) =>
  caller.send({
    ...{ method: 'POST', url: '/api/smart/token' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: appId, redirect_uri: redirectUri },
      ...fields,
    }).toString(),
  })
type Token = { access_token: string; patient: string; encounter?: string; scope: string; expires_in: number }
async function tokenFor(more: Asked = {}, at = patientId): Promise<Token> {
  const { verifier, code } = await authorize(more, at)
  const answer = await exchange({
    code,
    code_verifier: verifier,
    ...(more.clientId && { client_id: more.clientId }),
  })
  expect([answer.status, answer.raw.toString()]).toEqual([200, expect.any(String)])
  return answer.body as Token
}
const withToken = (token: string): TestCaller => createTestCaller(testApp.app.http, '', token)
const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error: string }).error,
]

describe('an app', () => {
  it('is opened at a patient, agreed to, and reads the records of that patient', async () => {
    const opened = await launch()
    expect(opened.url).toMatch(/^https:\/\/app\.example\.org\/launch\?tenant=1&iss=/)
    const metadata = await testApp
      .anonymous()
      .get(`${new URL(opened.aud).pathname}/.well-known/smart-configuration`)
    expect(metadata.headers['content-type']).toContain('application/json')
    expect(metadata.body).toMatchObject({
      code_challenge_methods_supported: ['S256'],
      capabilities: expect.arrayContaining([
        'launch-ehr',
        'context-ehr-patient',
        'context-ehr-encounter',
      ]) as string[],
    })
    const verifier = newVerifier()
    const asked = askOf(opened, verifier)
    const review = await as('dentist').callOk(smartApps.review, asked)
    expect(review).toMatchObject({ host: 'app.example.org', scopes: [...patientScopes], returnUrl: null })
    expect(review.patientName).toContain('Whitcombe')
    const { returnUrl } = await as('dentist').callOk(smartApps.decide, { ...asked, allowed: true })
    const { code, state, iss } = answerIn(returnUrl)
    expect([state, iss]).toEqual(['st&te', opened.aud])
    const answer = await exchange({ code: code!, code_verifier: verifier })
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const token = answer.body as Token
    expect(token).toMatchObject({ patient: patientId, token_type: 'Bearer', expires_in: 900 })
    const app = withToken(token.access_token)
    expect((await app.get(`/api/fhir/Patient/${patientId}`)).status).toBe(200)
    expect((await app.get(`/api/fhir/Consent/${consentId}`)).status).toBe(200)
    const documents = (await app.get('/api/fhir/DocumentReference')).body as {
      entry: { resource: { id: string; subject: { reference: string } } }[]
    }
    expect(documents.entry.length).toBeGreaterThan(0)
    for (const { resource } of documents.entry) {
      expect(resource.subject.reference).toBe(`Patient/${patientId}`)
      expect((await app.get(`/api/fhir/Binary/${resource.id}`)).status).toBe(200)
    }
    const { rows } = await testApp.owner.query<{ action: string; user_name: string }>(
      `select action, user_name from audit_rows where subject = $1 and action like 'fhir.patient%'`,
      [patientId],
    )
    expect(rows[0]!.user_name).toMatch(/^Imaging \w+, opened by /)
  })

  it('is told of the appointment of today, and reads it as an encounter', async () => {
    const at = await testApp.clinicA.addPatient()
    const { id } = await testApp.clinicA.addAppointment({ patientId: at })
    const token = await tokenFor({}, at)
    expect(token).toMatchObject({ patient: at, encounter: id })
    const encounter = await withToken(token.access_token).get(`/api/fhir/Encounter/${id}`)
    expect(encounter.body).toMatchObject({ status: 'planned', subject: { reference: `Patient/${at}` } })
    expect((await tokenFor({}, await testApp.clinicA.addPatient())).encounter).toBeUndefined()
  })

  it('hears that it was declined, once', async () => {
    const asked = askOf(await launch(), newVerifier())
    const { returnUrl } = await as('dentist').callOk(smartApps.decide, { ...asked, allowed: false })
    expect(answerIn(returnUrl)).toMatchObject({ error: 'access_denied', state: 'st&te' })
    expect((await as('dentist').call(smartApps.decide, { ...asked, allowed: true })).reason).toBe(
      'launch-over',
    )
  })

  it('reads only what was agreed to', async () => {
    const token = await tokenFor({ scope: 'launch patient/Patient.read' })
    const app = withToken(token.access_token)
    expect(token.scope).toBe('launch patient/Patient.read')
    expect((await app.get(`/api/fhir/Patient/${patientId}`)).status).toBe(200)
    expect((await app.get(`/api/fhir/Consent/${consentId}`)).status).toBe(403)
  })

  it('ends with its registration, and with whoever opened it', async () => {
    const clientId = await register()
    const { access_token: token } = await tokenFor({ clientId })
    const read = () => withToken(token).get(`/api/fhir/Patient/${patientId}`)
    expect((await read()).status).toBe(200)
    await as('owner').callOk(smartApps.remove, { appId: clientId })
    expect((await read()).status).toBe(401)
    expect((await as('dentist').call(smartApps.launch, { appId: clientId, patientId })).reason).toBe(
      'app-not-found',
    )
    const ofStaff = await tokenFor()
    const staffId = testApp.clinicA.staff.dentist.staffId
    await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [staffId])
    expect((await withToken(ofStaff.access_token).get(`/api/fhir/Patient/${patientId}`)).status).toBe(401)
    await testApp.owner.query(`update staff set status = 'active' where id = $1`, [staffId])
  })

  it('opens at no patient who is not active, also where they were when it was launched', async () => {
    const at = await testApp.clinicA.addPatient()
    const asked = askOf(await launch('dentist', at), newVerifier())
    await as('dentist').callOk(contract.patients.archive, { patientId: at })
    for (const call of [
      as('dentist').call(smartApps.launch, { appId, patientId: at }),
      as('dentist').call(smartApps.review, asked),
      as('dentist').call(smartApps.decide, { ...asked, allowed: true }),
    ])
      expect(await call).toMatchObject({ status: 409, reason: 'patient-not-active' })
    await as('dentist').callOk(contract.patients.restore, { patientId: at })
    expect((await as('dentist').callOk(smartApps.review, asked)).returnUrl).toBeNull()
    await as('dentist').callOk(contract.patients.recordDeath, { patientId: at, on: null })
    const dead = await as('dentist').call(smartApps.launch, { appId, patientId: at })
    expect(dead.reason).toBe('patient-not-active')
  })

  it('keeps no secret in the clear', async () => {
    const { verifier, code } = await authorize()
    const { access_token: token } = (await exchange({ code, code_verifier: verifier })).body as Token
    const stored = await testApp.owner.query(`select * from smart_grants`)
    const audited = await testApp.owner.query(`select * from audit_rows where action like 'smart_app%'`)
    const text = JSON.stringify([stored.rows, audited.rows]) + testApp.logged.join()
    for (const secret of [code, token, verifier]) expect(text).not.toContain(secret)
  })
})

describe('attacks', () => {
  it('a code that comes again is refused, and ends the token that it gave', async () => {
    const { verifier, code } = await authorize()
    const first = (await exchange({ code, code_verifier: verifier })).body as Token
    expect(errorOf(await exchange({ code, code_verifier: verifier }))).toEqual([400, 'invalid_grant'])
    expect((await withToken(first.access_token).get(`/api/fhir/Patient/${patientId}`)).status).toBe(401)
  })

  it('a code at two doors at once gives one token at most, and none that lasts', async () => {
    const { verifier, code } = await authorize()
    const answers = await Promise.all([1, 2].map(() => exchange({ code, code_verifier: verifier })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('a wrong verifier is refused, and the code is good for nothing more', async () => {
    const { verifier, code } = await authorize()
    expect(errorOf(await exchange({ code, code_verifier: newVerifier() }))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await exchange({ code, code_verifier: verifier }))).toEqual([400, 'invalid_grant'])
    const none = await authorize()
    expect(errorOf(await exchange({ code: none.code }))).toEqual([400, 'invalid_request'])
  })

  it('another redirect address is answered by nobody: neither where codes are given, nor where they are used', async () => {
    for (const other of [
      'https://evil.example.org/callback',
      `${redirectUri}/more`,
      `${redirectUri}?next=https://evil.example.org`,
      'https://app.example.org.evil.example.org/callback',
      'javascript:alert(1)',
    ]) {
      const asked = askOf(await launch(), newVerifier(), { redirectUri: other })
      expect((await as('dentist').call(smartApps.review, asked)).reason, other).toBe('redirect-mismatch')
      const decided = await as('dentist').call(smartApps.decide, { ...asked, allowed: true })
      expect([decided.reason, JSON.stringify(decided.body)]).toEqual([
        'redirect-mismatch',
        expect.not.stringContaining('evil'),
      ])
    }
    const { verifier, code } = await authorize()
    const elsewhere = await exchange({
      code,
      code_verifier: verifier,
      redirect_uri: 'https://evil.example.org/',
    })
    expect(errorOf(elsewhere)).toEqual([400, 'invalid_grant'])
  })

  it('an address without encryption, with a fragment or a password is not registered', async () => {
    for (const wrong of [
      'http://app.example.org/cb',
      `${redirectUri}#x`,
      'https://a:b@app.example.org/',
      'app:/cb',
    ]) {
      const details = { name: 'Viewer', scopes: [...patientScopes], launchUrl: redirectUri }
      const made = await as('owner').call(smartApps.create, { ...details, redirectUris: [wrong] })
      expect(made.status, wrong).toBe(400)
    }
  })

  it('another practice’s app, and the app of another launch, are not known', async () => {
    const foreign = await register(patientScopes, testApp.clinicB)
    const opened = await launch()
    const asked = askOf(opened, newVerifier(), { clientId: foreign })
    expect((await as('dentist').call(smartApps.decide, { ...asked, allowed: true })).reason).toBe(
      'app-unknown',
    )
    expect((await as('dentist').call(smartApps.launch, { appId: foreign, patientId })).reason).toBe(
      'app-not-found',
    )
    const other = askOf(opened, newVerifier(), { clientId: await register() })
    expect((await as('dentist').call(smartApps.decide, { ...other, allowed: true })).reason).toBe(
      'launch-over',
    )
    const { verifier, code } = await authorize()
    expect(errorOf(await exchange({ code, code_verifier: verifier, client_id: foreign }))).toEqual([
      400,
      'invalid_grant',
    ])
    const stranger = testApp.clinicB.as('dentist')
    expect((await stranger.call(smartApps.review, askOf(opened, newVerifier()))).reason).toBe('app-unknown')
  })

  it('a stolen launch is of use to nobody else, and a guessed one to nobody', async () => {
    const opened = await launch('dentist')
    const asked = askOf(opened, newVerifier())
    expect((await as('manager').call(smartApps.review, asked)).reason).toBe('launch-of-another')
    expect((await as('manager').call(smartApps.decide, { ...asked, allowed: true })).reason).toBe(
      'launch-of-another',
    )
    const guessed = askOf({ ...opened, launch: 'a'.repeat(43) }, newVerifier())
    expect((await as('dentist').call(smartApps.decide, { ...guessed, allowed: true })).reason).toBe(
      'launch-over',
    )
    expect((await as('dentist').call(smartApps.decide, { ...asked, allowed: true })).status).toBe(200)
    expect((await as('dentist').call(smartApps.decide, { ...asked, allowed: true })).reason).toBe(
      'launch-over',
    )
  })

  it('what has expired is over: launch, code and token', async () => {
    const after = async <T>(ms: number, look: () => Promise<T>): Promise<T> => {
      testApp.clock.advance(ms)
      try {
        return await look()
      } finally {
        testApp.clock.advance(-ms)
      }
    }
    const asked = askOf(await launch(), newVerifier())
    const late = await after(300_001, () => as('dentist').call(smartApps.review, asked))
    expect(late.reason).toBe('launch-over')
    const { access_token: token } = await tokenFor()
    const read = () => withToken(token).get(`/api/fhir/Patient/${patientId}`)
    expect((await after(899_000, read)).status).toBe(200)
    expect((await after(900_001, read)).status).toBe(401)
    const { verifier, code } = await authorize()
    const spent = await after(60_001, () => exchange({ code, code_verifier: verifier }))
    expect(errorOf(spent)).toEqual([400, 'invalid_grant'])
  })

  it('more than was registered is not granted, nor is a code without a challenge', async () => {
    const clientId = await register(['patient/Patient.read'])
    for (const [more, error] of [
      [{ clientId, scope: 'launch patient/Patient.read patient/Consent.read' }, 'invalid_scope'],
      [{ clientId, scope: 'launch system/Patient.read' }, 'invalid_scope'],
      [{ clientId, codeChallengeMethod: 'plain' }, 'invalid_request'],
      [{ clientId, responseType: 'token' }, 'unsupported_response_type'],
    ] as const) {
      const asked = askOf(await launch('dentist', patientId, clientId), newVerifier(), more)
      const { returnUrl } = await as('dentist').callOk(smartApps.decide, { ...asked, allowed: true })
      expect(answerIn(returnUrl)).toMatchObject({ error })
      expect(answerIn(returnUrl).code).toBeUndefined()
    }
    const token = await tokenFor({ clientId, scope: 'launch patient/*.read' })
    expect(token.scope).toBe('launch patient/Patient.read')
  })

  it('a token reads no other patient, writes nothing, and is no key', async () => {
    const { access_token: token } = await tokenFor()
    const app = withToken(token)
    const appointment = await testApp.clinicA.addAppointment({ patientId: otherPatientId })
    const key = withToken((await testApp.clinicA.addApiKey()).secret)
    const others = (await key.get(`/api/fhir/DocumentReference?patient=${otherPatientId}`)).body as {
      entry: { resource: { id: string } }[]
    }
    const documentId = others.entry[0]!.resource.id
    for (const path of [
      `Patient/${otherPatientId}`,
      `Consent/${otherConsentId}`,
      `QuestionnaireResponse/${otherConsentId}`,
      `DocumentReference/${documentId}`,
      `Binary/${documentId}`,
      `Appointment/${appointment.id}`,
      `Encounter/${appointment.id}`,
    ]) {
      expect((await key.get(`/api/fhir/${path}`)).status, path).toBe(200)
      expect((await app.get(`/api/fhir/${path}`)).status, path).toBe(404)
    }
    for (const type of ['Consent', 'DocumentReference', 'QuestionnaireResponse', 'Appointment']) {
      const found = (await app.get(`/api/fhir/${type}?patient=${otherPatientId}`)).body as { total: number }
      expect(found.total, type).toBe(0)
    }
    const patient = {
      resourceType: 'Patient',
      identifier: [{ system: 'urn:x', value: '1' }],
      birthDate: '1990-01-01',
    }
    const written = await app.send({
      ...{ method: 'POST', url: '/api/fhir/Patient', headers: { 'content-type': 'application/fhir+json' } },
      payload: JSON.stringify({ ...patient, name: [{ family: 'X' }] }),
    })
    expect(written.status).toBe(401)
    expect((await app.get('/api/v1/templates')).status).toBe(401)
    expect((await app.get('/api/scim/v2/Users')).status).toBe(403)
    expect((await app.get('/api/clinic/smart-apps')).status).toBe(401)
  })

  it('guesses of one address end, in OAuth’s own form, and are not written down any more', async () => {
    const guesser = testApp.anonymous()
    const guess = () => exchange({ code: 'a'.repeat(43), code_verifier: newVerifier() }, guesser)
    const written = async () => {
      const { rows } = await testApp.owner.query<{ n: number }>(
        `select count(*)::int as n from audit_rows where action = 'smart_app.token_refused'`,
      )
      return rows[0]!.n
    }
    await testApp.owner.query(`delete from rate_limits where key like '/api/smart/token:%'`)
    expect(errorOf(await guess())).toEqual([400, 'invalid_grant'])
    await testApp.owner.query(`update rate_limits set points = 600 where key like '/api/smart/token:%'`)
    const before = await written()
    const late = await guess()
    expect(errorOf(late)).toEqual([429, 'invalid_request'])
    expect(late.body).toMatchObject({ error_reason: 'rate-limited' })
    expect(await written()).toBe(before)
    await testApp.owner.query(`delete from rate_limits where key like '/api/smart/token:%'`)
    expect(errorOf(await guess())).toEqual([400, 'invalid_grant'])
  })

  it('a mixed-up server is sent back: whoever stands between gets no code of ours', async () => {
    const asked = askOf(await launch(), newVerifier(), { aud: 'https://evil.example.org/fhir' })
    const review = await as('dentist').callOk(smartApps.review, asked)
    expect(answerIn(review.returnUrl!)).toMatchObject({ error: 'invalid_request' })
    const { returnUrl } = await as('dentist').callOk(smartApps.decide, { ...asked, allowed: true })
    expect(new URL(returnUrl).origin + new URL(returnUrl).pathname).toBe(redirectUri)
    expect(answerIn(returnUrl).code).toBeUndefined()
    // And an answer says which server gave it.
    const { returnUrl: good } = await authorize()
    expect(answerIn(good).iss).toMatch(/\/api\/fhir$/)
  })

  it('the database shows a token rows of its patient alone, of every table that it may read', async () => {
    const { access_token: token } = await tokenFor()
    const tokenHash = createHash('sha256').update(token).digest('hex')
    const client = testApp.owner
    try {
      await client.query('begin')
      const { rows } = await client.query<{ clinic_id: string; opened_patient_id: string }>(
        `select clinic_id, opened_patient_id from smart_grants where token_hash = $1`,
        [tokenHash],
      )
      const [{ clinic_id: clinicId, opened_patient_id: opened } = rows[0]!] = rows
      // Whose the rows of each table are, by whichever column says it: of all that the role may read.
      const owned = await client.query<{ table: string; column: string; narrowed: boolean }>(
        `select c.relname as table, a.attname as column, not exists (select from pg_policy p
             where p.polrelid = c.oid and 'candour_integration'::regrole = any(p.polroles)
               -- Where a policy asks by a function, the function says so.
               and pg_get_expr(p.polqual, p.polrelid) !~ 'app[.]patient_id|policy_\\w+_program_using') as narrowed
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and (a.attname in ('patient_id', 'consent_id') or (c.relname = 'patients' and a.attname = 'id'))
           and has_column_privilege('candour_integration', c.oid, a.attnum, 'select')`,
      )
      expect(owned.rows.length).toBeGreaterThan(20)
      expect(owned.rows.filter(({ narrowed }) => !narrowed)).toEqual([])
      // Settings of this form are handed on where tables are spread.
      const enter = (onePatient: string) =>
        client.query(
          `set local role candour_integration; set local app.clinic_id = '${clinicId}';
            set local app.patient_id = '${onePatient}'`,
        )
      const seenIn = async ({ table, column }: (typeof owned.rows)[number]) =>
        (await client.query<{ id: string }>(`select distinct ${column} as id from ${table}`)).rows.map(
          ({ id }) => id,
        )
      await enter('')
      const consents = await client.query<{ id: string }>(`select id from consents where patient_id = $1`, [
        opened,
      ])
      const theirs = new Set([opened, ...consents.rows.map(({ id }) => id)])
      const ofOthers: string[] = []
      for (const column of owned.rows)
        if ((await seenIn(column)).some((id) => !theirs.has(id))) ofOthers.push(column.table)
      // A key of the practice reads them all, so that there is something to be kept from.
      expect(ofOthers).toEqual(
        expect.arrayContaining(['patients', 'consents', 'signatures', 'consent_events', 'document_versions']),
      )
      await enter(opened)
      for (const column of owned.rows)
        expect(
          (await seenIn(column)).filter((id) => !theirs.has(id)),
          column.table,
        ).toEqual([])
      const read = await client.query(`select id from signatures union all select id from document_versions`)
      expect(read.rowCount).toBeGreaterThan(1)
    } finally {
      await client.query('rollback')
    }
  })
})
