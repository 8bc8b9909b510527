import type { AddressInfo } from 'node:net'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CandourError, createCandour, type Candour } from '../../../clients/typescript/candour.ts'
import { birthDate } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let url: string
let key: string
let candour: Candour
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.app.http.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(testApp.app.http.server.address() as AddressInfo).port}`
  key = (await testApp.clinicA.addApiKey()).secret
  candour = createCandour({ url: `${url}/`, key })
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const errorOf = async (work: Promise<unknown>): Promise<CandourError> => {
  const failed = await work.catch((error: unknown) => error)
  if (!(failed instanceof CandourError)) throw new Error('The request was not refused', { cause: failed })
  return failed
}

it('saves a patient whose identifier has signs of an address in it, and prepares, reads and voids a consent', async () => {
  const identifier = 'demo|client/1?x=#é'
  const person = { identifier, firstName: 'Clara', lastName: 'Klient', dateOfBirth: birthDate }
  expect(await candour.savePatient(person)).toMatchObject({ identifier, outcome: 'created' })
  expect(await candour.savePatient(person)).toMatchObject({ identifier, outcome: 'unchanged' })
  const consent = {
    patientIdentifier: identifier,
    clinicianId: testApp.clinicA.staff.dentist.staffId!,
    treatments: [{ templateId: testApp.clinicA.templateId, teeth: ['46'] }],
  }
  const options = { idempotencyKey: 'client-consent-1' }
  const made = await candour.createConsent(consent, options)
  expect(made).toMatchObject({ status: 'draft', teeth: ['46'] })
  expect((await candour.createConsent(consent, options)).id).toBe(made.id)
  // A key of its own is made for each request that names none.
  expect((await candour.createConsent(consent)).id).not.toBe(made.id)
  expect(await candour.getConsent({ consentId: made.id })).toEqual(made)
  const voided = await candour.voidConsent({ consentId: made.id, reason: 'Prepared twice' })
  expect(voided.status).toBe('voided')
})

it('asks with a query, or with nothing at all', async () => {
  const { rows, pageSize } = await candour.listTemplates({ pageSize: 1 })
  expect([rows.length, pageSize]).toEqual([1, 1])
  expect((await candour.listTemplates()).pageSize).toBe(25)
  expect((await candour.listClinicians()).length).toBeGreaterThan(0)
})

it('fetches the sealed record as bytes once it is there', async () => {
  const { consentId } = await testApp.clinicA.addSigned()
  expect((await errorOf(candour.getRecord({ consentId }))).reason).toBe('not-ready')
  await testApp.runJobs()
  const pdf = await candour.getRecord({ consentId })
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
})

it('says why it was refused', async () => {
  const unknown = await errorOf(candour.getConsent({ consentId: testApp.clinicA.id }))
  expect(unknown).toMatchObject({ status: 404, code: 'not-found', reason: 'not-found' })
  expect(unknown.requestId).toMatch(/\S/)
  const unnamed = await errorOf(candour.createConsent({ treatments: [] }))
  expect(unnamed).toMatchObject({ status: 400, code: 'invalid-argument' })
  const stranger = createCandour({ url, key: `cand_${'x'.repeat(43)}` })
  expect(await errorOf(stranger.listClinicians())).toMatchObject({ status: 401, code: 'unauthenticated' })
})

it('tells an answer of somebody else by its status, and follows no redirect with the key', async () => {
  const proxied = createCandour({
    ...{ url, key },
    fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } }),
  })
  const failed = await errorOf(proxied.listClinicians())
  expect(failed).toMatchObject({ status: 502, code: 'internal', retryAfterSeconds: 7 })
  let asked: RequestInit | undefined
  const watched = createCandour({
    ...{ url, key },
    fetch: async (_url, init) => {
      asked = init
      return Response.json([])
    },
  })
  await watched.listClinicians()
  expect(asked!.redirect).toBe('error')
})

it.each([
  ['typescript', 'candour-typescript/candour.ts', 'export function createCandour'],
  ['bruno', 'candour-bruno/quick-start/first-save-patient.bru', 'identifier: demo|1042'],
])('is downloaded by anybody: %s', async (name, file, content) => {
  const response = await fetch(`${url}/api/v1/clients/${name}.zip`)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const archive = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(strFromU8(archive[file]!)).toContain(content)
})
