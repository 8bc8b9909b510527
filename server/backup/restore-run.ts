import { createSecretKey, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { openStoredFiles } from '../stored-files.ts'
import type { Config } from '../config.ts'
import { assertOneServer } from '../database-engine.ts'
import { openLogins } from '../logins.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { openKeyring, parseMasterKey, type Keyring } from '../platform/keys/keyring.ts'
import { readOrCreateSecret } from '../platform/keys/secret-file.ts'
import { openLog } from '../platform/log.ts'
import { keySourceOf } from '../key-source.ts'
import { BackupError } from './backup-error.ts'
import { restoreArchive, type LoadedArchive, type RestoreResult } from './restore-backup.ts'

/** What was restored, and how the master key of the place stands to that of the archive. */
export type RestoredInstallation = RestoreResult & { key: 'same' | 'brought' | 'other' }

const masterKeyFile = (dataDir: string) => path.join(dataDir, 'secrets', 'master.key')

/** What may lie in a data directory before: the key that was kept apart. */
async function assertEmptyDataDir(dataDir: string): Promise<void> {
  const found = existsSync(dataDir) ? await readdir(dataDir, { recursive: true }) : []
  const strange = found.find((name) => !['secrets', path.join('secrets', 'master.key')].includes(name))
  if (strange !== undefined)
    throw new BackupError(
      'place-not-empty',
      `${dataDir} is not empty (it holds ${strange}). Set DATA_DIR to a new folder.`,
    )
}

/**
 * Makes a new installation of an archive, in the place that the settings describe. Where it cannot be, the place is left
 * as it was found.
 */
export async function restoreInstallation(
  config: Config,
  { file, read }: { file: string; read: LoadedArchive },
): Promise<RestoredInstallation> {
  const { dataDir } = config
  await assertEmptyDataDir(dataDir)
  const hadKey = existsSync(masterKeyFile(dataDir))
  const isNew = !existsSync(dataDir)
  await mkdir(dataDir, { recursive: true })
  try {
    const restored = await withDatabase(config, file, read)
    return { ...restored, key: resolveMasterKey(config, read) }
  } catch (error) {
    await clearDataDir(dataDir, { hadKey, isNew })
    throw error
  }
}

async function withDatabase(config: Config, file: string, read: LoadedArchive): Promise<RestoreResult> {
  const log = openLog({ level: 'error' })
  assertOneServer(config.database)
  const logins = await openLogins(config, log)
  try {
    const { owner, app, passwords } = logins
    const { dataDir, backupKeys: keys } = config
    return await restoreArchive(file, read, {
      ...{ owner, app, passwords, dataDir, keys, log },
      files: openStoredFiles(config),
      keeper: keyringKeeper(keyringFor(config, read)),
    })
  } finally {
    await logins.stop()
  }
}

/** The key that what the archive holds is read with; where there is none at hand, one that opens nothing. */
function keyringFor(config: Config, { masterKey }: LoadedArchive): Keyring {
  const isHere = !config.masterKey.off || existsSync(masterKeyFile(config.dataDir))
  if (isHere) return openKeyring(keySourceOf(config))
  const brought = masterKey === null ? undefined : parseMasterKey(masterKey)
  return openKeyring({ masterKey: brought ?? createSecretKey(randomBytes(32)) })
}

function resolveMasterKey(config: Config, { header, masterKey }: LoadedArchive): RestoredInstallation['key'] {
  const { dataDir } = config
  const isBrought = masterKey !== null && config.masterKey.off && !existsSync(masterKeyFile(dataDir))
  if (isBrought && parseMasterKey(masterKey)) {
    readOrCreateSecret(masterKeyFile(dataDir), () => `${masterKey}\n`)
    return 'brought'
  }
  // Opening a keyring would make a key where there is none, which then stands in the way of the right one.
  if (config.masterKey.off && !existsSync(masterKeyFile(dataDir))) return 'other'
  return openKeyring(keySourceOf(config)).fingerprint() === header.keyMark ? 'same' : 'other'
}

async function clearDataDir(
  dataDir: string,
  { hadKey, isNew }: { hadKey: boolean; isNew: boolean },
): Promise<void> {
  // The database may live behind a link, where its user can reach it.
  const home = path.join(dataDir, 'postgres')
  if (existsSync(home)) await rm(await realpath(home), { recursive: true, force: true })
  for (const name of await readdir(dataDir)) {
    if (name === 'secrets' && hadKey) await rm(path.join(dataDir, name, 'database.json'), { force: true })
    else await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
  if (isNew) await rm(dataDir, { recursive: true, force: true })
}
