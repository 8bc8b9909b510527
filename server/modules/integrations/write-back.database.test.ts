import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { openDropFolder, type DropFolder } from '../../platform/files/drop-folder.ts'
import { openFiles } from '../../platform/files/files.ts'
import { createJobRunners, type RunJob } from '../../platform/jobs/job-runner.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deliverDocument } from './write-back-jobs.ts'

const { integrations } = contract

let testApp: TestApp
let root: string
/** The product with a folder for the practice system. */
let app: App
let owner: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  root = await mkdtemp(path.join(tmpdir(), 'candour-write-back-'))
  app = await testApp.openSecondInstance({ writeBack: { off: false, folder: root } })
  owner = createTestCaller(app.http, testApp.clinicA.as('owner').cookie)
})
afterAll(async () => {
  await app.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
  await rm(root, { recursive: true, force: true })
})

const folder = () => path.join(root, testApp.clinicA.id)
const collected = async () => (await readdir(folder()).catch(() => [])).toSorted()

/** Signs a consent through the instance with the folder, so that its events reach the right jobs. */
async function addSigned(lastName: string): Promise<string> {
  const patientId = await testApp.clinicA.addPatient({ lastName })
  const viewed = await testApp.clinicA.addViewed({ patientId })
  const patient = createTestCaller(app.http, viewed.patient.cookie)
  await patient.callOk(contract.signing.sign, {
    ...{ consentId: viewed.consentId, contentHash: viewed.contentHash, name: 'Eleanor Whitcombe' },
    ...{
      signerRole: 'patient',
      confirmed: [0, 1, 2, 3],
      mark: { kind: 'typed', typed: 'Eleanor Whitcombe' },
    },
  })
  return viewed.consentId
}

const rowOf = async (consentId: string) =>
  (await owner.callOk(integrations.listWriteBacks, { pageSize: 100 })).rows.find(
    (row) => row.consentId === consentId,
  )!

async function after(ms: number): Promise<void> {
  testApp.clock.advance(ms)
  await app.sweep('integrations')
  await app.jobs.drain()
  testApp.clock.advance(-ms)
}

const sealedPdf = async (consentId: string) => {
  const { documents } = await testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })
  return (
    await testApp.clinicA
      .as('dentist')
      .get(`/api/clinic/consents/${consentId}/documents/${documents.at(-1)!.id}`)
  ).raw
}

/** To whom it was told that documents do not arrive, by the name before the @. */
const noticesTo = async () => {
  const { rows } = await testApp.owner.query<{ to: string }>(
    `select split_part(recipient, '@', 1) as to from messages where kind = 'write-back-failed' order by 1`,
  )
  return rows.map(({ to }) => to)
}

const noRetries = { call_ms_max: 0, upload_ms_max: 0 }

describe('a sealed document', () => {
  it('lies in the practice’s folder under its name, as it was sealed', async () => {
    const consentId = await addSigned('Arden')
    await app.jobs.drain()
    const [name] = (await collected()).filter((file) => file.startsWith('Arden'))
    expect(name).toMatch(/^Arden_Eleanor_[\w-]+_46_\d{4}-\d{2}-\d{2}\.pdf$/)
    expect((await readFile(path.join(folder(), name!))).equals(await sealedPdf(consentId))).toBe(true)
    expect(await rowOf(consentId)).toMatchObject({
      status: 'delivered',
      fileName: name,
      failure: null,
      attempts: 1,
    })
    expect(await readdir(path.join(root, '.ready'))).toEqual([])
  })

  it('and its countersigned successor lie side by side, and those of one name too', async () => {
    const first = await addSigned('Birch')
    await app.jobs.drain()
    const { contentHash } = await testApp.clinicA
      .as('dentist')
      .callOk(contract.consents.get, { consentId: first })
    await testApp.clinicA.discuss({ consentId: first })
    const dentist = createTestCaller(app.http, testApp.clinicA.as('dentist').cookie)
    await dentist.callOk(contract.consents.finalise, {
      consentId: first,
      contentHash: contentHash!,
      name: 'Tom Hughes',
    })
    await addSigned('Birch')
    await app.jobs.drain()
    const names = (await collected()).filter((file) => file.startsWith('Birch'))
    expect(names.map((name) => name.replace(/^.*_\d{4}-\d{2}-\d{2}/, ''))).toEqual([
      '-2.pdf',
      '.pdf',
      '_countersigned.pdf',
    ])
  })

  it('is left once, though its jobs run again after it was collected', async () => {
    const consentId = await addSigned('Cedar')
    await app.jobs.drain()
    const { fileName } = await rowOf(consentId)
    await rm(path.join(folder(), fileName))
    await testApp.owner.query(
      `insert into pgboss.job (name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter)
       select name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter from pgboss.job
       where name in ('integrations.queue-write-backs', 'integrations.write-back')`,
    )
    await app.jobs.drain()
    expect(await collected()).not.toContain(fileName)
  })
})

describe('a folder that cannot be written to', () => {
  it('is tried again until people are called, who may have it tried once more', async () => {
    const consentId = await addSigned('Dunn')
    await app.jobs.drain()
    const { fileName } = await rowOf(consentId)
    await rm(path.join(folder(), fileName))
    // Once more from the beginning, with something in the way where files are made ready.
    await testApp.owner.query(
      `update write_backs set status = 'queued', placing_attempt = null, delivered_at = null, next_attempt_at = $2, attempts = 0
       where consent_id = $1`,
      [consentId, testApp.clock.now()],
    )
    await rm(path.join(root, '.ready'), { recursive: true, force: true })
    await writeFile(path.join(root, '.ready'), 'in the way')
    await after(0)
    expect(await rowOf(consentId)).toMatchObject({ status: 'queued', attempts: 1 })
    expect((await rowOf(consentId)).failure).toBe('The folder could not be reached')
    await after(11_000)
    expect((await rowOf(consentId)).attempts).toBe(2)
    await after(day_ms)
    const called = await rowOf(consentId)
    expect(called).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect(await owner.callOk(integrations.listWriteBacks, { status: 'failed' })).toMatchObject({
      failed: 1,
      total: 1,
    })
    const { rows } = await testApp.owner.query(
      `select 1 from audit_rows where action = 'document.write_back_failed' and subject = $1`,
      [consentId],
    )
    expect(rows).toHaveLength(1)
    const told = await noticesTo()
    expect(told).toContain(testApp.clinicA.staff.owner.email.split('@')[0])

    // The next one that fails tells nobody anew while the first still waits.
    const nextId = await addSigned('Dyer')
    await app.jobs.drain()
    await after(day_ms + 60_000)
    expect(await rowOf(nextId)).toMatchObject({ status: 'failed' })
    expect(await noticesTo()).toEqual(told)

    await rm(path.join(root, '.ready'))
    await owner.callOk(integrations.retryWriteBack, { writeBackId: (await rowOf(nextId)).id })
    await owner.callOk(integrations.retryWriteBack, { writeBackId: called.id })
    await app.jobs.drain()
    expect(await rowOf(consentId)).toMatchObject({ status: 'delivered', failure: null })
    expect(await collected()).toContain(fileName)
    const again = await owner.call(integrations.retryWriteBack, { writeBackId: called.id })
    expect(again.reason).toBe('already-delivered')
  })

  it('does not lose what another file of that name lies in the way of', async () => {
    const consentId = await addSigned('Elm')
    await app.jobs.drain()
    const { id, fileName } = await rowOf(consentId)
    await writeFile(path.join(folder(), fileName), 'not ours')
    await testApp.owner.query(
      `update write_backs set status = 'queued', placing_attempt = null, delivered_at = null, next_attempt_at = $2 where id = $1`,
      [id, testApp.clock.now()],
    )
    await after(0)
    expect((await rowOf(consentId)).failure).toBe('The folder already contains another file with this name')
    expect(await readFile(path.join(folder(), fileName), 'utf8')).toBe('not ours')
    await rm(path.join(folder(), fileName))
    await after(day_ms / 2)
    expect((await rowOf(consentId)).status).toBe('delivered')
    expect((await readFile(path.join(folder(), fileName))).equals(await sealedPdf(consentId))).toBe(true)
  })
})

describe('a process that dies', () => {
  const died = new Error('died')
  /** The steps of a try, at each of which the process may end: before it, or after it and before anything is noted. */
  const deaths = ['before prepare', 'after prepare', 'before place', 'after place'] as const

  /** A folder and transactions that stop working at a point, as they do for a process that is gone. */
  function dying(at: (typeof deaths)[number], runJob: RunJob): { drop: DropFolder; runJob: RunJob } {
    const real = openDropFolder(root)
    let isDead = false
    const die = (): never => {
      isDead = true
      throw died
    }
    return {
      runJob: (clinicId, work) => (isDead ? Promise.reject(died) : runJob(clinicId, work)),
      drop: {
        async stage(key, bytes) {
          if (at === 'before prepare') die()
          await real.stage(key, bytes)
          if (at === 'after prepare') die()
        },
        async publish(key, to) {
          if (at === 'before place') die()
          await real.publish(key, to)
          if (at === 'after place') die()
        },
        discard: (key) => (isDead ? Promise.reject(died) : real.discard(key)),
      },
    }
  }

  let consentId: string
  beforeAll(async () => {
    consentId = await addSigned('Fern')
    await app.jobs.drain()
  })

  /** The document on its way anew, as if nothing had happened yet. */
  async function startAnew(): Promise<{ id: string; fileName: string }> {
    const { id, fileName } = await rowOf(consentId)
    await rm(path.join(folder(), fileName), { force: true })
    await testApp.owner.query(
      `update write_backs set status = 'queued', placing_attempt = null, delivered_at = null, next_attempt_at = $2, attempts = 0
       where id = $1`,
      [id, testApp.clock.now()],
    )
    return { id, fileName }
  }

  it.each(deaths.flatMap((at) => [[at, 'left lying'] as const, [at, 'collected'] as const]))(
    '%s leaves the document once where what arrives is %s',
    async (at, what) => {
      const { id, fileName } = await startAnew()
      const isThere = async () => (await collected()).includes(fileName)
      const { database } = testApp.app
      const nothing = async () => {}
      const { runJob } = createJobRunners({
        database,
        clock: testApp.clock,
        writeAudit: nothing,
        insertJobs: nothing,
      })
      const files = openFiles(testApp.config.objectStore, testApp.config.dataDir, noRetries)
      const job = { clinicId: testApp.clinicA.id, writeBackId: id }
      await expect(deliverDocument({ ...dying(at, runJob), files }, job)).rejects.toThrow('died')
      const hasArrived = await isThere()
      if (hasArrived && what === 'collected') await rm(path.join(folder(), fileName))
      await after(3 * 60_000)
      expect((await rowOf(consentId)).status).toBe('delivered')
      // Collected before, it must not come again; otherwise it lies there.
      expect(await isThere()).toBe(!(hasArrived && what === 'collected'))
      expect(await readdir(path.join(root, '.ready'))).toEqual([])
    },
  )
})

it('is not to be had where the installation has no folder', async () => {
  const listed = await testApp.clinicA.as('owner').callOk(integrations.listWriteBacks, {})
  expect(listed.isSetUp).toBe(false)
  const writeBackId = await testApp.clinicA.addWriteBack()
  const answer = await testApp.clinicA.as('owner').call(integrations.retryWriteBack, { writeBackId })
  expect(answer.reason).toBe('not-set-up')
})
