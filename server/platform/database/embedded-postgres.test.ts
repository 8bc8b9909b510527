import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { AlreadyRunningError, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPrograms } from './embedded-programs.ts'

/** Real servers on a busy machine: nothing below waits for a time, only for conditions. */
const long_timeout = { timeout: 300_000 }

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const nobodyRunsNode =
  isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0

let folder: string
let dataDir: string
let messages: string[] = []
let running: EmbeddedPostgres[]
let children: ChildProcess[]

const note = (_data: object, text: string) => void messages.push(text)
const log = { info: note, warn: note, error: note }

/** A data directory whose database was made, and stopped: making one takes longer than all that is tried on it. */
let made: string

beforeAll(async () => {
  made = mkdtempSync(path.join(tmpdir(), 'candour-pg-made-'))
  chmodSync(made, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(made, 'data'), log, onLost() {} })
  await postgres.stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

/** Where a fresh start is not what is tried. */
const copyMadeDatabase = () => void spawnSync('cp', ['-a', path.join(made, 'data'), dataDir])

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candour-pg-'))
  chmodSync(folder, 0o755)
  dataDir = path.join(folder, 'data')
  ;[messages, running, children] = [[], [], []]
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(running.map((postgres) => postgres.stop()))
  const home = path.join(dataDir, 'postgres')
  if (existsSync(home)) {
    const pid = pidOf(dataDir)
    if (pid) process.kill(pid, 'SIGKILL')
    rmSync(realpathSync(home), { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(onLost: (error: Error) => void = () => {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost })
  running.push(postgres)
  return postgres
}

/** Another process that starts the database, says how that went, and holds it. */
async function startElsewhere(account: object = {}): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))}
    const log = { info() {}, warn() {}, error() {} }
    const options = { dataDir: ${JSON.stringify(dataDir)}, log, onLost() {} }
    const postgres = await startEmbeddedPostgres(options).catch((error) => console.log(error.message))
    if (postgres) {
      process.on('SIGTERM', () => postgres.stop())
      console.log('ready')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, said }
}

async function query<Row>(config: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const writeAnswer = ({ ownerConfig }: EmbeddedPostgres) =>
  query(ownerConfig, 'create table kept as select 42 as answer')
const readAnswer = ({ ownerConfig }: EmbeddedPostgres) => query(ownerConfig, 'select answer from kept')

function pidOf(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

describe('a fresh start', () => {
  it('makes a guarded database with two powerless logins, and keeps it for the next', async () => {
    const first = await start()
    const roles = await query(
      first.ownerConfig,
      `select rolname, rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication as powerful
       from pg_roles where rolcanlogin order by rolname`,
    )
    expect(roles).toEqual([
      { rolname: 'candour_app', powerful: false },
      { rolname: 'candour_auth', powerful: false },
      { rolname: 'candour_owner', powerful: true },
    ])
    expect(await query(first.authConfig, 'select current_user as name')).toEqual([{ name: 'candour_auth' }])
    expect(await query(first.appConfig, settingsQuery)).toEqual([guardedSettings])
    await expect(query({ ...first.appConfig, password: 'guess' }, 'select')).rejects.toThrow('password')
    await expect(query(first.appConfig, 'create table public.strange ()')).rejects.toThrow(
      'permission denied',
    )
    await writeAnswer(first)
    await first.stop()
    expect(pidOf(dataDir)).toBeUndefined()
    expect(await readAnswer(await start())).toEqual([{ answer: 42 }])
  })

  const settingsQuery = `select current_setting('server_version_num')::int / 10000 as version,
    current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
    current_setting('listen_addresses') as addresses, datlocprovider as provider, datlocale as locale
    from pg_database where datname = current_database()`
  const guardedSettings = {
    version: 18,
    fsync: 'on',
    checksums: 'on',
    addresses: '',
    provider: 'b',
    locale: 'C.UTF-8',
  }

  it('keeps its passwords, socket and log to itself', async () => {
    const { ownerConfig, appConfig } = await start()
    const modeOf = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777
    expect(modeOf('secrets')).toBe(0o700)
    expect(modeOf('secrets/database.json')).toBe(0o600)
    expect(modeOf('postgres')).toBe(0o700)
    expect(modeOf('postgres.log')).toBe(0o600)
    expect(statSync(appConfig.host!).mode & 0o777).toBe(0o700)
    await expect(query(ownerConfig, `select 'a secret' / 0`)).rejects.toThrow()
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('select')
    expect(readdirSync(path.join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'socket'])
  })

  it('finds a short place for the socket when the path is long', async () => {
    dataDir = path.join(folder, 'long'.repeat(25))
    const { appConfig } = await start()
    expect(appConfig.host!.length).toBeLessThan(93)
    expect(statSync(appConfig.host!).mode & 0o777).toBe(0o700)
    expect(await query(appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
    await running.pop()!.stop()
    rmSync(appConfig.host!, { recursive: true })
  })
})

describe('a second owner', () => {
  it('is refused, and the first goes on', async () => {
    copyMadeDatabase()
    const first = await start()
    await writeAnswer(first)
    await expect(start()).rejects.toThrow(AlreadyRunningError)
    expect((await startElsewhere()).said).toContain('Candour is already running on this data directory')
    expect(await readAnswer(first)).toEqual([{ answer: 42 }])
  })

  it('is refused also when both make the database at the same moment', async () => {
    const outcomes = await Promise.all([startElsewhere(), startElsewhere()])
    const said = outcomes.map((outcome) => outcome.said)
    expect(said.toSorted((a) => (a === 'ready' ? 1 : -1))).toEqual([
      expect.stringContaining('already running'),
      'ready',
    ])
    expect(readdirSync(path.join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'socket'])
  })
})

describe('a lost lock', () => {
  beforeEach(copyMadeDatabase)

  it('is told, and the server is left to its new owner', async () => {
    const onLost = vi.fn<(error: Error) => void>()
    const postgres = await start(onLost)
    const usurper = new pg.Client({ ...postgres.ownerConfig, database: 'postgres' })
    await usurper.connect()
    const {
      rows: [lock],
    } = await usurper.query<{ pid: number; objid: number }>(
      `select pid, objid from pg_locks where locktype = 'advisory'`,
    )
    const taken = usurper.query('select pg_advisory_lock($1)', [lock!.objid])
    await vi.waitFor(
      async () =>
        expect(await query(postgres.ownerConfig, 'select from pg_locks where not granted')).toHaveLength(1),
      long_timeout,
    )
    await query(postgres.ownerConfig, `select pg_terminate_backend(${lock!.pid})`)
    await taken
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledWith(expect.any(AlreadyRunningError)), long_timeout)
    await running.pop()!.stop()
    expect((await usurper.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await usurper.end()
  })
})

describe('after kill -9', () => {
  beforeEach(copyMadeDatabase)

  it('of its owner the server is adopted, and stopped by the adopter', async () => {
    const { child } = await startElsewhere()
    const pid = pidOf(dataDir)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const adopter = await start()
    expect(pidOf(dataDir)).toBe(pid)
    expect(await query(adopter.appConfig, 'select 1 as one')).toEqual([{ one: 1 }])
    await adopter.stop()
    expect(pidOf(dataDir)).toBeUndefined()
  })

  it('of the server it is started again with all that was committed', async () => {
    const onLost = vi.fn<(error: Error) => void>()
    const postgres = await start(onLost)
    await writeAnswer(postgres)
    const pid = pidOf(dataDir)!
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(messages.at(-1)).toBe('the database is back'), long_timeout)
    expect(pidOf(dataDir)).not.toBe(pid)
    expect(await readAnswer(postgres)).toEqual([{ answer: 42 }])
    await expect(start()).rejects.toThrow(AlreadyRunningError)
    expect(onLost).not.toHaveBeenCalled()
  })

  it('of one backend the server recovers by itself and is held again', async () => {
    const postgres = await start()
    const pid = pidOf(dataDir)
    const [{ backend }] = (await query<{ backend: number }>(
      postgres.ownerConfig,
      `select pid as backend from pg_stat_activity where application_name = 'candour owner'`,
    )) as [{ backend: number }]
    process.kill(backend, 'SIGKILL')
    await vi.waitFor(() => expect(messages.at(-1)).toBe('the database is back'), long_timeout)
    expect(pidOf(dataDir)).toBe(pid)
    await expect(start()).rejects.toThrow(AlreadyRunningError)
  })

  it('of the whole machine, a pid file that names another program does not hold up the start', async () => {
    const first = await start()
    await writeAnswer(first)
    const file = path.join(dataDir, 'postgres/cluster/postmaster.pid')
    const text = readFileSync(file, 'utf8')
    await running.pop()!.stop()
    writeFileSync(file, text.replace(/^\d+/, String(process.pid)))
    expect(await readAnswer(await start())).toEqual([{ answer: 42 }])
  })
})

describe('a database that cannot be opened is left alone and explained:', () => {
  it('one of another version', async () => {
    copyMadeDatabase()
    writeFileSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17')
  })

  it('one whose passwords are lost', async () => {
    copyMadeDatabase()
    rmSync(path.join(dataDir, 'secrets/database.json'))
    await expect(start()).rejects.toThrow('refuses the password in')
    await vi.waitFor(() => expect(pidOf(dataDir)).toBeUndefined(), long_timeout)
  })

  it.runIf(isRoot)('one behind a link that leads nowhere', async () => {
    mkdirSync(dataDir)
    spawnSync('ln', ['-s', path.join(folder, 'gone'), path.join(dataDir, 'postgres')])
    await expect(start()).rejects.toThrow('is gone')
    rmSync(path.join(dataDir, 'postgres'))
  })
})

describe.runIf(isRoot)('started by root', () => {
  it('runs as another user', async () => {
    await start()
    expect(statSync(`/proc/${pidOf(dataDir)}`).uid).not.toBe(0)
    expect(statSync(path.join(dataDir, 'secrets/database.json')).uid).toBe(0)
  })

  it('moves where that user can reach it, and finds it there again', async () => {
    chmodSync(folder, 0o700)
    await writeAnswer(await start())
    expect(lstatSync(path.join(dataDir, 'postgres')).isSymbolicLink()).toBe(true)
    expect(realpathSync(path.join(dataDir, 'postgres'))).toMatch(/^\/var\/lib\/candour\/[0-9a-f]{12}$/)
    expect(messages).toEqual([expect.stringContaining('lives outside the data directory')])
    await running.pop()!.stop()
    expect(await readAnswer(await start())).toEqual([{ answer: 42 }])
  })

  it('runs a copy of the programs when that user cannot read them', () => {
    const installed = { folder: path.join(folder, 'locked/native'), version: '18.4' }
    mkdirSync(path.join(installed.folder, 'bin'), { recursive: true })
    writeFileSync(path.join(installed.folder, 'bin/postgres'), '#!/bin/sh\n', { mode: 0o700 })
    const home = path.join(folder, 'home')
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, nobody.uid, nobody.gid)
    const copy = path.join(home, 'programs-18.4/bin')
    expect(findPrograms(home, nobody, log, installed)).toBe(copy)
    expect(findPrograms(home, nobody, log, installed)).toBe(copy)
    expect(findPrograms(home, undefined, log, installed)).toBe(path.join(installed.folder, 'bin'))
  })

  it.runIf(nobodyRunsNode)('keeps to the user who made the database', async () => {
    mkdirSync(dataDir)
    chownSync(dataDir, nobody.uid, nobody.gid)
    const { child, said } = await startElsewhere(nobody)
    expect(said).toBe('ready')
    expect(statSync(`/proc/${pidOf(dataDir)}`).uid).toBe(nobody.uid)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(pidOf(dataDir)).toBeUndefined()
    await start()
    expect(statSync(`/proc/${pidOf(dataDir)}`).uid).toBe(nobody.uid)
  })

  it.runIf(nobodyRunsNode)('is refused to a user who may not read it', async () => {
    await (await start()).stop()
    running = []
    expect((await startElsewhere(nobody)).said).toContain('belongs to another user')
  })
})
