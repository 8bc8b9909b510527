import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Registry } from 'prom-client'
import { contract } from '../contract/index.ts'
import { openApp, type App } from './app.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { createTestCaller } from './testing/test-caller.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { silentLog } from './testing/silent-log.ts'

let testApp: TestApp
let app: App
let registry: Registry

beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.clinicA.addSigned()
  const { config, clock, logins } = testApp
  app = await openApp({ config, clock, logins, log: silentLog, eventLoopDelayMsMax: null })
  registry = createMetrics(app, {
    ...config,
    nightlyBackup: { off: false, folder: '/nowhere', hour: 2, keep: 3 },
  })
})
afterAll(async () => {
  await app.close()
  await testApp.close()
})

it('counts answers by operation, jobs, messages, documents, connections and the age of the backup', async () => {
  const dentist = createTestCaller(app.http, testApp.clinicA.staff.dentist.cookie)
  const { rows } = await dentist.callOk(contract.patients.list, { search: 'Whitcombe' })
  await dentist.callOk(contract.patients.get, { patientId: rows[0]!.id })
  await createTestCaller(app.http).call(contract.patients.list, {})
  const text = await registry.metrics()
  expect(text).toMatch(/candour_request_seconds_count\{operation="[^"]*patients[^"]*",status="200"\} 1/)
  expect(text).toMatch(/candour_request_seconds_count\{operation="[^"]*patients[^"]*",status="401"\} 1/)
  expect(text).toMatch(/candour_jobs\{queue="documents.seal-signed",state="created"\} 1/)
  expect(text).toMatch(/candour_oldest_job_seconds\{queue="documents.seal-signed"\} \d/)
  expect(text).toMatch(/candour_documents_waiting 1/)
  expect(text).toMatch(/candour_database_connections\{use="awaited"\} \d/)
  expect(text).toMatch(/candour_backup_age_seconds \+Inf/)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  // Nothing of a person or a practice, whatever was asked.
  for (const secret of [rows[0]!.id, testApp.clinicA.id, 'Whitcombe', 'example.org'])
    expect(text).not.toContain(secret)
})

it('is served at its own address, and nothing else is', async () => {
  const { port, stop } = await serveMetrics(registry, { host: '127.0.0.1', port: 0 }, silentLog)
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, registry.contentType])
    expect((await fetch(`http://127.0.0.1:${port}/api`)).status).toBe(404)
  } finally {
    await stop()
  }
  const page = await app.http.inject({ method: 'GET', url: '/metrics' })
  expect(page.statusCode).toBe(404)
})
