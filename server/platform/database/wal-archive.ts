import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { syncFolder, syncFile } from '../files/durable-file.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { canUse, type EmbeddedHome } from './embedded-home.ts'

/** The write-ahead log of one cluster, piece by piece, and the base backups that it is replayed upon. */
export type WalArchive = { wal: string; bases: string }

/** A copy of the whole cluster; what was committed after `endedAt` comes from the log. */
export type BaseBackup = { folder: string; endedAt: Date; bytes: number }

/** How long a base backup waits for the log to arrive in the archive. */
const archive_wait_ms_max = 600_000
/** What a change waits at most, in a quiet hour, before it leaves the machine. */
const archive_seconds_max = 60

/** Folders whose content a server makes itself at its start. */
const remadeFolders = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots']
const remadeMore = ['pg_stat_tmp', 'pg_subtrans']
const remade = new Set([...remadeFolders, ...remadeMore])
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'])

/** The number that PostgreSQL gave a cluster when it was made, so that two never meet in one archive. */
function systemIdentifier(cluster: string): string {
  return readFileSync(path.join(cluster, 'global/pg_control')).readBigUInt64LE(0).toString()
}

/**
 * The archive of this cluster below a folder. Where the cluster itself is lost, that of the only one there is; null where
 * there is none, or several.
 */
export function openWalArchive(folder: string, { cluster, account }: EmbeddedHome): WalArchive | null {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+$/.test(name)) : []
  const id = existsSync(cluster) ? systemIdentifier(cluster) : found.length === 1 ? found[0] : undefined
  if (id === undefined) return null
  const [wal, bases] = [path.join(folder, id, 'wal'), path.join(folder, id, 'base')]
  for (const each of [folder, path.dirname(wal), wal, bases]) {
    if (existsSync(each)) continue
    mkdirSync(each, { recursive: true, mode: 0o700 })
    if (account) chownSync(each, account.uid, account.gid)
  }
  if (!canUse(wal, account))
    throw new Error(`PostgreSQL's user cannot write to ${wal}. Give it the folder, or set another.`)
  return { wal, bases }
}

/** Base backups of what a restore took back: no log leads on from them. */
const undone = 'undone-'

/** What makes a server give its log away: compressed, on disk before it counts, and never over another piece. */
export function archiveSettings({ wal }: WalArchive): Record<string, string> {
  const [file, draft] = [`'${wal}/%f.gz'`, `'${wal}/.%f.part'`]
  return {
    archive_mode: 'on',
    archive_timeout: String(archive_seconds_max),
    archive_command: `test ! -f ${file} && gzip -1c '%p' > ${draft} && sync ${draft} && mv ${draft} ${file}`,
  }
}

/** What makes a server replay it: from the archive, and what had not left the machine from the cluster of before. */
export function recoverySettings(
  { wal }: WalArchive,
  cluster: string,
  until: string | null,
): Record<string, string> {
  const before = `'${cluster}/pg_wal/%f'`
  return {
    restore_command: `(test -f '${wal}/%f.gz' && gzip -dc '${wal}/%f.gz' > '%p') || (test -f ${before} && cp ${before} '%p')`,
    recovery_target_action: 'promote',
    // Nobody is let in before the end.
    hot_standby: 'off',
    // Names of zones, `Z` too, are not known yet when the command line is read.
    ...(until !== null && { recovery_target_time: until.replace('T', ' ').replace(/Z$/, '+00:00') }),
  }
}

const nameOf = (at: Date) => at.toISOString().replaceAll(':', '-')
const momentOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** Base backups that are whole, the oldest first. */
export const listBaseBackups = ({ bases }: WalArchive): { folder: string; endedAt: Date }[] =>
  readdirSync(bases)
    .filter((name) => /^\d{4}-.*Z$/.test(name))
    .toSorted()
    .map((name) => ({ folder: path.join(bases, name), endedAt: momentOf(name) }))

/** Copies the cluster while it serves, between PostgreSQL's own two calls; it counts once its log is in the archive. */
export function takeBaseBackup(
  owner: pg.ClientConfig,
  { cluster }: EmbeddedHome,
  { bases }: WalArchive,
): Promise<BaseBackup> {
  return withDedicatedConnection({ ...owner, application_name: 'base backup' }, async (client) => {
    await client.query(`set statement_timeout = ${archive_wait_ms_max}`)
    const draft = path.join(bases, `.draft-${process.pid}`)
    try {
      await client.query(`select pg_backup_start('base backup', true)`)
      const bytes = await copyCluster(cluster, draft)
      const { rows } = await client.query<{ label: string; at: Date }>(
        'select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)',
      )
      const { label, at } = rows[0]!
      writeFileSync(path.join(draft, 'backup_label'), label, { mode: 0o600, flush: true })
      await syncFolder(draft)
      const folder = path.join(bases, nameOf(at))
      renameSync(draft, folder)
      await syncFolder(bases)
      return { folder, endedAt: at, bytes }
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  })
}

/** Every file as it is at its turn; what is torn or gone meanwhile the log makes good. */
async function copyCluster(from: string, to: string): Promise<number> {
  let bytes = 0
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (leftOut.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue
    if (remade.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) bytes += await copyCluster(source, target)
    else if (entry.isFile()) bytes += await copyThrough(source, target)
  }
  await syncFolder(to)
  return bytes
}

async function copyThrough(source: string, target: string): Promise<number> {
  try {
    await copyFile(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
  return syncFile(target)
}

/** Removes all but the newest base backups, and the log that none of those left begins with. */
export function pruneArchive(archive: WalArchive, keep: number): { bases: number; pieces: number } {
  const all = listBaseBackups(archive)
  const old = all.slice(0, Math.max(0, all.length - keep))
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true })
  for (const name of readdirSync(archive.bases).filter((each) => each.startsWith(undone)))
    rmSync(path.join(archive.bases, name), { recursive: true, force: true })
  const oldest = all[old.length]
  if (!oldest) return { bases: 0, pieces: 0 }
  const label = readFileSync(path.join(oldest.folder, 'backup_label'), 'utf8')
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!first) throw new Error(`${oldest.folder} is not a base backup.`)
  // The first eight digits are of the timeline; the order of the log is in the rest.
  const isOlder = (name: string) => /^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < first.slice(8)
  const pieces = readdirSync(archive.wal).filter(isOlder)
  for (const name of pieces) rmSync(path.join(archive.wal, name))
  return { bases: old.length, pieces: pieces.length }
}

/** Lays a base backup where a server can recover it. */
export function layBaseBackup(base: { folder: string }, cluster: string, { account }: EmbeddedHome): void {
  rmSync(cluster, { recursive: true, force: true })
  execFileSync('cp', ['-a', base.folder, cluster], { stdio: ['ignore', 'ignore', 'pipe'] })
  writeFileSync(path.join(cluster, 'recovery.signal'), '')
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
}

/**
 * Puts a recovered cluster in the place of the one of before, which stays beside it under the name that is answered; null
 * where there was none.
 */
export function replaceCluster(
  archive: WalArchive,
  { cluster, account }: EmbeddedHome,
  { recovered, until }: { recovered: string; until: Date | null },
): string | null {
  const { wal, bases } = archive
  // Recovery began a branch of the log, whose history later recoveries ask for.
  for (const name of readdirSync(path.join(recovered, 'pg_wal'))) {
    const file = path.join(wal, `${name}.gz`)
    if (!name.endsWith('.history') || existsSync(file)) continue
    writeFileSync(file, gzipSync(readFileSync(path.join(recovered, 'pg_wal', name))), {
      mode: 0o600,
      flush: true,
    })
    if (account) chownSync(file, account.uid, account.gid)
  }
  for (const { folder, endedAt } of listBaseBackups(archive))
    if (until && endedAt > until) renameSync(folder, path.join(bases, `${undone}${path.basename(folder)}`))
  const before = existsSync(cluster) ? `${cluster}.before-${nameOf(new Date())}` : null
  if (before) renameSync(cluster, before)
  renameSync(recovered, cluster)
  return before
}
