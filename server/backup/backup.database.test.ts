import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import films from '../../build/content/films.json' with { type: 'json' }
import { contract } from '../../contract/index.ts'
import { openApp } from '../app.ts'
import { openStoredFiles } from '../stored-files.ts'
import { openFiles } from '../platform/files/files.ts'
import { makeCaller } from '../testing/test-caller.ts'
import { silentLog } from '../testing/silent-log.ts'
import { newPicture } from '../testing/test-picture.ts'
import { newDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openWorld, type TestWorld } from '../testing/test-world.ts'
import { openArchive } from './archive-writing.ts'
import { readArchive } from './archive-reading.ts'
import { places } from './archive-format.ts'
import { makeKeyPair, readingKey, writingKey, type BackupKeys } from './backup-key.ts'
import { makeBackup, type Backup } from './make-backup.ts'
import { readWhole, restoreArchive, type Restored } from './restore-backup.ts'
import { isDatabaseEmpty } from './empty-database.ts'

let world: TestWorld
let folder: string
let keys: BackupKeys
let made: Backup
const keyMark = 'ab'.repeat(32)
const signed = { before: [] as string[], during: [] as string[], after: [] as string[] }
const archive = () => path.join(folder, 'night.backup')
const retries = { call_ms_max: 1, upload_ms_max: 1 }

/** The world as it is, to this file. */
const backUpTo = (file: string, used: BackupKeys = keys): Promise<Backup> =>
  makeBackup(file, {
    ...{ owner: world.logins.owner, dataDir: world.config.dataDir, keyMark, masterKey: null },
    ...{ files: openStoredFiles(world.config), keys: used },
  })

type Place = { database: TestDatabase; dataDir: string; run(): Promise<Restored>; remove(): Promise<void> }

/** A database and a folder that are new, to restore into. */
async function newPlace(file: string): Promise<Place> {
  const database = await newDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'candour-restored-'))
  return {
    database,
    dataDir,
    async run() {
      const read = await readWhole(file, keys)
      try {
        return await restoreArchive(file, read, {
          ...{ owner: database.logins.owner, app: database.logins.app, passwords: {}, keys, dataDir },
          ...{ files: openFiles({ off: true }, dataDir, retries), log: silentLog },
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

async function ask<R>(database: TestDatabase, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(database.logins.owner)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as R[]
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(path.join(tmpdir(), 'candour-archives-'))
  const pair = await makeKeyPair()
  keys = { ...pair, passphrase: null }
  const photo = newPicture()
  await world.as(world.a.staff.dentist).ask(contract.account.setPhoto, { image: photo.toString('base64') })
  await world.a.addFinalised()
  await world.a.addPaper()
  signed.before.push((await world.a.addSigned()).consentId)
  await world.b.addSigned()
  await world.runJobs()
  await world.sealAuditLog()
  // A job that nobody has done yet is part of what there is.
  signed.before.push((await world.a.addSigned()).consentId)

  let place: keyof typeof signed = 'during'
  const signWithoutPause = async () => {
    while (place === 'during') signed[place].push((await world.a.addSigned()).consentId)
  }
  const [signing, sealing] = [
    [signWithoutPause(), signWithoutPause()],
    (async () => {
      while (place === 'during') await world.sealAuditLog()
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
  signed.after.push((await world.a.addSigned()).consentId)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

describe('a backup taken while consents are being signed', () => {
  let place: Place
  let restored: Restored
  beforeAll(async () => {
    place = await newPlace(archive())
    restored = await place.run()
  })
  afterAll(() => place.remove())

  it('is restored as everything was at one moment during the backup', async () => {
    const { database, dataDir } = place
    const { header, manifest, chains } = restored
    expect(manifest.missing).toEqual(made.missing)
    expect(chains).toMatchObject({ brokenLogs: [], brokenConsents: [] })
    const consents = await ask<{ id: string; status: string }>(database, 'select id, status from consents')
    const statusOf = new Map(consents.map(({ id, status }) => [id, status]))
    for (const id of signed.before) expect(statusOf.get(id)).toBe('signed')
    for (const id of signed.after) expect(statusOf.has(id)).toBe(false)
    expect(chains.consents).toBe(consents.length)
    // What is only ever added to says which transactions were seen: those that were over at the snapshot.
    for (const table of ['consent_events', 'signatures', 'audit_rows', 'document_versions']) {
      const rows = `select count(*)::int as count, md5(string_agg(t::text, '' order by t::text collate "C")) as hash from ${table} t`
      const [then] = (
        await world.owner.query(`${rows} where pg_visible_in_snapshot(xmin::text::xid8, $1)`, [
          header.snapshot,
        ])
      ).rows as unknown[]
      const restoredRows = table === 'audit_rows' ? `${rows} where action <> 'backup.restored'` : rows
      expect(await ask(database, restoredRows), table).toEqual([then])
    }
    // A signature that was acknowledged has all that belongs to it, or none of it is there.
    const halves = await ask(
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
    for (const name of names.filter((each) => each.endsWith('.pdf')))
      expect(path.basename(name, '.pdf')).toBe(
        createHash('sha256')
          .update(await readFile(name))
          .digest('hex'),
      )
    expect(
      new Set(names.map((name) => path.relative(path.join(dataDir, 'files'), name).split('/')[0])),
    ).toEqual(new Set(['documents', 'photos', 'scans']))
  })

  it('can be served from: people read what they signed, and the job that waited is done', async () => {
    const { database, dataDir } = place
    const app = await openApp({
      ...{ config: { ...world.config, dataDir }, clock: world.clock, log: silentLog },
      ...{ logins: database.logins, eventLoopDelayMsMax: null },
    })
    try {
      await app.jobs.drain()
      await app.sweep('audit.seal')
      const dentist = makeCaller(app.http, world.a.staff.dentist.cookie)
      for (const consentId of signed.before) {
        const consent = await dentist.ask(contract.consents.get, { consentId })
        expect([consent.status, consent.chainIntact, consent.documents.length]).toEqual(['signed', true, 1])
      }
      const manager = makeCaller(app.http, world.a.staff.manager.cookie)
      expect(await manager.ask(contract.audit.verify, {})).toMatchObject({ intact: true })
    } finally {
      await app.close()
    }
  })

  it('is not restored into a place that holds anything', async () => {
    await expect(place.run()).rejects.toMatchObject({ problem: 'place-not-empty' })
    expect(await ask(place.database, 'select from clinics')).not.toEqual([])
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
  const read = (file: string, used: BackupKeys = keys) => problemOf(readWhole(file, used))

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
    const other = await makeKeyPair()
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
    const writer = await openArchive(file, (await writingKey(keys)).encrypter)
    for await (const entry of readArchive(archive(), readingKey(keys))) {
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
      if (dropped || !name.startsWith(`${places.files}documents/`)) return bytes
      dropped = name.slice(places.files.length)
      return null
    })
    await expect(readWhole(file, keys)).rejects.toMatchObject({
      problem: 'incomplete',
      message: expect.stringContaining(`the file ${dropped} is missing`) as string,
    })
  })

  it.each([
    ['rows of a table', (name: string) => name.startsWith(`${places.tables}public.consents/`)],
    ['its list of files', (name: string) => name.startsWith(places.list)],
    ['its end', (name: string) => name === places.manifest],
  ])('that lacks %s', async (_what, isDropped) => {
    expect(await read(await rewritten((name, bytes) => (isDropped(name) ? null : bytes)))).toBe('incomplete')
  })

  it.each([
    ['a newer form', { format: 2 }],
    ['a release with migrations that are not known here', { migrations: ['f'.repeat(64)] }],
  ])('that was made by %s', async (_what, told) => {
    const file = await rewritten((name, bytes) =>
      name === places.header
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
      if (name.startsWith(`${places.tables}public.signatures/`)) {
        // A signature of a consent that is not there: no foreign key would let it in.
        const text = bytes.toString().replace(signed.before[0]!, other)
        altered = sha256(Buffer.from(text))
        return Buffer.from(text)
      }
      if (name !== places.manifest) return bytes
      const manifest = JSON.parse(bytes.toString()) as { tables: Record<string, { sha256: string }> }
      manifest.tables['public.signatures']!.sha256 = altered
      return Buffer.from(JSON.stringify(manifest))
    })
    const { database, dataDir, run, remove } = await newPlace(file)
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
    const { header, list } = await readWhole(file, words)
    await list.remove()
    expect(header.product).toBe('candour')
    await expect(backUpTo(file, words)).rejects.toMatchObject({ problem: 'file-taken' })
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('holds no master key and no secret of the data directory', async () => {
    const names: string[] = []
    for await (const { name } of readArchive(archive(), readingKey(keys))) names.push(name)
    expect(names).not.toContain(places.masterKey)
    expect(names.some((name) => name.includes('secrets'))).toBe(false)
  })
})

describe('the role that reads for it', () => {
  it('may read every table, and write none', async () => {
    const { rows } = await world.owner.query<{
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
    const { rows } = await world.owner.query<{ name: string }>(
      `select r.rolname as name from pg_roles r where pg_has_role(r.oid, 'candour_backup', 'set')
         and not r.rolsuper and r.rolname <> 'candour_backup'`,
    )
    expect(rows).toEqual([])
  })
})
