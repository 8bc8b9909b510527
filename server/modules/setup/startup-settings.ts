import type pg from 'pg'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { ObjectStoreSettings } from '../../platform/files/object-store.ts'
import { unwrapSecret } from './saved-services.ts'

type StartupSettings = {
  /** The object store that was kept on a set-up page; null for none. */
  objectStore: ObjectStoreSettings | null
  /** The first run was finished, so that there is no demo any more. */
  isFinished: boolean
}

/** What a start must know before anything serves, read as the database's owner. */
export async function readStartupSettings(owner: pg.Client, keyring: Keyring): Promise<StartupSettings> {
  const { rows } = await owner.query<{ name: string; facts: Record<string, unknown>; secret: string | null }>(
    `select name, facts, secret from installation_settings where name in ('storage', 'wizard')`,
  )
  const findSetting = (name: string) => rows.find((row) => row.name === name)
  return {
    objectStore: unwrapSecret(keyring, 'storage', findSetting('storage')?.secret),
    isFinished: typeof findSetting('wizard')?.facts.finishedAt === 'string',
  }
}
