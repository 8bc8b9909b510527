import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Log } from './database.ts'
import { findPrograms, type Account } from './embedded-programs.ts'

/** Where the embedded PostgreSQL lives, and as whom. */
export type EmbeddedHome = {
  account: Account
  /** The folder of `postgres` and `initdb`. */
  programs: string
  /** PGDATA. */
  cluster: string
  /** The 0700 folder of the unix socket. */
  socket: string
  logFile: string
}

/** A unix socket's path may have 107 bytes; its file name takes `/.s.PGSQL.5432` of them. */
const socket_folder_bytes_max = 107 - '/.s.PGSQL.5432'.length
const systemHome = '/var/lib/candour'

/** Finds or makes the folders, owned by an account that can reach them and run the programs. */
export function openEmbeddedHome(dataDir: string, log: Log): EmbeddedHome {
  mkdirSync(dataDir, { recursive: true })
  const link = path.join(realpathSync(dataDir), 'postgres')
  const account = process.getuid?.() === 0 ? findAccount(link) : undefined
  const home = resolveHome(link, account, log)
  const socket = socketFolder(home)
  makeFolder(socket, account)
  return {
    account,
    programs: findPrograms(home, account, log),
    cluster: path.join(home, 'cluster'),
    socket,
    logFile: path.join(dataDir, 'postgres.log'),
  }
}

/** PostgreSQL refuses to run as root: the owner of an existing home, else `postgres`, else `nobody`. */
function findAccount(link: string): Account {
  const owner = existsSync(link) ? statSync(link) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const ask = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
    if (ask('-u').status === 0) return { uid: Number(ask('-u').stdout), gid: Number(ask('-g').stdout) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user postgres or nobody to run it as.',
  )
}

function resolveHome(link: string, account: Account, log: Log): string {
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(link)) {
    throw new Error(`The database at the end of the link ${link} is gone. Restore it, or remove the link.`)
  }
  makeFolder(link, account)
  const place = realpathSync(link)
  if (canUse(place, account)) return place
  const elsewhere = path.join(systemHome, createHash('sha256').update(link).digest('hex').slice(0, 12))
  mkdirSync(systemHome, { recursive: true })
  makeFolder(elsewhere, account)
  if (!account || !canUse(elsewhere, account)) {
    throw new Error(
      `The database folder ${link} belongs to another user. Start Candour as that user, or as root.`,
    )
  }
  // Refused for a folder that holds anything: a database is not left behind.
  rmdirSync(link)
  symlinkSync(elsewhere, link)
  log.info(
    { elsewhere, uid: account.uid },
    'the database lives outside the data directory, where its user can reach it',
  )
  return elsewhere
}

/** Beside the cluster, so that all who share the data directory meet there; elsewhere if its path is too long. */
function socketFolder(home: string): string {
  const near = path.join(home, 'socket')
  if (Buffer.byteLength(near) <= socket_folder_bytes_max) return near
  return path.join(tmpdir(), `candour-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
}

function makeFolder(folder: string, account: Account): void {
  // Another start may make it at the same moment.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(folder)
  if (account && uid === 0) chownSync(folder, account.uid, account.gid)
  const owner = account?.uid ?? process.getuid?.()
  const strange = uid !== owner && !(account && uid === 0)
  if (strange || (mode & 0o022) !== 0) {
    throw new Error(
      `${folder} belongs to another user or is open to others; the database cannot be kept there.`,
    )
  }
}

/** Whether the account may enter a folder and write to it. */
export function canUse(folder: string, account: Account): boolean {
  return (
    spawnSync('sh', ['-c', 'test -w "$0" && test -x "$0"', folder], { ...account, cwd: '/' }).status === 0
  )
}
