import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { buildRequest, createTestCaller } from '../../testing/test-caller.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const patient = { firstName: 'Owen', lastName: 'Llewellyn', dateOfBirth: '1952-11-30' }
const creation = () => buildRequest(contract.patients.create, patient)

describe('a request that cannot be understood', () => {
  const json = { 'content-type': 'application/json' }
  const cases: [string, InjectOptions, number, string][] = [
    [
      'malformed JSON',
      { method: 'POST', url: '/api/clinic/patients', headers: json, payload: '{"firstName": ' },
      400,
      'malformed',
    ],
    [
      'a poisoned object',
      { method: 'POST', url: '/api/clinic/patients', headers: json, payload: '{"__proto__": {"x": 1}}' },
      400,
      'malformed',
    ],
    [
      'an array for an object',
      { method: 'POST', url: '/api/clinic/patients', headers: json, payload: '[]' },
      400,
      'invalid-input',
    ],
    ['no body', { method: 'POST', url: '/api/clinic/patients' }, 400, 'invalid-input'],
    [
      'a form',
      {
        method: 'POST',
        url: '/api/clinic/patients',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      },
      400,
      'malformed',
    ],
    [
      'a body over its limit',
      {
        method: 'POST',
        url: '/api/clinic/patients',
        headers: json,
        payload: `{"x": "${'y'.repeat(70_000)}"}`,
      },
      400,
      'too-large',
    ],
    ['an unknown address', { method: 'GET', url: '/api/clinic/nothing' }, 404, 'unknown-address'],
    ['an unknown method', { method: 'DELETE', url: '/api/clinic/patients' }, 404, 'unknown-address'],
    [
      'a HEAD, which no operation knows',
      { method: 'HEAD', url: '/api/clinic/patients' },
      404,
      'unknown-address',
    ],
    ['an address in other letters', { method: 'GET', url: '/API/clinic/patients' }, 404, 'unknown-address'],
    ['a broken escape', { method: 'GET', url: '/api/clinic/patients/%zz' }, 400, 'malformed'],
    ['an id that is none', { method: 'GET', url: '/api/clinic/patients/a%2Fb' }, 400, 'invalid-input'],
  ]

  it('a null character in what is looked for, which no database keeps, is refused with its reason', async () => {
    const request = { method: 'GET', url: '/api/clinic/audit/rows?who=a%00' } as const
    const { status, reason } = await testApp.clinicA.as('owner').send(request)
    expect([status, reason]).toEqual([400, 'malformed'])
  })

  it.each(cases)('%s is refused with its reason', async (_name, request, status, reason) => {
    const answer = await dentist().send(request, { idempotencyKey: 'a-key-of-ours' })
    expect(answer.status).toBe(status)
    if (request.method === 'HEAD') return
    expect(answer.reason).toBe(reason)
    expect(answer.error!.details.requestId).toBe(answer.headers['x-request-id'])
  })

  it('names each field that is wrong, in words for people', async () => {
    const { error } = await dentist().call(contract.patients.create, {
      ...patient,
      nhsNumber: '943 476 5918',
      language: 'plain English',
      guardians: [{ name: '', relationship: 'Son', authority: 'welfare-attorney' }],
    })
    expect(error!.details.fields).toEqual([
      {
        field: 'nhsNumber',
        message:
          'This NHS number is mistyped: its check digit does not match. Compare it with the original record',
      },
      { field: 'language', message: 'Choose a language' },
      { field: 'guardians.0.name', message: 'Enter a value' },
    ])
  })
})

describe('a write', () => {
  it('from another site is refused before anything is read or written', async () => {
    const { rows: before } = await testApp.owner.query('select count(*) from patients')
    for (const headers of [
      { origin: 'https://evil.example.org' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await dentist().send(creation(), { headers, idempotencyKey: 'a-key-of-ours' })
      expect([answer.status, answer.reason]).toEqual([403, 'foreign-origin'])
    }
    expect((await testApp.owner.query('select count(*) from patients')).rows).toEqual(before)
    expect(
      (await dentist().send(creation(), { headers: { origin: testAddress }, idempotencyKey: 'another-key' }))
        .status,
    ).toBe(200)
  })

  it.each(['', 'short', 'with spaces in it', 'x'.repeat(81)])(
    'with the idempotency key "%s" is refused where one is needed',
    async (key) => {
      const answer = await dentist().send({ ...creation(), headers: key ? { 'idempotency-key': key } : {} })
      expect([answer.status, answer.reason]).toEqual([400, 'idempotency-key-missing'])
    },
  )

  it('with the same key is one for each person: keys of others are not mine', async () => {
    const key = { idempotencyKey: 'a-key-many-use' }
    const made = await Promise.all([
      dentist().callOk(contract.patients.create, patient, key),
      testApp.clinicA.as('lead').callOk(contract.patients.create, patient, key),
      testApp.clinicB.as('dentist').callOk(contract.patients.create, patient, key),
    ])
    expect(new Set(made.map(({ id }) => id)).size).toBe(3)
    expect((await dentist().callOk(contract.patients.create, patient, key)).id).toBe(made[0].id)
  })

  it('with the same key for another operation is another write', async () => {
    const key = { idempotencyKey: 'a-key-used-twice' }
    const { id } = await dentist().callOk(contract.patients.create, patient, key)
    const draft = await testApp.clinicA.addDraft({ patientId: id })
    expect(
      (
        await dentist().call(
          contract.consents.send,
          { consentId: draft.id, by: 'link', unaskedAcknowledged: true },
          key,
        )
      ).status,
    ).toBe(200)
  })

  it('has a key for thirty days, and then neither it nor its answer is there any more', async () => {
    const keys = ['a-key-of-long-ago', 'a-key-of-last-month', 'a-key-of-today']
    const made = []
    for (const idempotencyKey of keys)
      made.push(await dentist().callOk(contract.patients.create, patient, { idempotencyKey }))
    const age = (key: string, days: number) =>
      testApp.owner.query(
        `update idempotency_keys set at = now() - make_interval(days => $2) where key = $1`,
        [key, days],
      )
    await age(keys[0]!, 31)
    await age(keys[1]!, 29)
    await testApp.app.deleteExpiredIdempotencyKeys()
    const { rows } = await testApp.owner.query<{ key: string }>(
      'select key from idempotency_keys where key = any($1) order by key',
      [keys],
    )
    expect(rows.map(({ key }) => key)).toEqual(keys.slice(1))
    for (const [at, isSame] of [false, true, true].entries()) {
      const again = await dentist().callOk(contract.patients.create, patient, { idempotencyKey: keys[at]! })
      expect(again.id === made[at]!.id, keys[at]).toBe(isSame)
    }
  })
})

it('limits keep only hashes of the addresses they count', async () => {
  await testApp
    .anonymous()
    .call(contract.signing.open, { accessToken: 'x'.repeat(43) }, { from: '203.0.113.99' })
  const { rows } = await testApp.owner.query('select key from rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('203.0.113.99')
})

describe('the description', () => {
  it('is OpenAPI of every operation, with who it is for and how it refuses', async () => {
    const { body } = await testApp.anonymous().get('/api/openapi.json')
    const { openapi, paths } = body as {
      openapi: string
      paths: Record<string, Record<string, { description: string; 'x-example': unknown }>>
    }
    expect(openapi).toMatch(/^3\.1/)
    const { description, 'x-example': example } =
      paths['/api/clinic/consents/{consentId}/countersignature']!.post!
    expect(description).toContain('For: clinic with finaliseConsents.')
    expect(description).toContain('not-registered (permission-denied)')
    expect(example).toMatchObject({ consentId: ':signedId' })
  })

  it('has a part of its own for other programs, with their files and scopes, and nothing else', async () => {
    const { body } = await testApp.anonymous().get('/api/v1/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { description: string }>> }
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
    expect(Object.keys(paths)).toHaveLength(14)
    expect(paths['/api/v1/consents']!.post!.description).toContain('with the scope consents:create')
    expect(paths['/api/v1/consents/{consentId}/record']!.get!.description).toContain('not-ready (aborted)')
    const { raw, headers } = await testApp.anonymous().get('/api/v1/reference')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(raw.toString()).not.toContain('<script')
  })

  it('is a page to read too, with no script', async () => {
    const { status, headers, raw } = await testApp.anonymous().get('/api/reference')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(raw.toString()).not.toContain('<script')
    expect(raw.toString()).toContain('/api/patient/consents/{consentId}/signature')
  })
})

describe('the log of the process', () => {
  const answeredLines = () =>
    testApp.logged
      .filter((line) => line.startsWith('answered '))
      .map((line) => JSON.parse(line.slice('answered '.length)) as Record<string, unknown>)
  const lineOf = ({ headers }: { headers: Record<string, unknown> }) =>
    answeredLines().find(({ requestId }) => requestId === headers['x-request-id'])

  it('names the operation, status, code and member of staff of what was not permitted', async () => {
    const { staff } = testApp.clinicA
    const answer = await testApp.clinicA.as('receptionist').call(contract.audit.list, {})
    expect(lineOf(answer)).toMatchObject({
      ...{ operation: 'audit.list', status: 403, reason: 'permission-denied' },
      staffId: staff.receptionist.staffId,
    })
    const ofAdmin = await testApp.as(testApp.superAdmin).call(contract.patients.list, {})
    expect(lineOf(ofAdmin)).toMatchObject({
      ...{ operation: 'patients.list', status: 403, reason: 'permission-denied' },
      userId: testApp.superAdmin.userId,
    })
  })

  it('names the key of a program that asked for more than it may', async () => {
    const { keyId, secret } = await testApp.clinicA.addApiKey(['system/Patient.read'])
    const program = createTestCaller(testApp.app.http, '', secret)
    const answer = await program.get('/api/fhir/Consent')
    expect(lineOf(answer)).toMatchObject({ status: 403, reason: 'permission-denied', keyId })
  })

  it('says 401 and 404 of nobody, and of a refusal its code', async () => {
    const unknown = await testApp.anonymous().call(contract.patients.list, {})
    expect(lineOf(unknown)).toMatchObject({
      operation: 'patients.list',
      status: 401,
      reason: 'unauthenticated',
    })
    const foreign = await testApp.clinicB.addPatient()
    const hidden = await dentist().call(contract.patients.get, { patientId: foreign })
    expect(lineOf(hidden)).toMatchObject({
      ...{ operation: 'patients.get', status: 404, reason: 'not-found' },
      staffId: testApp.clinicA.staff.dentist.staffId,
    })
    const foreignSite = { headers: { origin: 'https://evil.example.org' }, idempotencyKey: 'a-key-of-ours' }
    const fromElsewhere = await dentist().send(creation(), foreignSite)
    expect(lineOf(fromElsewhere)).toMatchObject({ operation: 'patients.create', reason: 'foreign-origin' })
    const dead = await testApp.anonymous().call(contract.signing.open, { accessToken: 'x'.repeat(43) })
    expect(lineOf(dead)).toMatchObject({ operation: 'signing.open', status: 404, reason: 'not-found' })
  })

  it('says that input was refused and by whom it was sent, and none of it', async () => {
    const planted = { ...patient, firstName: 'Plantedname', nhsNumber: '943 476 5918' }
    const answer = await dentist().call(contract.patients.create, planted)
    expect(lineOf(answer)).toMatchObject({
      ...{ operation: 'patients.create', status: 400, reason: 'invalid-input' },
      staffId: testApp.clinicA.staff.dentist.staffId,
    })
    expect(testApp.logged.join('\n')).not.toMatch(/Plantedname|943 ?476/)
  })

  it('says nothing more of what a patient is refused, and nothing of what is answered', async () => {
    const { consentId, patientId, linkId, token, patient: caller } = await testApp.clinicA.addViewed()
    const answer = await caller.call(contract.signing.read, { consentId: crypto.randomUUID() })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(Object.keys(lineOf(answer)!).toSorted()).toEqual([
      'ms',
      'operation',
      'reason',
      'requestId',
      'status',
    ])
    const wrong = await testApp
      .anonymous()
      .call(contract.signing.verify, { accessToken: token, dateOfBirth: '1962-01-02' })
    expect(Object.keys(lineOf(wrong)!).toSorted()).toEqual([
      'ms',
      'operation',
      'reason',
      'requestId',
      'status',
    ])
    const fine = await dentist().call(contract.patients.get, { patientId })
    expect(Object.keys(lineOf(fine)!).toSorted()).toEqual(['ms', 'operation', 'requestId', 'status'])
    const text = answeredLines()
      .map((line) => JSON.stringify(line))
      .join('\n')
    for (const secret of [consentId, patientId, linkId, token, '1962']) expect(text).not.toContain(secret)
  })
})

it('is ready when every migration is applied, and only then', async () => {
  expect((await testApp.anonymous().get('/readyz')).body).toEqual({ ready: true })
  await testApp.owner.query('begin')
  const { rows } = await testApp.owner.query('delete from drizzle.__drizzle_migrations returning hash')
  await testApp.owner.query('commit')
  expect((await testApp.anonymous().get('/readyz')).status).toBe(503)
  for (const { hash } of rows)
    await testApp.owner.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 1)', [
      hash,
    ])
  expect((await testApp.anonymous().get('/readyz')).status).toBe(200)
})
