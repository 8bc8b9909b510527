import { createHash, randomBytes } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openFileFolder } from '../../platform/files/file-folder.ts'
import { sealedFiles, type DataKeys } from '../../platform/files/sealed-files.ts'
import { isSealedStart } from '../../platform/files/segment-cipher.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { keyringKeeper, type KeyKeeper } from '../../platform/keys/key-keeper.ts'
import { openKeyring } from '../../platform/keys/keyring.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { OpenedConsent, TestClinic } from '../../testing/test-clinic.ts'
import { newJpeg } from '../../testing/test-picture.ts'
import { writeAudit } from '../audit/index.ts'
import { fileSealingJobs } from './data-key-jobs.ts'
import { destroyDataKeys, openDataKeys, startNewDataKey } from './index.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await openTestApp()))
afterAll(() => testApp.close())

const keyringOf = () => {
  if (testApp.config.masterKey.off) throw new Error('The app has no master key')
  return openKeyring({ masterKey: testApp.config.masterKey.key })
}
function depsOf(keeper: KeyKeeper = keyringKeeper(keyringOf())) {
  const { database } = testApp.app
  const { clock } = testApp
  const runners = createJobRunners({ database, clock, writeAudit, insertJobs: async () => {} })
  return { database, clock, keeper, ...runners, dataKeys: openDataKeys({ database, keeper, clock }) }
}
const fileStore = () => openFileFolder(testApp.config.dataDir)

/** Every file of the data directory; the mails of an installation without a mail server are none of its files. */
const filesIn = (folder: string) =>
  globSync(path.join(testApp.config.dataDir, folder, '**')).filter((file) => statSync(file).isFile())
const practiceFiles = () => filesIn('files').filter((file) => !file.includes('/photos/'))
const nameIn = (file: string) => `${path.basename(path.dirname(path.dirname(file)))}/${path.basename(file)}`

const download = (caller: ReturnType<TestClinic['as']>, { consentId }: { consentId: string }) =>
  caller
    .callOk(contract.consents.get, { consentId })
    .then(({ documents }) => caller.get(`/api/clinic/consents/${consentId}/documents/${documents[0]!.id}`))

const planted = randomBytes(3000)
let signed: OpenedConsent
let paper: { consentId: string; fileId: string }

it('leaves nothing of a signed consent readable in the data directory', async () => {
  const { clinicA } = testApp
  const draft = await clinicA.addDraft()
  // A picture of which every byte behind its head is known.
  const image = Buffer.concat([newJpeg().subarray(0, -2), Buffer.from([0xff, 0xd9])])
  await clinicA.as('dentist').callOk(contract.pictures.add, {
    ...{ consentId: draft.id, kind: 'xray', caption: 'c', takenOn: '2026-03-01', alt: 'a', marks: [] },
    image: image.toString('base64'),
  })
  signed = await clinicA.addSigned()
  paper = await clinicA.addPaper()
  await testApp.runJobs()
  const files = practiceFiles()
  expect(new Set(files.map((file) => nameIn(file).split('/')[0]))).toEqual(
    new Set(['documents', 'pictures', 'scans']),
  )
  for (const file of files) expect([file, isSealedStart(await readFile(file))]).toEqual([file, true])
  const { id: clinicId } = clinicA
  for (const file of filesIn('').filter((each) => !each.includes('/outbox/'))) {
    const bytes = await readFile(file)
    for (const word of ['%PDF-', 'JFIF', 'Whitcombe', image.subarray(20, 60)])
      expect([file, String(word), bytes.includes(word)]).toEqual([file, String(word), false])
    // Whose it is may be read of it, and by which key: nothing else.
    if (file.includes('/files/'))
      expect(bytes.includes(Buffer.from(clinicId.replaceAll('-', ''), 'hex'))).toBe(true)
  }
  const { raw, status } = await download(clinicA.as('dentist'), signed)
  expect([status, raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})

it('gives new files another key, and still opens what the one before encrypted', async () => {
  const { clinicA } = testApp
  const before = practiceFiles()
  const keyId = await startNewDataKey(depsOf(), clinicA.id)
  testApp.clock.advance(61_000)
  const second = await clinicA.addSigned()
  await testApp.runJobs()
  const added = practiceFiles().filter((file) => !before.includes(file))
  expect(added).toHaveLength(1)
  expect((await readFile(added[0]!)).includes(Buffer.from(keyId.replaceAll('-', ''), 'hex'))).toBe(true)
  for (const consent of [signed, second])
    expect((await download(clinicA.as('dentist'), consent)).status).toBe(200)
  expect(await auditOf('data_key.rotated')).toMatchObject([{ details: { key: keyId } }])
})

const auditOf = async (action: string) =>
  (
    await testApp.owner.query<{ clinic_id: string; details: Record<string, unknown> }>(
      'select clinic_id, details from audit_rows where action = $1',
      [action],
    )
  ).rows

/** Puts every file back as it was before there were data keys. */
async function storePlain(dataKeys: DataKeys): Promise<Map<string, Buffer>> {
  const files = sealedFiles(fileStore(), dataKeys)
  const plain = new Map<string, Buffer>()
  for (const file of practiceFiles()) {
    const bytes = Buffer.from((await files.readAll(nameIn(file)))!)
    plain.set(file, bytes)
    await writeFile(file, bytes)
  }
  await testApp.owner.query('update data_keys set checked_at = null')
  return plain
}

it('encrypts what was stored before, goes on after a kill, and leaves a damaged file as it is', async () => {
  const deps = depsOf()
  const plain = await storePlain(deps.dataKeys)
  const store = fileStore()
  let replaced = 0
  const dying = {
    ...store,
    replace: (name: string, source: string) => {
      if (++replaced > 1) throw new Error('killed')
      return store.replace(name, source)
    },
  }
  const { id: clinicId } = testApp.clinicA
  await expect(fileSealingJobs({ ...deps, fileStore: dying })({ clinicId })).rejects.toThrow('killed')
  const isSealed = async () => {
    const found = await Promise.all(
      [...plain.keys()].map(async (file) => isSealedStart(await readFile(file))),
    )
    return found.filter(Boolean).length
  }
  expect(await isSealed()).toBe(1)
  // Both kinds are read meanwhile.
  expect((await download(testApp.clinicA.as('dentist'), signed)).status).toBe(200)
  await testApp.app.sweep('data-keys.files')
  await testApp.runJobs()
  expect(await isSealed()).toBe(plain.size)
  const files = sealedFiles(store, deps.dataKeys)
  for (const [file, bytes] of plain)
    expect(Buffer.from((await files.readAll(nameIn(file)))!).equals(bytes)).toBe(true)
  const sealed = (await auditOf('files.sealed')).map(({ details }) => details)
  expect(sealed).toContainEqual({ sealed: plain.size - 1, damaged: 0 })

  const damaged = practiceFiles().find((file) => file.includes('/documents/'))!
  await storePlain(deps.dataKeys)
  await writeFile(damaged, planted)
  await fileSealingJobs({ ...deps, fileStore: store })({ clinicId })
  expect((await readFile(damaged)).equals(planted)).toBe(true)
  expect((await auditOf('files.sealed')).at(-1)?.details).toEqual({ sealed: plain.size - 1, damaged: 1 })
  await writeFile(damaged, plain.get(damaged)!)
  await fileSealingJobs({ ...deps, fileStore: store })({ clinicId })
})

it('removes what was encrypted while its row went', async () => {
  const deps = depsOf()
  await storePlain(deps.dataKeys)
  const store = fileStore()
  const { id: clinicId } = testApp.clinicA
  const scan = practiceFiles().find((file) => file.includes('/scans/'))!
  const saved = (await testApp.owner.query('select * from paper_files where id = $1', [paper.fileId])).rows
  expect(saved).toHaveLength(1)
  const racing = {
    ...store,
    async replace(name: string, source: string) {
      if (name.startsWith('scans/')) {
        await testApp.owner.query('begin; set session_replication_role = replica')
        await testApp.owner.query(`delete from paper_files where id = '${paper.fileId}'`)
        await testApp.owner.query('set session_replication_role = default; commit')
        await store.remove(name)
      }
      await store.replace(name, source)
    },
  }
  await fileSealingJobs({ ...deps, fileStore: racing })({ clinicId })
  expect(practiceFiles()).not.toContain(scan)
})

it('looks through a practice twice, and no more', async () => {
  const queued = async () => {
    await testApp.app.sweep('data-keys.files')
    return testApp.runJobs()
  }
  await queued()
  expect(await queued()).toBe(0)
  testApp.clock.advance(25 * 60 * 60 * 1000)
  expect(await queued()).toBeGreaterThan(0)
  expect(await queued()).toBe(0)
  // Nobody is to be signed out by it.
  testApp.clock.advance(-25 * 60 * 60 * 1000)
})

it('wraps data keys by whoever keeps the master key', async () => {
  const held = new Map<string, Uint8Array>()
  const tokens: KeyKeeper = {
    async wrap(purpose, key) {
      held.set(purpose, Buffer.from(key))
      return `token:${purpose}`
    },
    unwrap: async (purpose) => held.get(purpose)!,
  }
  const clinic = await testApp.addClinic('Token Lane')
  const [content, { dataKeys }] = [Buffer.from('of a patient'), depsOf(tokens)]
  const name = `documents/${createHash('sha256').update(content).digest('hex')}.pdf`
  await sealedFiles(fileStore(), dataKeys).put(name, content, clinic.id)
  expect(await sealedFiles(fileStore(), depsOf(tokens).dataKeys).readAll(name)).toEqual(content)
  expect([...held.keys()]).toEqual([expect.stringContaining(`data-key/${clinic.id}/`)])
  await expect(sealedFiles(fileStore(), depsOf().dataKeys).readAll(name)).rejects.toMatchObject({
    reason: 'key-locked',
  })
  await fileStore().remove(name)
})

it('destroys the keys of a practice that has left, and with them every file of it alone', async () => {
  const { clinicA, clinicB } = testApp
  const foreign = await clinicB.addSigned()
  await testApp.runJobs()
  const [deps, clinicId] = [depsOf(), clinicA.id]
  const order = { clinicId, practice: 'Harbour Street', reason: 'Contract ended; all data returned' }
  await expect(destroyDataKeys(deps, order)).rejects.toThrow('has not closed its account')
  await testApp.owner.query(`update clinics set status = 'inactive', closed_at = now() where id = $1`, [
    clinicId,
  ])
  await expect(destroyDataKeys(deps, { ...order, practice: 'Canal Side' })).rejects.toThrow(
    'has another name',
  )
  const patientId = signed.patientId
  await testApp.owner.query(
    `insert into legal_holds (clinic_id, patient_id, reason, set_by_id, set_by, set_at)
     select $1, $2, 'claim', s.id, 'a test', now() from staff s where s.clinic_id = $1 limit 1`,
    [clinicId, patientId],
  )
  await expect(destroyDataKeys(deps, order)).rejects.toThrow('under a legal hold')
  await testApp.owner.query(
    `update legal_holds set lifted_at = now(), lifted_by_id = set_by_id, lifted_by = 'a test' where clinic_id = $1`,
    [clinicId],
  )

  const evidence = await destroyDataKeys(deps, order)
  expect(evidence).toMatchObject({
    practice: 'Harbour Street',
    reason: order.reason,
    filesHash: /^[\da-f]{64}$/,
  })
  expect(evidence.keys).toHaveLength(2)
  expect(await auditOf('data_keys.destroyed')).toEqual([{ clinic_id: clinicId, details: evidence }])
  testApp.clock.advance(61_000)
  const files = sealedFiles(fileStore(), depsOf().dataKeys)
  const own = Buffer.from(clinicId.replaceAll('-', ''), 'hex')
  let gone = 0
  for (const file of practiceFiles()) {
    if (!(await readFile(file)).subarray(0, 24).includes(own)) continue
    await expect(files.readAll(nameIn(file))).rejects.toMatchObject({ reason: 'key-destroyed' })
    gone++
  }
  expect(gone).toBe(evidence.files)
  expect((await download(clinicB.as('dentist'), foreign)).status).toBe(200)
  // What is gone comes back by nobody, and the practice gets no other key.
  await expect(
    testApp.owner.query(
      `begin; alter table data_keys no force row level security;
       update data_keys set wrapped_key = 'v1.x', destroyed_at = null where clinic_id = '${clinicId}'`,
    ),
  ).rejects.toThrow('stays ended')
  await testApp.owner.query('rollback')
  await expect(depsOf().dataKeys.current(clinicId)).rejects.toMatchObject({ reason: 'key-destroyed' })
  await expect(destroyDataKeys(deps, order)).rejects.toThrow('no data key that is left')
  await expect(startNewDataKey(deps, clinicId)).rejects.toThrow('no data key')
})

it('lets no scope read a wrapped key', async () => {
  for (const role of [
    'candour_clinic',
    'candour_patient',
    'candour_admin',
    'candour_job',
    'candour_integration',
  ]) {
    await testApp.owner.query('begin')
    await testApp.owner.query(`set local role ${role}`)
    await expect(testApp.owner.query('select wrapped_key from data_keys')).rejects.toThrow(
      'permission denied',
    )
    await testApp.owner.query('rollback')
  }
})
