import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Registry } from 'prom-client'
import { contract } from '../contract/index.ts'
import { openApp, type App } from './app.ts'
import { makeMetrics, serveMetrics } from './metrics.ts'
import { makeCaller } from './testing/test-caller.ts'
import { openWorld, type TestWorld } from './testing/test-world.ts'
import { silentLog } from './testing/silent-log.ts'

let world: TestWorld
let app: App
let registry: Registry

beforeAll(async () => {
  world = await openWorld()
  await world.a.addSigned()
  const { config, clock, logins } = world
  app = await openApp({ config, clock, logins, log: silentLog, eventLoopDelayMsMax: null })
  registry = makeMetrics(app, {
    ...config,
    nightlyBackup: { off: false, folder: '/nowhere', hour: 2, keep: 3 },
  })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

it('counts answers by operation, jobs, messages, documents, connections and the age of the backup', async () => {
  const dentist = makeCaller(app.http, world.a.staff.dentist.cookie)
  const { rows } = await dentist.ask(contract.patients.list, { search: 'Whitcombe' })
  await dentist.ask(contract.patients.get, { patientId: rows[0]!.id })
  await makeCaller(app.http).call(contract.patients.list, {})
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
  for (const secret of [rows[0]!.id, world.a.id, 'Whitcombe', 'example.org'])
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
