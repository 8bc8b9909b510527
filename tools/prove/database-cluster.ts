import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installClusterPrograms } from './cluster-programs.ts'
import type { FaultTest } from './fault-test-run.ts'

const examples = path.join(import.meta.dirname, '../../deploy/cluster')
const places = [1, 2, 3] as const
type Place = (typeof places)[number]
type Member = { name: string; role: string; state: string; timeline?: number }

const disk_megabytes = 1200
const healthy_ms_max = 180_000
const own = process.pid
const networkOf = (place: Place) => `candour-${own}-db${place}`
const lineOf = (place: Place) => `cd${own}n${place}`
const bridge = `cd${own}b`
const hostOf = (place: Place) => `10.78.0.1${place}`

export type DatabaseCluster = {
  /** Whom the superuser and the product connect as, through HAProxy. */
  superuser: pg.ClientConfig
  settings: Record<string, string>
  /** Where the database of a machine is. */
  diskOf(place: Place): string
  /** The machine that says that it is primary. */
  primary(): Promise<Place>
  /** Waits until there is a primary, a synchronous standby, and a third that streams. */
  untilWhole(): Promise<void>
  /** Every process of a machine, by number. */
  processesOf(place: Place): number[]
  postmasterOf(place: Place): number
  start(place: Place): void
  line(place: Place, state: 'up' | 'down'): void
  connect(place: Place): Promise<pg.Client>
}

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** One of the shipped examples with other words in it, each of which has to be there. */
function readExample(name: string, changes: readonly [from: string, to: string][]): string {
  let text = readFileSync(path.join(examples, name), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} does not say ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** This machine's own addresses in an example of the first one, whose list of all stays as it is. */
function placeAddresses(text: string, place: Place): string {
  const listed = /^(?:initial-cluster: |\s+- 10\.0\.0\.\d+:2379)/
  const lines = text.split('\n').map((line) => {
    const placed = listed.test(line) ? line : line.replaceAll('10.0.0.11', `10.0.0.1${place}`)
    return placed.replace(/^name: db1$/, `name: db${place}`)
  })
  return lines.join('\n').replaceAll('10.0.0.', '10.78.0.')
}

function createNetworks(proof: FaultTest): void {
  const ip = (...words: string[]) => void run('ip', ...words)
  ip('link', 'add', bridge, 'type', 'bridge')
  proof.atEnd(() => ip('link', 'del', bridge))
  ip('addr', 'add', '10.78.0.1/24', 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  for (const place of places) {
    const network = networkOf(place)
    ip('netns', 'add', network)
    proof.atEnd(() => ip('netns', 'del', network))
    ip('link', 'add', lineOf(place), 'type', 'veth', 'peer', 'name', 'db', 'netns', network)
    ip('link', 'set', lineOf(place), 'master', bridge, 'up')
    ip('-n', network, 'addr', 'add', `${hostOf(place)}/24`, 'dev', 'db')
    ip('-n', network, 'link', 'set', 'db', 'up')
    ip('-n', network, 'link', 'set', 'lo', 'up')
  }
}

/**
 * Three machines in networks of their own, each with etcd, Patroni and PostgreSQL 18 as deploy/cluster/ has them, and
 * HAProxy in front. Of the examples other addresses, folders, passwords and the programs that PostgreSQL's npm package
 * leaves out are changed, and nothing else.
 */
export async function startDatabaseCluster(proof: FaultTest, proxyPort: number): Promise<DatabaseCluster> {
  const folder = proof.folder({ isEmpty: true })
  const account = { uid: Number(run('id', '-u', 'postgres')), gid: Number(run('id', '-g', 'postgres')) }
  const { programs, clone } = installClusterPrograms(folder)
  const password = () => randomBytes(18).toString('hex')
  const passwords = { superuser: password(), owner: password(), app: password(), auth: password() }
  const replication = password()
  const log = openSync(process.env['PROVE_CLUSTER_LOG'] ?? path.join(folder, 'cluster.log'), 'a')
  const diskOf = (place: Place) => path.join(folder, `disk${place}`)
  createNetworks(proof)

  for (const place of places) {
    const disk = diskOf(place)
    mkdirSync(disk)
    run('mount', '-t', 'tmpfs', '-o', `size=${disk_megabytes}m,mode=755`, `candour-db${place}`, disk)
    proof.atEnd(() => void run('umount', '-l', disk))
    chownSync(disk, account.uid, account.gid)
    const etcdFolder = path.join(folder, `etcd${place}`)
    mkdirSync(etcdFolder, { mode: 0o700 })
    chownSync(etcdFolder, account.uid, account.gid)
    writeFileSync(
      path.join(folder, `etcd${place}.yml`),
      placeAddresses(readExample('etcd.yml', [['/var/lib/etcd/candour', etcdFolder]]), place),
    )
    const patroni = readExample('patroni.yml', [
      ['/var/lib/postgresql/18/candour', path.join(disk, 'cluster')],
      ['/usr/lib/postgresql/18/bin', programs],
      ['CHANGE-THE-API-PASSWORD', password()],
      ['CHANGE-THE-SUPERUSER-PASSWORD', passwords.superuser],
      ['CHANGE-THE-REPLICATION-PASSWORD', replication],
      ['use_pg_rewind: true', 'use_pg_rewind: false'],
      ['\n  pg_hba:', `\n  create_replica_methods:\n    - clone\n  clone:\n    command: ${clone}\n  pg_hba:`],
      [
        'max_slot_wal_keep_size: 4GB',
        'max_slot_wal_keep_size: 256MB\n        max_wal_size: 256MB\n        unix_socket_directories: ""',
      ],
    ])
    const file = path.join(folder, `patroni${place}.yml`)
    writeFileSync(file, placeAddresses(patroni, place), { mode: 0o600 })
    chownSync(file, account.uid, account.gid)
  }
  chmodSync(folder, 0o755)

  const within = (place: Place, command: string[]): ChildProcess => {
    const { uid, gid } = account
    const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...command]
    return spawn('ip', ['netns', 'exec', networkOf(place), ...as], {
      cwd: '/',
      env: {
        PATH: '/usr/sbin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        HOME: diskOf(place),
        CLONE_PASSWORD: passwords.superuser,
      },
      stdio: ['ignore', log, log],
    })
  }
  const processesOf = (place: Place) =>
    run('ip', 'netns', 'pids', networkOf(place)).split('\n').filter(Boolean).map(Number)
  const start = (place: Place) => {
    within(place, ['etcd', '--config-file', path.join(folder, `etcd${place}.yml`)])
    within(place, ['patroni', path.join(folder, `patroni${place}.yml`)])
  }
  proof.atEnd(async () => {
    for (const place of places) for (const id of processesOf(place)) signal(id, 'SIGKILL')
    await sleep(500)
  })
  for (const place of places) start(place)

  const haproxyFile = path.join(folder, 'haproxy.cfg')
  const proxied = readExample('haproxy.cfg', [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${proxyPort}`],
    ['10.0.0.', '10.78.0.'],
  ])
  writeFileSync(haproxyFile, proxied)
  const haproxy = spawn('haproxy', ['-db', '-f', haproxyFile], { stdio: ['ignore', log, log] })
  proof.atEnd(() => haproxy.kill('SIGKILL'))

  const superuser = {
    ...{ host: '127.0.0.1', port: proxyPort, user: 'postgres', password: passwords.superuser },
    database: 'candour',
  }
  const cluster: DatabaseCluster = {
    superuser,
    settings: databaseSettings(proxyPort, passwords),
    diskOf,
    async primary() {
      for (;;) {
        for (const place of places) if (await isPrimary(place)) return place
        await sleep(100)
      }
    },
    async untilWhole() {
      const until = Date.now() + healthy_ms_max
      let last: Member[] = []
      while (Date.now() < until) {
        last = await membersSeenBy(await cluster.primary())
        if (isWhole(last)) return
        await sleep(250)
      }
      throw new Error(`The cluster did not become whole again: ${JSON.stringify(last)}`)
    },
    processesOf,
    postmasterOf: (place) =>
      Number(readFileSync(path.join(diskOf(place), 'cluster/postmaster.pid'), 'utf8').split('\n')[0]),
    start,
    line: (place, state) => void run('ip', 'link', 'set', lineOf(place), state),
    async connect(place) {
      const client = new pg.Client({ ...superuser, host: hostOf(place), port: 5432, query_timeout: 5000 })
      client.on('error', () => {})
      await client.connect()
      return client
    },
  }
  await cluster.untilWhole()
  await createOwner({ ...superuser, database: 'postgres' }, passwords.owner)
  return cluster
}

/** The owner as the embedded database has it. */
async function createOwner(superuser: pg.ClientConfig, password: string): Promise<void> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    await client.query(`create role candour_owner login superuser password ${pg.escapeLiteral(password)}`)
    await client.query('create database candour owner candour_owner')
  } finally {
    await client.end()
  }
}

const databaseSettings = (port: number, passwords: Record<'owner' | 'app' | 'auth', string>) => {
  const urlOf = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/candour`
  return {
    DATABASE_URL: urlOf('candour_app', passwords.app),
    DATABASE_OWNER_URL: urlOf('candour_owner', passwords.owner),
    DATABASE_AUTH_URL: urlOf('candour_auth', passwords.auth),
    MASTER_KEY: randomBytes(32).toString('hex'),
  }
}

export function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name)
  } catch {
    // It has ended by itself.
  }
}

const patroniAnswer = (place: Place, at: string): Promise<Response | null> =>
  fetch(`http://${hostOf(place)}:8008${at}`, { signal: AbortSignal.timeout(1000) }).catch(() => null)

const isPrimary = async (place: Place): Promise<boolean> =>
  (await patroniAnswer(place, '/primary'))?.ok ?? false

async function membersSeenBy(place: Place): Promise<Member[]> {
  const answer = await patroniAnswer(place, '/cluster')
  const body = (await answer?.json().catch(() => null)) as { members?: Member[] } | null
  return body?.members ?? []
}

/** A leader, a synchronous standby and another one, all on one timeline. */
function isWhole(members: readonly Member[]): boolean {
  const count = (role: string) => members.filter((member) => member.role === role).length
  const areUp = members.every(({ state }) => state === 'running' || state === 'streaming')
  const timelines = new Set(members.map(({ timeline }) => timeline))
  return (
    members.length === 3 &&
    count('leader') === 1 &&
    count('sync_standby') === 1 &&
    areUp &&
    timelines.size === 1
  )
}
