import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { import_draft_hours, import_undo_days } from '../../../contract/limits.ts'
import { createJobRunners, type RunJob } from '../../platform/jobs/job-runner.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { workOnImport } from './patient-import-jobs.ts'

const { patientImports } = contract
const people = 900
/** As many slices of 200 as are done before the process dies. */
const slices_done = 2

let testApp: TestApp
let runJob: RunJob
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
  const nothing = async () => {}
  const { database } = testApp.app
  runJob = createJobRunners({
    database,
    clock: testApp.clock,
    writeAudit: nothing,
    insertJobs: nothing,
  }).runJob
})
afterAll(() => testApp.close())

/** Dies in the middle of a slice, when all of it but the commit has happened. */
function dyingAfter(slices: number): RunJob {
  let begun = 0
  return (clinicId, work) =>
    runJob(clinicId, async (scope, note) => {
      const result = await work(scope, note)
      if (++begun > slices) throw new Error('killed')
      return result
    })
}

const list = Array.from({ length: people }, (_, index) => `First${index},Last${index},01/02/1980`)
const content = Buffer.from(`Forename,Surname,DOB\n${list.join('\n')}\n`).toString('base64')

async function checkedImport(clinic: TestClinic): Promise<string> {
  const as = clinic.as('receptionist')
  const { id, columns, dateOrder } = await as.callOk(patientImports.read, { fileName: 'list.csv', content })
  await as.callOk(patientImports.check, {
    importId: id,
    fields: columns.map(({ field }) => field),
    dateOrder,
  })
  return id
}

async function startedImport() {
  const clinic = await testApp.addClinic(`Interrupted ${++clinics}`)
  const importId = await checkedImport(clinic)
  await clinic.as('receptionist').callOk(patientImports.start, { importId })
  const get = () => clinic.as('receptionist').callOk(patientImports.get, { importId })
  return { clinic, importId, get, data: { clinicId: clinic.id, importId } }
}

async function namesOf(clinic: TestClinic): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ name: string }>(
    `select last_name as name from patients where clinic_id = $1`,
    [clinic.id],
  )
  return rows.map(({ name }) => name)
}

test('an import that dies half-way goes on where it stopped, and adds nobody twice', async () => {
  const { clinic, get, data } = await startedImport()
  await expect(workOnImport(dyingAfter(slices_done), data)).rejects.toThrow('killed')
  expect(await get()).toMatchObject({ status: 'running', remaining: people - 200 * slices_done })
  expect(await namesOf(clinic)).toHaveLength(200 * slices_done)
  await testApp.runJobs()
  expect(await get()).toMatchObject({ status: 'done', remaining: 0, results: { added: people } })
  const names = await namesOf(clinic)
  expect(names).toHaveLength(people)
  expect(new Set(names).size).toBe(people)
})

test('undoing that dies half-way goes on as well', async () => {
  const { clinic, importId, get, data } = await startedImport()
  await testApp.runJobs()
  await clinic.as('receptionist').callOk(patientImports.undo, { importId })
  await expect(workOnImport(dyingAfter(slices_done), data)).rejects.toThrow('killed')
  expect(await get()).toMatchObject({ status: 'undoing', results: { removed: 200 * slices_done } })
  await testApp.runJobs()
  expect(await get()).toMatchObject({ status: 'undone', results: { removed: people, kept: 0 } })
  expect(await namesOf(clinic)).toEqual([])
})

test('two at work on one import share it', async () => {
  const { clinic, get, data } = await startedImport()
  await Promise.all([workOnImport(runJob, data), workOnImport(runJob, data)])
  expect(await get()).toMatchObject({ status: 'done', results: { added: people } })
  expect(await namesOf(clinic)).toHaveLength(people)
})

test('the sweep goes on with an import that stopped, and leaves one that moves', async () => {
  const { get, data } = await startedImport()
  await expect(workOnImport(dyingAfter(slices_done), data)).rejects.toThrow('killed')
  await testApp.owner.query(`delete from pgboss.job where name like 'patient-imports.%'`)
  await testApp.app.sweep('patient-imports')
  expect(await testApp.runJobs()).toBe(0)
  testApp.clock.advance(6 * minute_ms)
  await testApp.app.sweep('patient-imports')
  await testApp.runJobs()
  expect((await get()).status).toBe('done')
})

/** Sweeps as it would be done so much later. */
async function sweepLater(hours: number): Promise<void> {
  const ms = hours * 60 * minute_ms
  testApp.clock.advance(ms)
  await testApp.app.sweep('patient-imports')
  await testApp.runJobs()
  testApp.clock.advance(-ms)
}

test('a file that nobody imported is forgotten after a day', async () => {
  const clinic = await testApp.addClinic(`Interrupted ${++clinics}`)
  const importId = await checkedImport(clinic)
  const kept = async () => {
    const { rows } = await testApp.owner.query(
      `select id from patient_imports where id = $1 union all select id from patient_import_rows where import_id = $1`,
      [importId],
    )
    return rows.length
  }
  await sweepLater(import_draft_hours - 1)
  expect(await kept()).toBe(people + 1)
  await sweepLater(import_draft_hours + 1)
  expect(await kept()).toBe(0)
})

test('what an import read and changed is forgotten after its time; who was added is not, and nothing is undone', async () => {
  const { importId } = await startedImport()
  await testApp.runJobs()
  const kept = () =>
    testApp.owner
      .query<{ cells: number; patients: number }>(
        `select count(cells)::int as cells, count(patient_id)::int as patients from patient_import_rows where import_id = $1`,
        [importId],
      )
      .then(({ rows }) => rows[0])
  expect(await kept()).toEqual({ cells: people, patients: people })
  await sweepLater(import_undo_days * 24 - 1)
  expect(await kept()).toEqual({ cells: people, patients: people })
  await sweepLater(import_undo_days * 24 + 1)
  expect(await kept()).toEqual({ cells: 0, patients: people })
})

test('an import is too old to be undone as soon as its time is over', async () => {
  const { clinic, importId } = await startedImport()
  await testApp.runJobs()
  await testApp.owner.query(
    `update patient_imports set finished_at = finished_at - make_interval(days => $2) - interval '1 hour' where id = $1`,
    [importId, import_undo_days],
  )
  const late = await clinic.as('receptionist').call(patientImports.undo, { importId })
  expect([late.status, late.reason]).toEqual([409, 'too-late'])
})
