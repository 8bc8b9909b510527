import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLogin } from '../platform/database/database-login.ts'

const example = path.join(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini')
const port = 6432
const start_ms_max = 60_000
/** What keeps prepared statements begins with it. */
const keeping_version = [1, 21] as const

/** PgBouncer as it is installed, or where `PGBOUNCER` says that another one is; null where there is none. */
export function findPgBouncer(): { file: string; version: string; keepsPrepared: boolean } | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  const file = [process.env.PGBOUNCER, ...folders.map((folder) => path.join(folder, 'pgbouncer'))].find(
    (one) => one !== undefined && isExecutable(one),
  )
  if (!file) return null
  const version = /PgBouncer ([\d.]+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))![1]!
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const keepsPrepared =
    major > keeping_version[0] || (major === keeping_version[0] && minor >= keeping_version[1])
  return { file, version, keepsPrepared }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export type TransactionPooler = {
  version: string
  pid: number
  /** The same login through the pooler. */
  through(login: pg.ClientConfig): DatabaseLogin
  stop(): Promise<void>
}

type PoolerOptions = {
  /** Who may come, to the server whose socket lies in the folder that they name. */
  logins: pg.ClientConfig[]
  /** Connections to the server for each login on each database. */
  poolSize: number
  keepsPrepared: boolean
}

/** The text with these settings in the place of its own, or besides; without those that are empty. */
function withSettings(text: string, changed: Record<string, string>): string {
  const nameIn = (line: string) => /^(\w+) = /.exec(line)?.[1] ?? ''
  const kept = text.split('\n').filter((line) => !(nameIn(line) in changed))
  const { '*': databases, ...rest } = changed
  const given = Object.entries(rest).filter(([, value]) => value !== '')
  return [
    ...kept,
    ...given.map(([name, value]) => `${name} = ${value}`),
    '[databases]',
    `* = ${databases}`,
    '',
  ].join('\n')
}

const quoted = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`

/** Starts PgBouncer in transaction mode in front of an embedded server, as the account that this runs as. */
export async function startTransactionPooler({
  logins,
  poolSize,
  keepsPrepared,
}: PoolerOptions): Promise<TransactionPooler> {
  const found = findPgBouncer()
  if (!found) throw new Error('PgBouncer is not installed')
  const { host, port: serverPort } = logins[0]!
  const folder = mkdtempSync(path.join(tmpdir(), 'candour-pooler-'))
  const settings = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users')
  // The example that is shipped, for another place.
  const changed: Record<string, string> = {
    candour: '',
    '*': `host=${host} port=${serverPort}`,
    default_pool_size: String(poolSize),
    listen_addr: '',
    listen_port: String(port),
    unix_socket_dir: folder,
    unix_socket_mode: '0777',
    auth_file: users,
    logfile: path.join(folder, 'log'),
    // A machine that is busy with other tests is no reason to turn anybody away.
    query_wait_timeout: '300',
    // The older ones know no such setting.
    ...(keepsPrepared ? {} : { max_prepared_statements: found.keepsPrepared ? '0' : '' }),
  }
  writeFileSync(settings, withSettings(readFileSync(example, 'utf8'), changed))
  writeFileSync(users, logins.map(({ user, password }) => `${quoted(user)} ${quoted(password)}\n`).join(''))
  const { uid, gid } = statSync(host!)
  for (const file of [folder, settings, users]) {
    chownSync(file, uid, gid)
    chmodSync(file, file === folder ? 0o755 : 0o600)
  }
  // It refuses to be root.
  const child = spawn(found.file, ['-q', settings], { stdio: 'ignore', uid, gid })
  const ended = once(child, 'exit')
  const end = () => void child.kill('SIGQUIT')
  process.once('exit', end)
  const through = (login: pg.ClientConfig): DatabaseLogin => ({
    ...{ ...login, host: folder, port, pooler: { keepsPrepared } },
  })
  await untilAnswering(through(logins[0]!), () => child.exitCode !== null)
  return {
    ...{ version: found.version, pid: child.pid!, through },
    async stop() {
      process.off('exit', end)
      end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswering(
  { pooler: _pooler, ...login }: DatabaseLogin,
  hasEnded: () => boolean,
): Promise<void> {
  for (const until = Date.now() + start_ms_max; ; await delay(50)) {
    const client = new pg.Client(login)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      // It has answered: that there is no such place here.
      if (hasEnded() || Date.now() > until) throw new Error('PgBouncer did not start', { cause: error })
    }
  }
}
