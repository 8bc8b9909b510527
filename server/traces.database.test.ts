import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contract } from '../contract/index.ts'
import { spanKeys } from './platform/tracing/spans.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { birthDate, drawnSignature, signatureFor, type OpenedConsent } from './testing/test-clinic.ts'
import { attributesOf, openTraceReceiver, printTrace } from './testing/trace-receiver.ts'
import { exportTraces } from './trace-export.ts'

const planted = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'zq.planted@patients.example.org',
  phone: '+447700900417',
  diagnosis: 'Plantedpulpitis',
  signer: 'Zephyrine Quillfeather',
}
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

let receiver: Awaited<ReturnType<typeof openTraceReceiver>>
let testApp: TestApp
let consent: OpenedConsent
let answeredTraceId: unknown
let jobData: unknown

beforeAll(async () => {
  receiver = await openTraceReceiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.address)
  const traces = exportTraces({ instance: 'one:3000', ratio: 1 })
  testApp = await openTestApp()
  const { firstName, lastName, email, phone, diagnosis } = planted
  const patientId = await testApp.clinicA.addPatient({ firstName, lastName, email, phone })
  const viewed = await testApp.clinicA.addViewed({ patientId, diagnosis })
  consent = viewed
  await viewed.patient.callOk(contract.signing.read, { consentId: viewed.consentId })
  await testApp
    .anonymous()
    .call(contract.signing.verify, { accessToken: viewed.token, dateOfBirth: '1962-01-02' })
  const { headers, error } = await viewed.patient.call(
    contract.signing.sign,
    { ...signatureFor(viewed), name: planted.signer, mark: drawnSignature },
    { headers: { traceparent } },
  )
  expect(error).toBeNull()
  answeredTraceId = headers['x-trace-id']
  const { rows } = await testApp.owner.query(
    `select data from pgboss.job where data->>'traceparent' like $1 limit 1`,
    [`%${traceId}%`],
  )
  jobData = rows[0]?.data
  await testApp.runJobs()
  const latest = `/api/clinic/consents/${viewed.consentId}/documents/latest`
  expect((await testApp.clinicA.as('dentist').get(latest)).status).toBe(302)
  await traces.stop()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await testApp.close()
  await receiver.close()
})

it('follows a signature from its request to the database, its jobs and its PDF in one trace', () => {
  expect(answeredTraceId).toBe(traceId)
  expect(jobData).toMatchObject({ traceparent: expect.stringContaining(traceId) as string })
  const tree = printTrace(receiver.spans, traceId)
  const depthOf = (pattern: RegExp) => {
    const line = tree.split('\n').find((one) => pattern.test(one.trim()))
    expect(line, `${String(pattern)} in\n${tree}`).toBeDefined()
    return line!.search(/\S/) / 2
  }
  const path = [/^POST signing\.sign /, /^transaction /, /^handler signing\.sign /]
  expect(path.map(depthOf)).toEqual([0, 1, 2])
  // The statement of a signature and what goes with it is prepared, and has a name.
  expect(depthOf(/^change_[\da-f]+ /)).toBe(3)
  expect(depthOf(/^begin /)).toBe(2)
  expect(depthOf(/^commit /)).toBe(2)
  const jobDepth = depthOf(/^job documents\.seal-signed /)
  expect(jobDepth).toBeGreaterThan(0)
  expect(depthOf(/^draw document /)).toBe(jobDepth + 1)
  expect([/^compile /, /^write ua-1 /, /^write a-2a /].map(depthOf)).toEqual(Array(3).fill(jobDepth + 2))
  expect(testApp.logged.some((line) => line.startsWith('answered') && line.includes(traceId))).toBe(true)
})

it('says nothing of anybody: no value, no text, no id, and no attribute beyond those that are named', () => {
  const { spans, texts } = receiver
  expect(receiver.paths.every((path) => path === '/v1/traces')).toBe(true)
  expect(spans.length).toBeGreaterThan(100)
  expect(
    new Set(spans.flatMap((span) => Object.keys(attributesOf(span)))).difference(new Set(spanKeys)),
  ).toEqual(new Set())
  expect(
    spans.filter(({ events, links, status }) => events.length || links.length || status.message),
  ).toEqual([])
  const secrets = [
    ...Object.values(planted),
    ...[birthDate, '1962-01-02', '14/03/1961', 'Infected nerve', 'explained-back'],
    ...[consent.token, consent.linkId, consent.consentId, consent.patientId, consent.contentHash],
    ...[testApp.clinicA.id, testApp.clinicA.staff.dentist.staffId!, 'example.org', 'Harbour Street'],
    ...[consent.patient.cookie, consent.patient.cookie.split('=')[1]!, 'Mozilla', '127.0.0.1'],
  ]
  const text = texts.join('\n')
  expect(text).toContain('signing.sign')
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
})

it('names a request by its operation and the pattern of its address', () => {
  const request = receiver.spans.find(({ name }) => name === 'POST signing.verify')!
  expect(attributesOf(request)).toMatchObject({
    'http.route': '/api/patient/links/:accessToken/verification',
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'app.operation': 'signing.verify',
  })
})
