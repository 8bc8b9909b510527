import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { deriveKey, UnwrapError, type Keyring } from '../keys/keyring.ts'
import type { Database } from './database.ts'

/** What this installation derives keys from. */
export type RootKey = {
  /** A 32-byte key for one purpose, the same on every instance and after a change of the master key. */
  derive(purpose: string): Uint8Array
}

const purpose = 'root-key'
const key_bytes = 32
/** Any number, the same for every instance: only one makes the first key. */
const rootLock = 5_190_447

/**
 * The installation's root key: a row, wrapped with the master key, made at the first start. Where none can be read any
 * more, because the master key was lost, a new one is made: everybody signs in anew, and no start fails for it.
 */
export function openRootKey(database: Database, keyring: Keyring): Promise<RootKey> {
  return database.borrow(async (client) => {
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [rootLock])
      const { rows } = await client.query<{ wrapped: string }>(
        'select wrapped_key as wrapped from root_keys order by created_at desc, id desc',
      )
      const kept = rows.map(({ wrapped }) => tryUnwrapRootKey(keyring, wrapped)).find((key) => key !== null)
      const root = kept ?? randomBytes(key_bytes)
      if (!kept)
        await client.query('insert into root_keys (wrapped_key) values ($1)', [keyring.wrap(purpose, root)])
      await client.query('commit')
      return toRootKey(createSecretKey(root))
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

const toRootKey = (root: KeyObject): RootKey => ({
  derive: (label) => deriveKey(root, `derive/${label}`),
})

function tryUnwrapRootKey(keyring: Keyring, wrapped: string): Uint8Array | null {
  try {
    return keyring.unwrap(purpose, wrapped)
  } catch (error) {
    if (error instanceof UnwrapError) return null
    throw error
  }
}
