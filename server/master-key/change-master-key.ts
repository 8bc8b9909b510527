import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { readConfig, type Config } from '../config.ts'
import { keySourceOf } from '../key-source.ts'
import { assertOneServer } from '../database-engine.ts'
import { openLogins } from '../logins.ts'
import { AlreadyRunningError, findRunningPostgres } from '../platform/database/embedded-postgres.ts'
import { openKeyring, prepareNextKey, type Keyring } from '../platform/keys/keyring.ts'
import { openLog } from '../platform/log.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

/** Thrown where the key cannot be changed now; nothing was changed. It says what to do. */
export class KeyChangeError extends Error {
  override name = 'KeyChangeError'
}

/** Changes the master key of the installation that these settings describe; answers how many secrets were wrapped anew. */
export async function changeMasterKey(
  variables: Record<string, string | undefined>,
): Promise<{ changed: number }> {
  const config = readConfig(variables)
  return config.masterKey.off ? changeKeyFile(config) : changeConfiguredKey(config)
}

/** The key is a file: a new one is made beside it, and takes its place when everything is wrapped with it. */
async function changeKeyFile(config: Config): Promise<{ changed: number }> {
  const { dataDir } = config
  if (!existsSync(path.join(dataDir, 'postgres')))
    throw new KeyChangeError(`There is no installation in ${dataDir}.`)
  if (await findRunningPostgres(dataDir, openLog({ level: 'error' })))
    throw new KeyChangeError('Candour is running on this data directory. Stop it first.')
  const { source, settle } = prepareNextKey(dataDir)
  const done = await rewrapAll(config, openKeyring(source))
  settle()
  return done
}

/** The key is a setting: those that run must have both keys already, the new one first. */
async function changeConfiguredKey(config: Config): Promise<{ changed: number }> {
  if (config.masterKey.off || config.masterKey.others.length === 0)
    throw new KeyChangeError('Give the new key as MASTER_KEY and the one before as MASTER_KEY_OTHERS.')
  return rewrapAll(config, openKeyring(keySourceOf(config)))
}

async function rewrapAll(config: Config, keyring: Keyring): Promise<{ changed: number }> {
  assertOneServer(config.database)
  const logins = await openLogins(config, openLog({ level: 'error' })).catch((error: unknown) => {
    throw error instanceof AlreadyRunningError ? new KeyChangeError(error.message) : error
  })
  try {
    return await withDedicatedConnection(logins.owner, async (owner) => {
      await assertInstancesUpdated(owner, keyring)
      const { changed, unopened } = await rewrapSecrets(owner, keyring)
      if (unopened.length > 0)
        throw new KeyChangeError(
          `No key that was given opens ${unopened.length} secrets, in ${[...new Set(unopened)].join(', ')}. Nothing was changed.`,
        )
      return { changed }
    })
  } finally {
    await logins.stop()
  }
}

/** An instance that wraps with another key than the newest would leave something behind that the newest does not open. */
async function assertInstancesUpdated(owner: pg.Client, keyring: Keyring): Promise<void> {
  const { rows } = await owner.query<{ one: number }>(
    `select 1 as one from instances where key_mark <> $1 and seen_at > now() - interval '45 seconds'`,
    [keyring.fingerprint()],
  )
  if (rows.length > 0)
    throw new KeyChangeError(
      'An instance still runs with the former MASTER_KEY as its own. Start each with the new one first, and the former in MASTER_KEY_OTHERS.',
    )
}
