import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ForeignImport } from '../../../contract/foreign-records.ts'
import { contract } from '../../../contract/index.ts'
import { import_draft_hours, import_undo_days } from '../../../contract/limits.ts'
import type { HeldDecision } from '../../../contract/patient-imports.ts'
import { parseFileName } from '../../platform/files/file-name.ts'
import type { Files } from '../../platform/files/files.ts'
import { createJobRunners, type RunJob } from '../../platform/jobs/job-runner.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { newPdf } from '../../testing/test-files.ts'
import { foreignRecordJobs } from './foreign-record-jobs.ts'
import { foreignFileName } from './foreign-record-store.ts'

const { foreignRecords, patientImports, patients, records, search } = contract

let testApp: TestApp
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pdf = Buffer.from(await newPdf())
const scripted = Buffer.from(await newPdf('script'))

const header = 'Forename,Surname,DOB,NHS No,Record ID,Form,Signed on,Dentist,File,SHA-256'
const ada = 'Ada,Quill,14/03/1961,943 476 5919'
const ben = 'Ben,Rowe,02/11/1980,'
const line = (person: string, id: string, file = `${id}.pdf`, sha = '') =>
  `${person},${id},Root canal consent,05/06/2023,Dr Old,${file},${sha}`

const newClinic = () => testApp.addClinic(`Foreign ${++clinics}`)

/** The patients of a manifest, imported as any list is. */
async function importPatients(clinic: TestClinic, lines: string[]): Promise<string> {
  const as = clinic.as('owner')
  const content = base64([header, ...lines].join('\r\n'))
  const {
    id: importId,
    columns,
    dateOrder,
  } = await as.callOk(patientImports.read, {
    fileName: 'manifest.csv',
    content,
  })
  await as.callOk(patientImports.check, { importId, fields: columns.map(({ field }) => field), dateOrder })
  const started = await as.call(patientImports.start, { importId })
  if (started.status === 200) await testApp.runJobs()
  return importId
}

/** The same, where the first row is held and a person decides whose it is. */
async function importHeldAs(clinic: TestClinic, held: string, decision: HeldDecision): Promise<string> {
  const as = clinic.as('owner')
  const content = base64([header, held].join('\r\n'))
  const read = await as.callOk(patientImports.read, { fileName: 'manifest.csv', content })
  const { id: importId, columns, dateOrder } = read
  await as.callOk(patientImports.check, { importId, fields: columns.map(({ field }) => field), dateOrder })
  await as.callOk(patientImports.decide, { importId, number: 2, decision })
  await as.callOk(patientImports.start, { importId })
  await testApp.runJobs()
  return importId
}

async function readManifest(
  clinic: TestClinic,
  lines: string[],
  source = 'OldConsent',
): Promise<ForeignImport> {
  const patientImportId = await importPatients(clinic, lines)
  return clinic.as('owner').callOk(foreignRecords.read, { patientImportId, source })
}

const check = (clinic: TestClinic, { id, columns, dateOrder }: ForeignImport) =>
  clinic.as('owner').callOk(foreignRecords.check, {
    ...{ foreignImportId: id, fields: columns.map(({ field }) => field), dateOrder },
  })

async function started(clinic: TestClinic, lines: string[], source?: string): Promise<string> {
  const { id } = await check(clinic, await readManifest(clinic, lines, source))
  await clinic.as('owner').callOk(foreignRecords.start, { foreignImportId: id })
  return id
}

const add = (clinic: TestClinic, foreignImportId: string, number: number, bytes: Uint8Array = pdf) =>
  clinic.as('owner').callOk(foreignRecords.addFile, { foreignImportId, number, content: base64(bytes) })
const get = (clinic: TestClinic, foreignImportId: string) =>
  clinic.as('owner').callOk(foreignRecords.get, { foreignImportId })
const finish = (clinic: TestClinic, foreignImportId: string) =>
  clinic.as('owner').callOk(foreignRecords.finish, { foreignImportId })
const rowsOf = async (clinic: TestClinic, foreignImportId: string) =>
  (await clinic.as('owner').callOk(foreignRecords.rows, { foreignImportId, pageSize: 100 })).rows

async function imported(clinic: TestClinic, lines: string[]): Promise<string> {
  const id = await started(clinic, lines)
  for (const [index] of lines.entries()) await add(clinic, id, index + 2)
  await finish(clinic, id)
  await testApp.runJobs()
  return id
}

async function patientOf(clinic: TestClinic, lastName = 'Quill'): Promise<string> {
  const { rows } = await clinic.as('owner').callOk(patients.list, { pageSize: 100 })
  return rows.find((row) => row.lastName === lastName)!.id
}
const ofPatient = async (clinic: TestClinic, lastName?: string) =>
  clinic.as('receptionist').callOk(foreignRecords.ofPatient, { patientId: await patientOf(clinic, lastName) })

/** As though so many days had passed since something was done with it. */
const makeOlder = (foreignImportId: string, days: number) =>
  testApp.owner.query(
    `update foreign_imports set finished_at = finished_at - make_interval(days => $2),
       moved_at = moved_at - make_interval(days => $2) where id = $1`,
    [foreignImportId, days],
  )

const placeOf = (record: { id: string; sha256: string }): string => {
  const { folder, file } = parseFileName(foreignFileName(record))
  return join(testApp.config.dataDir, 'files', folder, file.slice(0, 2), file)
}
const stored = async (clinic: TestClinic) => {
  const { rows } = await testApp.owner.query<{ id: string; sha256: string; waiting: boolean }>(
    'select id, sha256, waiting_bytes is not null as waiting from foreign_records where clinic_id = $1 order by id',
    [clinic.id],
  )
  return rows
}
const fileOf = (clinic: TestClinic, id: string) =>
  clinic.as('receptionist').get(`/api/clinic/foreign-records/${id}/file`)

describe('an export of another product', () => {
  it('has its columns proposed beside those of the patient, and its records stored and given out', async () => {
    const clinic = await newClinic()
    const lines = [line(ada, 'A-1'), line(ada, 'A-2', 'scans/two.pdf', hashOf(pdf)), line(ben, 'B-1')]
    const draft = await readManifest(clinic, lines)
    expect(draft.columns.map(({ field, isOfPatient }) => (isOfPatient ? 'patient' : field))).toEqual([
      ...['patient', 'patient', 'patient', 'patient'],
      ...['originalId', 'title', 'signedOn', 'clinician', 'fileName', 'sha256'],
    ])
    const checked = await check(clinic, draft)
    expect(checked).toMatchObject({ status: 'checked', counts: { waiting: 3, held: 0, refused: 0 } })
    await clinic.as('owner').callOk(foreignRecords.start, { foreignImportId: draft.id })
    for (const number of [2, 3, 4])
      expect(await add(clinic, draft.id, number)).toEqual({ state: 'taken', reason: '' })
    expect(await finish(clinic, draft.id)).toMatchObject({ status: 'done', counts: { taken: 3 } })

    const ofAda = await ofPatient(clinic)
    expect(ofAda).toHaveLength(2)
    expect(ofAda.find(({ originalId }) => originalId === 'A-2')).toMatchObject({
      ...{ source: 'OldConsent', title: 'Root canal consent', signedOn: '2023-06-05', clinician: 'Dr Old' },
      ...{ fileName: 'scans/two.pdf', bytes: pdf.byteLength, pages: 1 },
    })
    for (const moment of ['before', 'after']) {
      const file = await fileOf(clinic, ofAda[0]!.id)
      expect([moment, file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
        ...[moment, 200, 'application/pdf', 'no-store'],
      ])
      expect(file.raw.equals(pdf)).toBe(true)
      // From the file store in the second round.
      await testApp.runJobs()
    }
    const kept = await stored(clinic)
    expect(kept.map(({ waiting }) => waiting)).toEqual([false, false, false])
    // Encrypted with the practice's key, and counted as no consent.
    for (const record of kept) expect(readFileSync(placeOf(record)).includes(pdf.subarray(0, 60))).toBe(false)
    const consents = await testApp.owner.query('select 1 from consents where clinic_id = $1', [clinic.id])
    expect(consents.rows).toEqual([])
    const { rows } = await testApp.owner.query(
      `select details ->> 'sha256' as sha256 from audit_rows where action = 'foreign_record.downloaded' and subject = $1`,
      [ofAda[0]!.id],
    )
    expect(rows).toEqual([{ sha256: hashOf(pdf) }, { sha256: hashOf(pdf) }])
  })

  it('is found by the patient, and by the identifier it had', async () => {
    const clinic = await newClinic()
    await imported(clinic, [line(ada, 'OC-77')])
    for (const text of ['quill', 'OC-77']) {
      const found = await clinic.as('dentist').callOk(search.find, { text })
      expect(found.foreignRecords).toMatchObject([{ originalId: 'OC-77', source: 'OldConsent' }])
      expect(found.consents).toEqual([])
    }
  })

  it('goes into the pack that a patient asks for', async () => {
    const clinic = await newClinic()
    await imported(clinic, [line(ada, 'A-1')])
    const patientId = await patientOf(clinic)
    const { rows } = await testApp.owner.query<{ id: string }>(
      'select id from foreign_records where patient_id = $1',
      [patientId],
    )
    const { id: fileId } = await clinic.as('owner').callOk(records.makePack, { patientId })
    await testApp.runJobs()
    const { url } = await clinic.as('owner').callOk(records.releasePack, { fileId })
    const pack = await clinic.as('owner').get(url)
    expect([pack.status, pack.raw.includes(`foreign-records/${rows[0]!.id}.pdf`)]).toEqual([200, true])
    expect(pack.raw.includes('data/foreign_records.json')).toBe(true)
  })
})

describe('a row', () => {
  it('is held where a person has not decided who its patient is, and imported once they are', async () => {
    const clinic = await newClinic()
    await importPatients(clinic, [line(ada, 'X')])
    // The same number under another name: nobody is found by a number alone.
    const other = line('Cara,Nobody,01/01/1990,943 476 5919', 'C-1')
    const first = await readManifest(clinic, [line(ben, 'B-1'), other])
    const checked = await check(clinic, first)
    expect(checked.counts).toMatchObject({ waiting: 1, held: 1 })
    expect((await rowsOf(clinic, first.id))[1]).toMatchObject({
      state: 'held',
      reason: 'The patient for this row has not been chosen.',
    })
  })

  it.each([
    ['somebody else, added by that', 'create', []],
    ['the patient who has the number, called as the row says', 'update', ['A-1']],
  ] as const)('that was held is imported for who a person decided it is: %s', async (_, decision, before) => {
    const clinic = await newClinic()
    await imported(clinic, [line(ada, 'A-1')])
    const patientImportId = await importHeldAs(
      clinic,
      line('Cara,Nobody,14/03/1961,943 476 5919', 'C-1'),
      decision,
    )
    const source = 'OldConsent'
    const manifest = await clinic.as('owner').callOk(foreignRecords.read, { patientImportId, source })
    expect((await check(clinic, manifest)).counts).toMatchObject({ waiting: 1, held: 0 })
    await clinic.as('owner').callOk(foreignRecords.start, { foreignImportId: manifest.id })
    await add(clinic, manifest.id, 2)
    await finish(clinic, manifest.id)
    await testApp.runJobs()
    const found = await ofPatient(clinic, 'Nobody')
    expect(found.map(({ originalId }) => originalId).toSorted()).toEqual([...before, 'C-1'])
  })

  it('is refused with the reason where the manifest cannot be used for it', async () => {
    const clinic = await newClinic()
    const lines = [
      line(ada, 'A-1'),
      line(ada, 'A-1'),
      line(ada, ''),
      line(ada, 'A-3', '../../etc/a.pdf'),
      line(ada, 'A-4', 'a.docx'),
      line(ada, 'A-5', 'a.pdf', 'abc'),
      `${ada},A-6,Form,31/02/2023,Dr Old,a.pdf,`,
      line('No,Birthday,,', 'N-1'),
    ]
    const checked = await check(clinic, await readManifest(clinic, lines))
    expect(checked.counts).toMatchObject({ waiting: 1, refused: 7 })
    const reasons = (await rowsOf(clinic, checked.id)).map(({ reason }) => reason)
    expect(reasons).toEqual([
      '',
      'Row 2 has the same identifier.',
      'The identifier is missing.',
      'The file name leaves the folder of the export.',
      'The file is not a PDF by its name.',
      'The SHA-256 is not 64 hexadecimal digits.',
      `Signed date: There is no such day as '31/02/2023'.`,
      'The date of birth is missing.',
    ])
  })

  it('takes no file that does something by itself, is another one, or is no PDF', async () => {
    const clinic = await newClinic()
    const id = await started(clinic, [
      line(ada, 'A-1'),
      line(ada, 'A-2', 'two.pdf', 'a'.repeat(64)),
      line(ada, 'A-3'),
    ])
    expect((await add(clinic, id, 2, scripted)).reason).toContain('scripts')
    expect((await add(clinic, id, 3)).reason).toContain('SHA-256')
    expect((await add(clinic, id, 4, Buffer.from('MZ'))).reason).toBe('The file is not a PDF.')
    // A better copy of the same file is taken.
    expect((await add(clinic, id, 2)).state).toBe('taken')
    const skipped = { foreignImportId: id, number: 4, reason: 'missing' } as const
    await clinic.as('owner').callOk(foreignRecords.skipFile, skipped)
    expect((await finish(clinic, id)).counts).toMatchObject({ taken: 1, refused: 2 })
    const report = await clinic.as('owner').get(`/api/clinic/foreign-imports/${id}/report.csv`)
    expect(report.raw.toString()).toContain('"Refused","The export has no such file.","A-3"')
  })

  it('is imported once, however often it is sent', async () => {
    const clinic = await newClinic()
    const id = await started(clinic, [line(ada, 'A-1'), line(ada, 'A-2')])
    expect((await add(clinic, id, 2)).state).toBe('taken')
    expect((await add(clinic, id, 2, scripted)).state).toBe('taken')
    await finish(clinic, id)
    expect((await rowsOf(clinic, id))[1]).toMatchObject({
      state: 'refused',
      reason: 'No file was received for this row.',
    })
    // The same export again: what is here stays, what was missing comes.
    const again = await started(clinic, [line(ada, 'A-1'), line(ada, 'A-2')], ' OLDconsent')
    expect((await get(clinic, again)).counts).toMatchObject({ here: 1, waiting: 1 })
    expect((await add(clinic, again, 3)).state).toBe('taken')
    expect(await stored(clinic)).toHaveLength(2)
    // Another product may have the same identifiers.
    const other = await started(clinic, [line(ada, 'A-1')], 'OtherProduct')
    expect((await add(clinic, other, 2)).state).toBe('taken')
  })
})

describe('a manifest', () => {
  it('is refused without its columns, before its patients are imported, and twice for one thing', async () => {
    const clinic = await newClinic()
    const as = clinic.as('owner')
    const draft = await readManifest(clinic, [line(ada, 'A-1')])
    const fields = draft.columns.map(({ field }) => field)
    const ask = (wrong: typeof fields) =>
      as.call(foreignRecords.check, { foreignImportId: draft.id, fields: wrong, dateOrder: 'day-first' })
    expect((await ask(fields.slice(1))).reason).toBe('wrong-columns')
    expect((await ask(fields.map((field) => (field === 'fileName' ? null : field)))).reason).toBe(
      'column-missing',
    )
    expect((await ask(fields.map((field) => (field === 'sha256' ? 'title' : field)))).reason).toBe(
      'chosen-twice',
    )
    const content = base64([header, line(ben, 'B-1')].join('\n'))
    const unfinished = await as.callOk(patientImports.read, { fileName: 'm.csv', content })
    const early = { patientImportId: unfinished.id, source: 'OldConsent' }
    expect((await as.call(foreignRecords.read, early)).reason).toBe('patients-first')
    const unknown = { patientImportId: crypto.randomUUID(), source: 'OldConsent' }
    expect((await as.call(foreignRecords.read, unknown)).reason).toBe('not-found')
    expect((await as.call(foreignRecords.start, { foreignImportId: draft.id })).reason).toBe('wrong-state')
    await as.callOk(foreignRecords.discard, { foreignImportId: draft.id })
    expect((await as.call(foreignRecords.get, { foreignImportId: draft.id })).reason).toBe('not-found')
  })

  it('is of the practice alone, and of those who administer it', async () => {
    const [clinic, other] = [await newClinic(), await newClinic()]
    const id = await imported(clinic, [line(ada, 'A-1')])
    const [record] = await stored(clinic)
    expect((await other.as('owner').call(foreignRecords.get, { foreignImportId: id })).status).toBe(404)
    expect((await fileOf(other, record!.id)).status).toBe(404)
    const sent = { foreignImportId: id, number: 2, content: base64(pdf) }
    expect((await other.as('owner').call(foreignRecords.addFile, sent)).status).toBe(404)
    const patientId = await patientOf(clinic)
    expect((await other.as('owner').call(foreignRecords.ofPatient, { patientId })).status).toBe(404)
    expect((await clinic.as('receptionist').call(foreignRecords.list, {})).status).toBe(403)
  })
})

const undo = (clinic: TestClinic, foreignImportId: string) =>
  clinic.as('owner').call(foreignRecords.undo, { foreignImportId })

describe('undoing an import', () => {
  it('removes its records and their files, so that its patients can be removed as well', async () => {
    const clinic = await newClinic()
    const id = await imported(clinic, [line(ada, 'A-1'), line(ben, 'B-1')])
    const kept = await stored(clinic)
    expect(kept.every((record) => existsSync(placeOf(record)))).toBe(true)
    expect((await undo(clinic, id)).status).toBe(200)
    await testApp.runJobs()
    expect(await get(clinic, id)).toMatchObject({ status: 'undone', counts: { removed: 2, taken: 0 } })
    expect(await stored(clinic)).toEqual([])
    expect(kept.some((record) => existsSync(placeOf(record)))).toBe(false)
    const { rows } = await clinic.as('owner').callOk(patientImports.list, {})
    await clinic.as('owner').callOk(patientImports.undo, { importId: rows[0]!.id })
    await testApp.runJobs()
    expect((await clinic.as('owner').callOk(patients.list, {})).total).toBe(0)
  })

  it('is refused once a record was opened, or the time is over', async () => {
    const clinic = await newClinic()
    const id = await imported(clinic, [line(ada, 'A-1')])
    const [record] = await stored(clinic)
    expect((await fileOf(clinic, record!.id)).status).toBe(200)
    expect((await undo(clinic, id)).reason).toBe('relied-on')
    const late = await imported(clinic, [line(ben, 'B-1')])
    await makeOlder(late, import_undo_days + 1)
    expect((await undo(clinic, late)).reason).toBe('too-late')
  })

  it('keeps what a legal hold covers; nobody but undoing can remove a record', async () => {
    const clinic = await newClinic()
    const id = await imported(clinic, [line(ada, 'A-1'), line(ben, 'B-1')])
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const scope = { role: 'candour_clinic', clinicId: clinic.id } as const
    expect(await rawQuery(app)(scope, 'delete from foreign_records returning id')).toEqual([])
    await app.end()
    const held = { patientId: await patientOf(clinic), reason: 'A claim' }
    await clinic.as('owner').callOk(records.setHold, held)
    await undo(clinic, id)
    await testApp.runJobs()
    expect(await get(clinic, id)).toMatchObject({ status: 'undone', counts: { removed: 1, kept: 1 } })
    expect(await stored(clinic)).toHaveLength(1)
  })
})

/** A store whose process died before anything was durable. */
const unstored = { put: () => Promise.resolve(), remove: () => Promise.resolve() } as unknown as Files

/** Dies when all of a piece of work but its commit has happened, after so many that went well. */
function dyingAfter(pieces: number): RunJob {
  const nothing = async () => {}
  const { database } = testApp.app
  const deps = { database, clock: testApp.clock, writeAudit: nothing, insertJobs: nothing }
  const { runJob } = createJobRunners(deps)
  let begun = 0
  return (clinicId, work) =>
    runJob(clinicId, async (scope, note) => {
      const result = await work(scope, note)
      if (++begun > pieces) throw new Error('killed')
      return result
    })
}

describe('a process that dies', () => {
  it.each([0, 1])(
    'while a file is stored, after %i pieces of work, loses and doubles nothing',
    async (pieces) => {
      const clinic = await newClinic()
      const id = await started(clinic, [line(ada, 'A-1')])
      await add(clinic, id, 2)
      const [record] = await stored(clinic)
      const jobs = foreignRecordJobs({ runJob: dyingAfter(pieces), files: unstored })
      const data = { clinicId: clinic.id, recordId: record!.id }
      await expect(jobs['foreign-records.store']!(data, undefined as never)).rejects.toThrow('killed')
      await testApp.runJobs()
      expect(await stored(clinic)).toEqual([{ ...record, waiting: false }])
      expect((await fileOf(clinic, record!.id)).raw.equals(pdf)).toBe(true)
    },
  )

  it('while files arrive is gone on with: only what is missing is sent', async () => {
    const clinic = await newClinic()
    const lines = Array.from({ length: 6 }, (_line, index) => line(index % 2 ? ada : ben, `R-${index}`))
    const id = await started(clinic, lines)
    for (const number of [2, 3, 4]) await add(clinic, id, number)
    const waiting = { foreignImportId: id, state: 'waiting', pageSize: 100 } as const
    const { rows } = await clinic.as('owner').callOk(foreignRecords.rows, waiting)
    expect(rows.map(({ number }) => number)).toEqual([5, 6, 7])
    for (const { number } of rows) await add(clinic, id, number)
    expect((await finish(clinic, id)).counts).toMatchObject({ taken: 6 })
    expect(await stored(clinic)).toHaveLength(6)
  })

  it('while an import is undone goes on where it stopped', async () => {
    const clinic = await newClinic()
    const id = await imported(clinic, [line(ada, 'A-1'), line(ben, 'B-1')])
    await undo(clinic, id)
    const jobs = foreignRecordJobs({ runJob: dyingAfter(0), files: unstored })
    const data = { clinicId: clinic.id, importId: id }
    await expect(jobs['foreign-records.undo']!(data, undefined as never)).rejects.toThrow('killed')
    expect(await stored(clinic)).toHaveLength(2)
    await testApp.runJobs()
    expect(await get(clinic, id)).toMatchObject({ status: 'undone', counts: { removed: 2 } })
  })
})

it('a manifest that nobody goes on with is forgotten, and one that is done keeps its counts alone', async () => {
  const clinic = await newClinic()
  const draft = await readManifest(clinic, [line(ada, 'A-1')])
  const doneId = await imported(clinic, [line(ben, 'B-1')])
  const { runJob } = createJobRunners({
    ...{ database: testApp.app.database, clock: testApp.clock },
    ...{ writeAudit: async () => {}, insertJobs: async () => {} },
  })
  const forget = foreignRecordJobs({ runJob, files: unstored })['foreign-records.forget']!
  await makeOlder(draft.id, import_draft_hours / 24 + 1)
  await forget({ clinicId: clinic.id, importId: draft.id }, undefined as never)
  const gone = await clinic.as('owner').call(foreignRecords.get, { foreignImportId: draft.id })
  expect(gone.reason).toBe('not-found')
  await makeOlder(doneId, import_undo_days + 1)
  await forget({ clinicId: clinic.id, importId: doneId }, undefined as never)
  expect(await rowsOf(clinic, doneId)).toEqual([])
  expect(await get(clinic, doneId)).toMatchObject({ counts: { taken: 1 }, undoUntil: null })
  expect(await ofPatient(clinic, 'Rowe')).toHaveLength(1)
})
