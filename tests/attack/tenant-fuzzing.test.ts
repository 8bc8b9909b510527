import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { declaredOperations } from '../access/declared-operations.ts'
import { fuzzTenants, type TenantFuzzReport } from './cross-tenant-calls.ts'

/** In the suite a few for each operation; `npm run prove -- tenant-fuzzing 100000` says more, and from where to begin. */
const calls = Number(process.env.TENANT_CALLS ?? 1200)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_130)
const ten_hours_ms = 36_000_000

let testApp: TestApp
let report: TenantFuzzReport
beforeAll(async () => {
  testApp = await openTestApp()
  const log = process.env.TENANT_CALLS ? console.log : undefined
  report = await fuzzTenants(testApp, { calls, seed, ...(log ? { log } : {}) })
  const { uncalled: _uncalled, findings, ...figures } = report
  console.log(JSON.stringify({ ...figures, findings: findings.length }))
}, ten_hours_ms)
afterAll(() => testApp.close())

it('called every operation there is, and did most of what a practice may do', () => {
  expect(report.uncalled).toEqual([])
  expect(report.calls).toBeGreaterThanOrEqual(calls)
  expect(report.pairs).toBeGreaterThan(calls / 8)
  expect(report.done).toBeGreaterThan(declaredOperations.length / 4)
})

it('watched a practice that has something of everything', () => {
  const { tables, rows, plantedColumns, ids, files } = report.foreign
  expect([tables > 70, rows > 800, plantedColumns > 60, ids > 300, files > 10]).toEqual(Array(5).fill(true))
})

it('told nothing of the other practice, changed nothing there, and answered as if it were nobody’s', () => {
  expect(report.findings).toEqual([])
})

it('met no fault on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})

it('finds what it looks for where it is: with the practice watched whose people call', async () => {
  const own = await testApp.addClinic('Watched by its own')
  const { findings } = await fuzzTenants(testApp, {
    ...{ calls: 150, seed, watched: own, played: own, only: 'patients.' },
  })
  for (const found of ['told a word', 'told the number', 'changed the other', 'is answered otherwise'])
    expect(findings.filter((finding) => finding.includes(found)).length, found).toBeGreaterThan(0)
})
