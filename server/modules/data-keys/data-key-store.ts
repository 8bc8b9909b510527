import { createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { CellKeySource, SweepScope } from '../../platform/database/transaction.ts'
import { SealedFileError, type DataKeyRef } from '../../platform/files/segment-cipher.ts'
import type { DataKeys } from '../../platform/files/sealed-files.ts'
import { deriveCellKey, type CellKeys } from '../../platform/keys/cell-cipher.ts'
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
export function openDataKeys(deps: DataKeyDeps): DataKeys {
  const { database, keeper, clock } = deps
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
    const found = (await find()) ?? (await createFirstKey(deps, ownerId).then(find))
    // A practice whose keys were destroyed gets no other: what it would store belongs to nobody.
    if (!found) throw new SealedFileError('key-destroyed')
    return { ownerId, keyId: found }
  }

  return {
    async current(ownerId) {
      const ref = await newest(ownerId, () => findOrCreate(ownerId))
      return { ...ref, key: await opened(ref.keyId, () => load(ref)) }
    },
    find: (ref) => opened(ref.keyId, () => load(ref)),
  }
}

type ClinicKeyRow = DataKeyRow & { createdAt: Date }

/** Practices whose keys an instance holds for columns at most; the one that was loaded first goes first. */
const held_clinics_max = 2000
/** A key encrypts columns once every instance has loaded it: one that does not know it could not read what another wrote. */
const settled_ms = 2 * key_cache_ms

/**
 * Practices' keys for encrypted columns: all of a practice together, since who reads a row cannot wait for its key. They
 * are derived from the data keys, and held in memory for a minute. Of a copy that is checked none is made, and what does not
 * open is as if it was destroyed: the copy may belong to another master key.
 */
export function openCellKeys({ database, keeper, clock }: DataKeyDeps, isCopy = false): CellKeySource {
  const held = new Map<string, { until: number; keys: CellKeys }>()
  const loading = new Map<string, Promise<CellKeys>>()

  async function unwrapCellKey(ownerId: string, row: DataKeyRow): Promise<KeyObject | null | undefined> {
    if (row.wrappedKey === null) return null
    try {
      const dataKey = await keeper.unwrap(purposeOf({ ownerId, keyId: row.id }), row.wrappedKey)
      return deriveCellKey(createSecretKey(Buffer.from(dataKey)), row.id)
    } catch (error) {
      if (error instanceof UnwrapError) return isCopy ? null : undefined
      throw error
    }
  }

  async function findOrCreateKeys(clinicId: string): Promise<ClinicKeyRow[]> {
    const rows = await database.borrow((client) => findClinicKeys(client, clinicId))
    if (rows.length > 0 || isCopy) return rows
    await createFirstKey({ database, keeper, clock }, clinicId)
    return database.borrow((client) => findClinicKeys(client, clinicId))
  }

  async function loadKeys(clinicId: string): Promise<CellKeys> {
    const rows = await findOrCreateKeys(clinicId)
    const opened = new Map<string, KeyObject | null>()
    for (const row of rows) {
      const key = await unwrapCellKey(clinicId, row)
      if (key !== undefined) opened.set(row.id, key)
    }
    if (rows.length === 0) return noKeys
    const now = clock.now().getTime()
    const chosen = chooseCellKey(rows, now)
    const key = chosen && opened.get(chosen.id)
    const keys = {
      current: key ? { keyId: chosen.id, key } : null,
      find: (keyId: string) => opened.get(keyId),
    }
    if (held.size >= held_clinics_max) held.delete(held.keys().next().value!)
    held.set(clinicId, { until: now + key_cache_ms, keys })
    return keys
  }

  return {
    held(clinicId) {
      const found = held.get(clinicId)
      return found && found.until > clock.now().getTime() ? found.keys : undefined
    },
    load(clinicId) {
      const awaited = loading.get(clinicId)
      if (awaited) return awaited
      held.delete(clinicId)
      const load = loadKeys(clinicId).finally(() => loading.delete(clinicId))
      loading.set(clinicId, load)
      return load
    },
  }
}

const noKeys: CellKeys = { current: null, find: () => undefined }

/** The newest key that every instance knows by now: where there is none, the practice has one key alone. */
function chooseCellKey(rows: readonly ClinicKeyRow[], now: number): ClinicKeyRow | undefined {
  const newestFirst = rows
    .filter(({ wrappedKey }) => wrappedKey !== null)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return newestFirst.find(({ createdAt }) => createdAt.getTime() <= now - settled_ms) ?? newestFirst.at(-1)
}

async function findClinicKeys(client: pg.ClientBase, ownerId: string): Promise<ClinicKeyRow[]> {
  const { rows } = await client.query<ClinicKeyRow>(
    `select id, wrapped_key as "wrappedKey", created_at as "createdAt" from data_keys where clinic_id = $1`,
    [ownerId],
  )
  return rows
}

/** Makes a practice's first key. Of several that are first one wins, and where there were keys nothing is added. */
async function createFirstKey({ database, keeper, clock }: DataKeyDeps, ownerId: string): Promise<void> {
  const made = await wrapNewKey(keeper, ownerId)
  await database
    .borrow((client) =>
      client.query(
        `insert into data_keys (clinic_id, id, wrapped_key, created_at) select $1, $2, $3, $4
         where not exists (select from data_keys where clinic_id = $1) on conflict do nothing`,
        [ownerId, made.id, made.wrappedKey, clock.now()],
      ),
    )
    .catch((error: unknown) => {
      // The platform has a log as practices have, and is none.
      if (violatedConstraint(error) !== 'data_keys_clinic_id_clinics_id_fk') throw error
    })
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
