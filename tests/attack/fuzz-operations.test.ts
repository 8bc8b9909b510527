import { afterAll, beforeAll, expect, it } from 'vitest'
import { consentTransitions } from '../../contract/states.ts'
import { checkChains } from '../../server/backup/restored-chains.ts'
import { writeAudit } from '../../server/modules/audit/index.ts'
import { makeJobRunners } from '../../server/platform/jobs/job-runner.ts'
import { openWorld, type TestWorld } from '../../server/testing/test-world.ts'
import { fuzzOperations, type Fuzzed } from './operation-fuzzing.ts'

/** In the suite a few for each operation; `npm run prove -- fuzz-operations 100000` says more, and from where to begin. */
const inputs = Number(process.env.FUZZ_INPUTS ?? 1500)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123)
const ten_hours_ms = 36_000_000

let world: TestWorld
let told: Fuzzed
beforeAll(async () => {
  world = await openWorld()
  told = await fuzzOperations(world, { inputs, seed, only: process.env.FUZZ_ONLY })
  await world.runJobs()
  await world.sealAuditLog()
  if (process.env.FUZZ_INPUTS) console.log(JSON.stringify({ seed, ...told, findings: told.findings.length }))
}, ten_hours_ms)
afterAll(() => world.close())

it('reached every operation, with as many inputs as were asked for', () => {
  expect(told.unreached).toEqual([])
  expect(told.inputs).toBeGreaterThanOrEqual(inputs)
  const done = Object.entries(told.permitted).filter(([what]) => what.startsWith('2'))
  expect(done.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(told.inputs / 10)
})

it('was refused by declared codes alone, and told nothing of what is inside', () => {
  expect(told.findings).toEqual([])
})

it('met no fault, neither in an answer nor in the work that followed', () => {
  expect(world.faults).toEqual([])
})

it('left every consent in a state that its chain leads to, and every log unbroken', async () => {
  const { database } = world.app
  const { runJob, runSweep } = makeJobRunners({
    ...{ database, clock: world.clock, writeAudit },
    insertJobs: async () => {},
  })
  const found = await checkChains({ runJob, runSweep })
  expect(found).toMatchObject({ brokenLogs: [], brokenConsents: [] })
  expect(found.consents).toBeGreaterThan(10)
})

it('holds a date for every state that has one', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from consents
     where (status = any($1) and status <> 'verbal' and signed_at is null)
        or (status = 'finalised' and finalised_at is null) or (status <> 'draft' and status <> 'approved'
            and status not in ('verbal', 'voided') and (content is null or content_hash is null))`,
    [consentTransitions.withdraw.from],
  )
  expect(rows).toEqual([])
})
