import type pg from 'pg'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { ObjectStoreSettings } from '../../platform/files/object-store.ts'
import { unwrapped } from './saved-services.ts'

type AtStart = {
  /** The object store that was kept on a set-up page; null for none. */
  objectStore: ObjectStoreSettings | null
  /** The first run was finished, so that there is no demo any more. */
  isFinished: boolean
}

/** What a start must know before anything serves, read as the database's owner. */
export async function readAtStart(owner: pg.Client, keyring: Keyring): Promise<AtStart> {
  const { rows } = await owner.query<{ name: string; facts: Record<string, unknown>; secret: string | null }>(
    `select name, facts, secret from installation_settings where name in ('storage', 'wizard')`,
  )
  const kept = (name: string) => rows.find((row) => row.name === name)
  return {
    objectStore: unwrapped(keyring, 'storage', kept('storage')?.secret),
    isFinished: typeof kept('wizard')?.facts.finishedAt === 'string',
  }
}
