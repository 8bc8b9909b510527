import { afterAll, beforeAll, expect, it } from 'vitest'
import { consentTransitions } from '../../contract/consent-states.ts'
import { verifyChains } from '../../server/backup/chain-verification.ts'
import { writeAudit } from '../../server/modules/audit/index.ts'
import { createJobRunners } from '../../server/platform/jobs/job-runner.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { fuzzOperations, type FuzzReport } from './operation-fuzzing.ts'

/** In the suite a few for each operation; `npm run prove -- fuzz-operations 100000` says more, and from where to begin. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 900)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123)
const ten_hours_ms = 36_000_000

let testApp: TestApp
let fuzzReport: FuzzReport
beforeAll(async () => {
  testApp = await openTestApp()
  fuzzReport = await fuzzOperations(testApp, { inputs, seed, only: process.env.FUZZ_ONLY })
  await testApp.runJobs()
  await testApp.sealAuditLog()
  if (process.env.FUZZ_INPUTS)
    console.log(JSON.stringify({ seed, ...fuzzReport, findings: fuzzReport.findings.length }))
}, ten_hours_ms)
afterAll(() => testApp.close())

it('reached every operation, with as many inputs as were asked for', () => {
  expect(fuzzReport.unreached).toEqual([])
  expect(fuzzReport.inputs).toBeGreaterThanOrEqual(inputs)
  const done = Object.entries(fuzzReport.permitted).filter(([what]) => what.startsWith('2'))
  expect(done.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(fuzzReport.inputs / 10)
})

it('was refused by declared codes alone, and told nothing of what is inside', () => {
  expect(fuzzReport.findings).toEqual([])
})

it('met no fault, neither in an answer nor in the work that followed', () => {
  expect(testApp.loggedErrors).toEqual([])
})

it('left every consent in a state that its chain leads to, and every log unbroken', async () => {
  const { database } = testApp.app
  const { runJob, runSweep } = createJobRunners({
    ...{ database, clock: testApp.clock, writeAudit },
    insertJobs: async () => {},
  })
  const found = await verifyChains({ runJob, runSweep })
  expect(found).toMatchObject({ brokenLogs: [], brokenConsents: [] })
  expect(found.consents).toBeGreaterThan(10)
})

it('holds a date for every state that has one', async () => {
  const { rows } = await testApp.owner.query<{ id: string }>(
    `select id from consents
     where (status = any($1) and status <> 'verbal' and signed_at is null)
        or (status = 'finalised' and finalised_at is null) or (status <> 'draft' and status <> 'approved'
            and status not in ('verbal', 'voided') and (content is null or content_hash is null))`,
    [consentTransitions.withdraw.from],
  )
  expect(rows).toEqual([])
})
