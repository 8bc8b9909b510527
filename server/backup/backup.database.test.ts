import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import films from '../../build/content/films.json' with { type: 'json' }
import { contract } from '../../contract/index.ts'
import { openApp } from '../app.ts'
import { openStoredFiles } from '../stored-files.ts'
import { openDataKeys } from '../modules/data-keys/index.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { openFiles } from '../platform/files/files.ts'
import { sealedFiles } from '../platform/files/sealed-files.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { createTestCaller } from '../testing/test-caller.ts'
import { silentLog } from '../testing/silent-log.ts'
import { newPicture } from '../testing/test-picture.ts'
import { newDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { createArchive } from './archive-writer.ts'
import { readArchive } from './archive-reader.ts'
import { entryNames } from './archive-format.ts'
import { generateKeyPair, openDecryptionKey, openEncryptionKey, type BackupKeys } from './backup-key.ts'
import { createBackup, type Backup } from './create-backup.ts'
import { loadArchive, restoreArchive, type RestoreResult } from './restore-backup.ts'
import { isDatabaseEmpty } from './empty-database.ts'

let testApp: TestApp
let folder: string
let keys: BackupKeys
let made: Backup
const keyFingerprint = 'ab'.repeat(32)
const signed = { before: [] as string[], during: [] as string[], after: [] as string[] }
const archive = () => path.join(folder, 'night.backup')
const retries = { call_ms_max: 1, upload_ms_max: 1 }

function testKeeper() {
  if (testApp.config.masterKey.off) throw new Error('The app has no master key')
  return keyringKeeper(openKeyring({ masterKey: testApp.config.masterKey.key }))
}

const dataKeysOf = (database: Database) => {
  const keeper = testKeeper()
  return openDataKeys({ database, keeper, clock: testApp.clock })
}

/** The world as it is, to this file. */
const backUpTo = (file: string, used: BackupKeys = keys): Promise<Backup> =>
  createBackup(file, {
    ...{ owner: testApp.logins.owner, dataDir: testApp.config.dataDir, keyFingerprint, masterKey: null },
    ...{ files: openStoredFiles(testApp.config), dataKeys: dataKeysOf(testApp.app.database), keys: used },
  })

type RestoreTarget = {
  database: TestDatabase
  dataDir: string
  run(): Promise<RestoreResult>
  remove(): Promise<void>
}

/** A database and a folder that are new, to restore into. */
async function createRestoreTarget(file: string): Promise<RestoreTarget> {
  const database = await newDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'candour-restored-'))
  return {
    database,
    dataDir,
    async run() {
      const read = await loadArchive(file, keys)
      try {
        return await restoreArchive(file, read, {
          ...{ owner: database.logins.owner, app: database.logins.app, passwords: {}, keys, dataDir },
          ...{ files: openFiles({ off: true }, dataDir, retries), log: silentLog, keeper: testKeeper() },
        })
      } finally {
        await read.list.remove()
      }
    },
    async remove() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function queryRows<R>(database: TestDatabase, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(database.logins.owner)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as R[]
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  testApp = await openTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'candour-archives-'))
  const pair = await generateKeyPair()
  keys = { ...pair, passphrase: null }
  const photo = newPicture()
  await testApp
    .as(testApp.clinicA.staff.dentist)
    .callOk(contract.account.setPhoto, { image: photo.toString('base64') })
  await testApp.clinicA.addFinalised()
  await testApp.clinicA.addPaper()
  signed.before.push((await testApp.clinicA.addSigned()).consentId)
  await testApp.clinicB.addSigned()
  await testApp.runJobs()
  await testApp.sealAuditLog()
  // A job that nobody has done yet is part of what there is.
  signed.before.push((await testApp.clinicA.addSigned()).consentId)

  let place: keyof typeof signed = 'during'
  const signWithoutPause = async () => {
    while (place === 'during') signed[place].push((await testApp.clinicA.addSigned()).consentId)
  }
  const [signing, sealing] = [
    [signWithoutPause(), signWithoutPause()],
    (async () => {
      while (place === 'during') await testApp.sealAuditLog()
    })(),
  ]
  const wait = async (count: number) => {
    while (signed.during.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  await wait(2)
  made = await backUpTo(archive())
  await wait(signed.during.length + 2)
  place = 'after'
  await Promise.all([...signing, sealing])
  signed.after.push((await testApp.clinicA.addSigned()).consentId)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await testApp.close()
})

describe('a backup taken while consents are being signed', () => {
  let place: RestoreTarget
  let restored: RestoreResult
  beforeAll(async () => {
    place = await createRestoreTarget(archive())
    restored = await place.run()
  })
  afterAll(() => place.remove())

  it('is restored as everything was at one moment during the backup', async () => {
    const { database, dataDir } = place
    const { header, manifest, chains } = restored
    expect(manifest.missing).toEqual(made.missing)
    expect(chains).toMatchObject({ brokenLogs: [], brokenConsents: [] })
    const consents = await queryRows<{ id: string; status: string }>(
      database,
      'select id, status from consents',
    )
    const statusOf = new Map(consents.map(({ id, status }) => [id, status]))
    for (const id of signed.before) expect(statusOf.get(id)).toBe('signed')
    for (const id of signed.after) expect(statusOf.has(id)).toBe(false)
    expect(chains.consents).toBe(consents.length)
    // What is only ever added to says which transactions were seen: those that were over at the snapshot.
    for (const table of ['consent_events', 'signatures', 'audit_rows', 'document_versions']) {
      const rows = `select count(*)::int as count, md5(string_agg(t::text, '' order by t::text collate "C")) as hash from ${table} t`
      const [then] = (
        await testApp.owner.query(`${rows} where pg_visible_in_snapshot(xmin::text::xid8, $1)`, [
          header.snapshot,
        ])
      ).rows as unknown[]
      const restoredRows = table === 'audit_rows' ? `${rows} where action <> 'backup.restored'` : rows
      expect(await queryRows(database, restoredRows), table).toEqual([then])
    }
    // A signature that was acknowledged has all that belongs to it, or none of it is there.
    const halves = await queryRows(
      database,
      `select c.id from consents c where c.status = 'signed' and (
           not exists (select from signatures s where s.clinic_id = c.clinic_id and s.consent_id = c.id)
           or not exists (select from consent_events e where e.clinic_id = c.clinic_id and e.consent_id = c.id
                          and e.event in ('consent.signed', 'consent.given_on_paper')))`,
    )
    expect(halves).toEqual([])
    const names = (await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    expect(names).toHaveLength(manifest.files.count)
    const opened = openDatabase(database.logins.app, { log: silentLog })
    const files = sealedFiles(openFiles({ off: true }, dataDir, retries), dataKeysOf(opened))
    for (const name of names.filter((each) => each.endsWith('.pdf') && each.includes('/documents/'))) {
      expect((await readFile(name)).includes('%PDF')).toBe(false)
      const content = (await files.readAll(`documents/${path.basename(name)}`))!
      expect(path.basename(name, '.pdf')).toBe(createHash('sha256').update(content).digest('hex'))
    }
    await opened.close()
    expect(
      new Set(names.map((name) => path.relative(path.join(dataDir, 'files'), name).split('/')[0])),
    ).toEqual(new Set(['documents', 'photos', 'scans']))
  })

  it('can be served from: people read what they signed, and the job that waited is done', async () => {
    const { database, dataDir } = place
    const app = await openApp({
      ...{ config: { ...testApp.config, dataDir }, clock: testApp.clock, log: silentLog },
      ...{ logins: database.logins, eventLoopDelayMsMax: null },
    })
    try {
      await app.jobs.drain()
      await app.sweep('audit.seal')
      const dentist = createTestCaller(app.http, testApp.clinicA.staff.dentist.cookie)
      for (const consentId of signed.before) {
        const consent = await dentist.callOk(contract.consents.get, { consentId })
        expect([consent.status, consent.chainIntact, consent.documents.length]).toEqual(['signed', true, 1])
      }
      const manager = createTestCaller(app.http, testApp.clinicA.staff.manager.cookie)
      expect(await manager.callOk(contract.audit.verify, {})).toMatchObject({ intact: true })
    } finally {
      await app.close()
    }
  })

  it('is not restored into a place that holds anything', async () => {
    await expect(place.run()).rejects.toMatchObject({ problem: 'place-not-empty' })
    expect(await queryRows(place.database, 'select from clinics')).not.toEqual([])
  })

  it('tells of files that rows name and the store does not have', () => {
    expect(made.missing).toHaveLength(films.length)
    expect(made.missing.every((name) => name.startsWith('videos/'))).toBe(true)
  })
})

describe('an archive is refused', () => {
  const changed = async (change: (file: string, bytes: number) => Promise<void>) => {
    const file = path.join(folder, `${randomBytes(6).toString('hex')}.backup`)
    await copyFile(archive(), file)
    await change(file, (await stat(file)).size)
    return file
  }
  const flip = (at: (bytes: number) => number) =>
    changed(async (file, bytes) => {
      const handle = await open(file, 'r+')
      const byte = Buffer.alloc(1)
      await handle.read(byte, 0, 1, at(bytes))
      byte[0]! ^= 1
      await handle.write(byte, 0, 1, at(bytes))
      await handle.close()
    })
  const problemOf = (reading: Promise<unknown>) =>
    reading.then(
      () => null,
      (error: { problem?: string }) => error.problem ?? String(error),
    )
  const read = (file: string, used: BackupKeys = keys) => problemOf(loadArchive(file, used))

  it.each([
    ['by a byte', (bytes: number) => bytes - 1],
    ['by half', (bytes: number) => Math.floor(bytes / 2)],
    // The last whole piece of the encryption, so that what is left looks well-formed.
    ['at the end of a piece', (bytes: number) => bytes - (bytes % 65_552 || 65_552)],
  ])('that was cut short %s', async (_how, left) => {
    expect(await read(await changed((file, bytes) => truncate(file, left(bytes))))).toBe('damaged')
  })

  it.each([
    ['near its beginning', (bytes: number) => Math.floor(bytes / 4)],
    ['in its middle', (bytes: number) => Math.floor(bytes / 2)],
    ['in its last byte', (bytes: number) => bytes - 1],
  ])('of which a bit was changed %s', async (_where, at) => {
    expect(await read(await flip(at))).toBe('damaged')
  })

  it('that was closed with another key, or is none', async () => {
    const other = await generateKeyPair()
    expect(await read(archive(), { ...other, passphrase: null })).toBe('wrong-key')
    expect(
      await read(archive(), { recipient: null, identity: null, passphrase: 'words for another one' }),
    ).toBe('wrong-key')
    expect(await read(archive(), { recipient: null, identity: null, passphrase: null })).toBe('no-key')
    expect(await read(path.join(import.meta.dirname, 'backup-key.ts'))).toBe('not-an-archive')
  })

  /** The same archive with one entry left out or changed, closed again with the same key. */
  async function rewritten(change: (name: string, bytes: Buffer) => Buffer | null): Promise<string> {
    const file = path.join(folder, `${randomBytes(6).toString('hex')}.backup`)
    const writer = await createArchive(file, (await openEncryptionKey(keys)).encrypter)
    for await (const entry of readArchive(archive(), openDecryptionKey(keys))) {
      const bytes = change(entry.name, Buffer.from(await bytesOf(entry.body)))
      if (bytes) await writer.addBytes(entry.name, bytes)
    }
    await writer.finish()
    return file
  }
  async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  it('that lacks a file, by the name of the file', async () => {
    let dropped: string | null = null
    const file = await rewritten((name, bytes) => {
      if (dropped || !name.startsWith(`${entryNames.files}documents/`)) return bytes
      dropped = name.slice(entryNames.files.length)
      return null
    })
    await expect(loadArchive(file, keys)).rejects.toMatchObject({
      problem: 'incomplete',
      message: expect.stringContaining(`the file ${dropped} is missing`) as string,
    })
  })

  it.each([
    ['rows of a table', (name: string) => name.startsWith(`${entryNames.tables}public.consents/`)],
    ['its list of files', (name: string) => name.startsWith(entryNames.list)],
    ['its end', (name: string) => name === entryNames.manifest],
  ])('that lacks %s', async (_what, isDropped) => {
    expect(await read(await rewritten((name, bytes) => (isDropped(name) ? null : bytes)))).toBe('incomplete')
  })

  it.each([
    ['a newer form', { format: 3 }],
    ['a release with migrations that are not known here', { migrations: ['f'.repeat(64)] }],
  ])('that was made by %s', async (_what, told) => {
    const file = await rewritten((name, bytes) =>
      name === entryNames.header
        ? Buffer.from(JSON.stringify({ ...(JSON.parse(bytes.toString()) as object), ...told }))
        : bytes,
    )
    expect(await read(file)).toBe('newer')
  })

  it('with everything left as it was, where its rows cannot be loaded', async () => {
    const other = '00000000-0000-0000-0000-00000000dead'
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    let altered = ''
    const file = await rewritten((name, bytes) => {
      if (name.startsWith(`${entryNames.tables}public.signatures/`)) {
        // A signature of a consent that is not there: no foreign key would let it in.
        const text = bytes.toString().replace(signed.before[0]!, other)
        altered = sha256(Buffer.from(text))
        return Buffer.from(text)
      }
      if (name !== entryNames.manifest) return bytes
      const manifest = JSON.parse(bytes.toString()) as { tables: Record<string, { sha256: string }> }
      manifest.tables['public.signatures']!.sha256 = altered
      return Buffer.from(JSON.stringify(manifest))
    })
    const { database, dataDir, run, remove } = await createRestoreTarget(file)
    try {
      await expect(run()).rejects.toThrow('violates foreign key constraint')
      expect(await isDatabaseEmpty(database.logins.owner)).toBe(true)
      const left = await readdir(dataDir, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => entry.isFile())).toEqual([])
    } finally {
      await remove()
    }
  })
})

describe('the archive', () => {
  it('is closed with a passphrase as well, and is never written over another file', async () => {
    const file = path.join(folder, 'words.backup')
    const words = { recipient: null, identity: null, passphrase: 'four words that nobody guesses' }
    await backUpTo(file, words)
    const { header, list } = await loadArchive(file, words)
    await list.remove()
    expect(header.product).toBe('candour')
    await expect(backUpTo(file, words)).rejects.toMatchObject({ problem: 'file-taken' })
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('holds no master key and no secret of the data directory', async () => {
    const names: string[] = []
    for await (const { name } of readArchive(archive(), openDecryptionKey(keys))) names.push(name)
    expect(names).not.toContain(entryNames.masterKey)
    expect(names.some((name) => name.includes('secrets'))).toBe(false)
  })
})

describe('files that are encrypted', () => {
  const documents = async (clinicId: string) =>
    (
      await testApp.owner.query<{ name: string }>(
        `select 'documents/' || sha256 || '.pdf' as name from document_versions where clinic_id = $1 order by id`,
        [clinicId],
      )
    ).rows.map(({ name }) => name)

  it('are missed where they were altered, and are no fault where their keys were destroyed', async () => {
    const [altered] = (await documents(testApp.clinicA.id)) as [string]
    const file = path.join(
      testApp.config.dataDir,
      'files',
      'documents',
      altered.slice(10, 12),
      altered.slice(10),
    )
    const whole = await readFile(file)
    await truncate(file, whole.length - 1)
    await testApp.owner.query(
      'update data_keys set wrapped_key = null, retired_at = now(), destroyed_at = now() where clinic_id = $1',
      [testApp.clinicB.id],
    )
    const [archived, [destroyed]] = [
      path.join(folder, 'shredded.backup'),
      await documents(testApp.clinicB.id),
    ]
    // The keys of the app that serves are held for a minute, those of a backup are not.
    const { missing } = await backUpTo(archived)
    expect(missing.filter((name) => !name.startsWith('videos/'))).toEqual([altered])
    expect(destroyed).toBeDefined()
    await writeFile(file, whole)
    const target = await createRestoreTarget(archived)
    try {
      expect((await target.run()).manifest.missing).toEqual(missing)
      const opened = openDatabase(target.database.logins.app, { log: silentLog })
      const files = sealedFiles(openFiles({ off: true }, target.dataDir, retries), dataKeysOf(opened))
      await expect(files.readAll(destroyed!)).rejects.toMatchObject({ reason: 'key-destroyed' })
      await opened.close()
    } finally {
      await target.remove()
    }
  })
})

describe('the role that reads for it', () => {
  it('may read every table, and write none', async () => {
    const { rows } = await testApp.owner.query<{
      name: string
      reads: boolean
      writes: boolean
      seen: boolean
    }>(
      `select c.oid::regclass::text as name, has_table_privilege('candour_backup', c.oid, 'select') as reads,
         has_table_privilege('candour_backup', c.oid, 'insert, update, delete, truncate') as writes,
         not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid
           and p.polroles = array['candour_backup'::regrole::oid] and pg_get_expr(p.polqual, c.oid) = 'true') as seen
       from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
    )
    expect(rows.length).toBeGreaterThan(90)
    expect(rows.filter(({ reads, writes, seen }) => !reads || writes || !seen)).toEqual([])
  })

  it('can be taken by the owner alone', async () => {
    const { rows } = await testApp.owner.query<{ name: string }>(
      `select r.rolname as name from pg_roles r where pg_has_role(r.oid, 'candour_backup', 'set')
         and not r.rolsuper and r.rolname <> 'candour_backup'`,
    )
    expect(rows).toEqual([])
  })
})
