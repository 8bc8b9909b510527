import { createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SweepScope } from '../../platform/database/transaction.ts'
import { SealedFileError, type DataKeyRef } from '../../platform/files/segment-cipher.ts'
import type { DataKeys } from '../../platform/files/sealed-files.ts'
import type { KeyKeeper } from '../../platform/keys/key-keeper.ts'
import { UnwrapError } from '../../platform/keys/keyring.ts'
import { and, eq, isNotNull, notExists, or, sql } from 'drizzle-orm'
import { clinics } from '../clinics/clinic-schema.ts'
import { dataKeys } from './data-key-schema.ts'

const key_bytes = 32
/** For so long an instance may still use a key that another one retired or destroyed. */
const key_cache_ms = 60_000

type DataKeyDeps = { database: Database; keeper: KeyKeeper; clock: Clock }
type DataKeyRow = { id: string; wrappedKey: string | null }

const purposeOf = ({ ownerId, keyId }: DataKeyRef): string => `data-key/${ownerId}/${keyId}`

/** Practices' data keys: rows, unwrapped when they are first asked for and held in memory for a minute. */
export function openDataKeys({ database, keeper, clock }: DataKeyDeps): DataKeys {
  const opened = createKeyCache<KeyObject>(clock)
  const newest = createKeyCache<DataKeyRef>(clock)

  async function load(ref: DataKeyRef): Promise<KeyObject> {
    const row = await database.borrow((client) => findKey(client, ref))
    if (!row) throw new SealedFileError('key-unknown')
    if (row.wrappedKey === null) throw new SealedFileError('key-destroyed')
    try {
      return createSecretKey(Buffer.from(await keeper.unwrap(purposeOf(ref), row.wrappedKey)))
    } catch (error) {
      throw error instanceof UnwrapError ? new SealedFileError('key-locked', error) : error
    }
  }

  async function findOrCreate(ownerId: string): Promise<DataKeyRef> {
    const find = () => database.borrow((client) => findCurrent(client, ownerId))
    const found = (await find()) ?? (await createFirst(ownerId).then(find))
    // A practice whose keys were destroyed gets no other: what it would store belongs to nobody.
    if (!found) throw new SealedFileError('key-destroyed')
    return { ownerId, keyId: found }
  }

  async function createFirst(ownerId: string): Promise<void> {
    const made = await wrapNewKey(keeper, ownerId)
    // Of several that are first one wins, and where there were keys nothing is added.
    await database.borrow((client) =>
      client.query(
        `insert into data_keys (clinic_id, id, wrapped_key, created_at) select $1, $2, $3, $4
         where not exists (select from data_keys where clinic_id = $1) on conflict do nothing`,
        [ownerId, made.id, made.wrappedKey, clock.now()],
      ),
    )
  }

  return {
    async current(ownerId) {
      const ref = await newest(ownerId, () => findOrCreate(ownerId))
      return { ...ref, key: await opened(ref.keyId, () => load(ref)) }
    },
    find: (ref) => opened(ref.keyId, () => load(ref)),
  }
}

/** Whether the newest data key opens: with another master key than before none does, and no file can be read. */
export async function hasReadableKeys({ database, keeper }: Omit<DataKeyDeps, 'clock'>): Promise<boolean> {
  const [newest] = await database.borrow(async (client) => {
    const found = await client.query<{ ownerId: string; keyId: string; wrappedKey: string }>(
      `select clinic_id as "ownerId", id as "keyId", wrapped_key as "wrappedKey" from data_keys
       where wrapped_key is not null order by created_at desc limit 1`,
    )
    return found.rows
  })
  if (!newest) return true
  return keeper.unwrap(purposeOf(newest), newest.wrappedKey).then(
    () => true,
    () => false,
  )
}

/** Values by their ids, each for a minute; a load that failed is tried again by the next who asks. */
function createKeyCache<T>(clock: Clock): (id: string, load: () => Promise<T>) => Promise<T> {
  const held = new Map<string, { until: number; value: Promise<T> }>()
  return (id, load) => {
    const now = clock.now().getTime()
    const found = held.get(id)
    if (found && found.until > now) return found.value
    for (const [old, { until }] of held) if (until <= now) held.delete(old)
    const value = load()
    held.set(id, { until: now + key_cache_ms, value })
    value.catch(() => held.delete(id))
    return value
  }
}

export async function wrapNewKey(
  keeper: KeyKeeper,
  ownerId: string,
): Promise<{ id: string; wrappedKey: string }> {
  const id = randomUUID()
  return { id, wrappedKey: await keeper.wrap(purposeOf({ ownerId, keyId: id }), randomBytes(key_bytes)) }
}

async function findKey(
  client: pg.ClientBase,
  { ownerId, keyId }: DataKeyRef,
): Promise<DataKeyRow | undefined> {
  const { rows } = await client.query<DataKeyRow>(
    'select id, wrapped_key as "wrappedKey" from data_keys where clinic_id = $1 and id = $2',
    [ownerId, keyId],
  )
  return rows[0]
}

async function findCurrent(client: pg.ClientBase, ownerId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'select id from data_keys where clinic_id = $1 and retired_at is null',
    [ownerId],
  )
  return rows[0]?.id
}

/** Gives a practice another key for its new files; in the caller's transaction. Answers false where its keys are destroyed. */
export async function rotateKey(
  client: pg.ClientBase,
  { clinicId, id, wrappedKey, now }: { clinicId: string; id: string; wrappedKey: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update data_keys set retired_at = $2 where clinic_id = $1 and retired_at is null',
    [clinicId, now],
  )
  if (!rowCount) return false
  await client.query(
    'insert into data_keys (clinic_id, id, wrapped_key, created_at) values ($1, $2, $3, $4)',
    [clinicId, id, wrappedKey, now],
  )
  return true
}

/** Destroys every key of a practice; in the caller's transaction. Answers which. */
export async function destroyKeys(client: pg.ClientBase, clinicId: string, now: Date): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update data_keys set wrapped_key = null, retired_at = coalesce(retired_at, $2), destroyed_at = $2
     where clinic_id = $1 and destroyed_at is null returning id`,
    [clinicId, now],
  )
  return rows.map(({ id }) => id)
}

/** Says that every file of a practice was found encrypted. */
export async function recordCheck(client: pg.ClientBase, clinicId: string, now: Date): Promise<void> {
  await client.query('update data_keys set checked_at = $2 where clinic_id = $1 and destroyed_at is null', [
    clinicId,
    now,
  ])
}

/**
 * Practices whose files are to be looked through: at first, and once more a day after their first key was made, when no
 * instance of a release before is left that could have stored a file as it was.
 */
export function findUncheckedClinics(scope: SweepScope, limit: number): Promise<{ clinicId: string }[]> {
  const dayBefore = sql`${scope.now.toISOString()}::timestamptz - interval '1 day'`
  const isDone = or(
    isNotNull(dataKeys.destroyedAt),
    sql`${dataKeys.checkedAt} > ${dataKeys.createdAt} + interval '1 day'`,
    and(isNotNull(dataKeys.checkedAt), sql`${dataKeys.createdAt} > ${dayBefore}`),
  )
  const done = scope.tx
    .select({ one: sql`1` })
    .from(dataKeys)
    .where(and(eq(dataKeys.clinicId, clinics.id), isDone))
  return scope.tx
    .select({ clinicId: clinics.id })
    .from(clinics)
    .where(notExists(done))
    .orderBy(clinics.id)
    .limit(limit)
}
