import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedHome } from './embedded-home.ts'

/** The superuser, who is the owner of the database and its migrations. */
export const ownerName = 'candour_owner'
export const socketPort = 5432

const stop_ms_max = 30_000
const log_bytes_max = 10 * 1024 * 1024
const majorVersion = '18'

/** Nothing of our environment, secrets above all, is handed on. */
const environment = { PATH: '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' }

const settings = {
  listen_addresses: '',
  port: String(socketPort),
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  // Short queries gain nothing from these, and parallel ones need more /dev/shm than containers have.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] %q%u@%d ',
  // A statement, or the detail of its error, may hold what a patient told us: none reaches the log.
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
}

/**
 * What is thrown away when it stops need not outlive a power cut: nothing waits for the disk. Several instances of the
 * product share it.
 */
const ephemeralSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
}

/** Makes the cluster when there is none; safe when two processes do it at once. */
export function initialiseCluster(home: EmbeddedHome, ownerPassword: string): void {
  refuseHalfRestored(home)
  if (!existsSync(home.cluster)) createCluster(home, ownerPassword)
  requireVersion(home.cluster)
  removePartialClusters(home.cluster)
}

/** Where a cluster is recovered, beside the one that it is to replace. */
export const recoveringCluster = ({ cluster }: EmbeddedHome): string => `${cluster}.restoring`

/** Cut off between two renames, a restore leaves its whole result under this name, and nothing in its place. */
function refuseHalfRestored(home: EmbeddedHome): void {
  const restored = recoveringCluster(home)
  if (existsSync(home.cluster) || !existsSync(restored)) return
  throw new Error(
    `A restore was cut off. If ${restored} holds recovery.signal, restore again; else rename it to ${home.cluster}.`,
  )
}

/** Made aside and renamed, so that a start cut short leaves no half cluster behind. */
function createCluster(home: EmbeddedHome, ownerPassword: string): void {
  const draft = mkdtempSync(`${home.cluster}.draft-`)
  const passwordFile = `${draft}.password`
  try {
    writeFileSync(passwordFile, ownerPassword, { mode: 0o600 })
    if (home.account)
      for (const made of [draft, passwordFile]) chownSync(made, home.account.uid, home.account.gid)
    execFileSync(path.join(home.programs, 'initdb'), initdbArguments(draft, passwordFile), {
      ...home.account,
      env: environment,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    renameSync(draft, home.cluster)
  } catch (error) {
    if (!existsSync(home.cluster)) throw error
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

function initdbArguments(cluster: string, passwordFile: string): string[] {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = [`--username=${ownerName}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  return [`--pgdata=${cluster}`, ...locale, ...access, '--data-checksums', '--no-instructions']
}

function requireVersion(cluster: string): void {
  const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === majorVersion) return
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this release of Candour runs PostgreSQL ` +
      `${majorVersion}. Export it with the release that made it, then import it here.`,
  )
}

function removePartialClusters(cluster: string): void {
  const folder = path.dirname(cluster)
  const drafts = readdirSync(folder).filter((name) => name.startsWith(`${path.basename(cluster)}.draft-`))
  for (const draft of drafts) rmSync(path.join(folder, draft), { recursive: true, force: true })
}

/** `more`: settings of one start, beside those of every start. */
export type LaunchOptions = { isEphemeral?: boolean | undefined; more?: Record<string, string> | undefined }

/** Starts the server. It outlives us on purpose: the next start adopts it, and no terminal signal reaches it. */
export function launch(
  home: EmbeddedHome,
  { isEphemeral = false, more = {} }: LaunchOptions = {},
): ChildProcess {
  removeStalePid(home)
  rotate(home.logFile)
  const log = openSync(home.logFile, 'a', 0o600)
  const options = Object.entries({
    ...settings,
    ...(isEphemeral && ephemeralSettings),
    ...more,
    unix_socket_directories: `"${home.socket.replaceAll('"', '""')}"`,
  })
  const child = spawn(
    path.join(home.programs, 'postgres'),
    ['-D', home.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...home.account, env: environment, cwd: '/', detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  // A child that cannot be started shows as one that is not running.
  child.once('error', () => {})
  child.unref()
  return child
}

/** Asks the running server, ours or adopted, to stop, and waits until it has. */
export async function stopServer(home: EmbeddedHome): Promise<void> {
  const pid = readPid(home)
  if (!pid) return
  signal(pid, 'SIGINT')
  if (await hasExited(home, pid)) return
  // An immediate stop loses nothing committed; the next start replays the log.
  signal(pid, 'SIGQUIT')
  if (!(await hasExited(home, pid))) throw new Error(`PostgreSQL (process ${pid}) does not stop.`)
}

/** The last complaint in the server's log, for a person to read. */
export function lastLoggedError(home: EmbeddedHome): string {
  const lines = existsSync(home.logFile) ? readFileSync(home.logFile, 'utf8').trim().split('\n') : []
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
}

async function hasExited(home: EmbeddedHome, pid: number): Promise<boolean> {
  const deadline = Date.now() + stop_ms_max
  // A stopping server removes its pid file last; an orphan's process may stay as a zombie after that.
  while (readPid(home) === pid && signal(pid, 0)) {
    if (Date.now() > deadline) return false
    await delay(20)
  }
  return true
}

/** Whether one has left a sign of itself: it runs, begins, stops, or was killed. */
export const mayBeRunning = (home: EmbeddedHome): boolean => readPid(home) !== undefined

function readPid(home: EmbeddedHome): number | undefined {
  try {
    return Number(readFileSync(path.join(home.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch (error) {
    // None was left, or a stopping server has removed it this moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * After a crash the noted pid may be another program's by now, or a zombie's that nobody collects (its command
 * line reads empty), and PostgreSQL would wait for it. Of a pid that is free PostgreSQL takes care itself.
 */
function removeStalePid(home: EmbeddedHome): void {
  const name = `/proc/${readPid(home)}/cmdline`
  if (existsSync(name) && !readFileSync(name, 'utf8').includes('postgres')) {
    rmSync(path.join(home.cluster, 'postmaster.pid'), { force: true })
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > log_bytes_max) renameSync(file, `${file}.1`)
}
