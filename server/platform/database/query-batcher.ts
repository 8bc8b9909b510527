import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { prepareCombined, type CombinableSelect, type CombinedSelect } from './combined-select.ts'
import type { Tx } from './transaction.ts'

export type Values = Record<string, unknown>
export type PreparedStatement<R> = { execute(values: Values): Promise<R> }
/** A query of one connection: as it is sent alone, and as a part of a batch where it can be one. */
export type ConnectionQuery<R> = {
  name: string
  alone: PreparedStatement<R>
  combinable: CombinableSelect | null
}

/** Batches that a connection keeps prepared; the selects of one beyond them are sent one by one. */
const batches_max = 60

type PendingSelect = {
  query: ConnectionQuery<unknown>
  values: Values
  rows: Promise<unknown>
  settle: { resolve(rows: unknown): void; reject(error: unknown): void }
}
/** What was asked of a connection in this turn and is not sent yet, by the query's name. */
type Batch = { tx: Tx; selects: Map<string, PendingSelect>; values: Values }

const pendingBatches = new WeakMap<pg.ClientBase, Batch>()
/** Connections that send their batch before any later statement. */
const batchingClients = new WeakSet<pg.ClientBase>()
/** Drizzle keeps the connection that it was made with. */
const clientOf = (tx: Tx): pg.ClientBase => (tx as Tx & { $client: pg.ClientBase }).$client
const preparedBatches = new WeakMap<Tx, Map<string, CombinedSelect>>()

const haveSameValues = (one: Values, other: Values): boolean =>
  Object.entries(other).every(([name, value]) => !(name in one) || isDeepStrictEqual(one[name], value))

/**
 * Sends a prepared query. Selects that are asked in one turn of the event loop leave as one statement, and one that is
 * asked twice is in it once. What cannot be a part of the batch is sent alone, after it.
 */
export function batchQuery<R>(tx: Tx, query: ConnectionQuery<R>, values: Values): Promise<R> {
  const client = clientOf(tx)
  if (!query.combinable || !batchingClients.has(client)) return query.alone.execute(values)
  const batch = pendingBatches.get(client) ?? openBatch(tx, client)
  if (!haveSameValues(batch.values, values)) return query.alone.execute(values)
  const same = batch.selects.get(query.name)
  if (same?.query === query && isDeepStrictEqual(same.values, values)) return same.rows as Promise<R>
  if (same) return query.alone.execute(values)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  batch.selects.set(query.name, { query, values, rows: promise, settle: { resolve, reject } })
  Object.assign(batch.values, values)
  return promise as Promise<R>
}

function openBatch(tx: Tx, client: pg.ClientBase): Batch {
  const batch: Batch = { tx, selects: new Map(), values: {} }
  pendingBatches.set(client, batch)
  // After all that follows from the same event: promises are settled before.
  process.nextTick(() => {
    if (pendingBatches.get(client) === batch) flushBatch(client)
  })
  return batch
}

function flushBatch(client: pg.ClientBase): void {
  const batch = pendingBatches.get(client)
  if (!batch) return
  pendingBatches.delete(client)
  const selects = [...batch.selects.values()].toSorted((one, other) =>
    one.query.name < other.query.name ? -1 : 1,
  )
  const combined = selects.length > 1 ? combinedSelectFor(batch.tx, selects) : null
  if (!combined) {
    for (const { query, values, settle } of selects)
      query.alone.execute(values).then(settle.resolve, settle.reject)
    return
  }
  combined(batch.values).then(
    (found) => selects.forEach(({ settle }, at) => settle.resolve(found[at])),
    (error: unknown) => selects.forEach(({ settle }) => settle.reject(error)),
  )
}

function combinedSelectFor(tx: Tx, selects: readonly PendingSelect[]): CombinedSelect | null {
  const batches = preparedBatches.get(tx) ?? new Map<string, CombinedSelect>()
  preparedBatches.set(tx, batches)
  const names = selects.map(({ query }) => query.name).join(' ')
  const prepared = batches.get(names)
  if (prepared || batches.size >= batches_max) return prepared ?? null
  const name = `batch_${createHash('sha256').update(names).digest('hex').slice(0, 32)}`
  const combined = prepareCombined(
    tx,
    name,
    selects.map(({ query }) => query.combinable!),
  )
  batches.set(names, combined)
  return combined
}

/** Lets a connection send its batch before any later statement, so that statements stay in the order in which they were asked. */
export function flushBatchesFirst(client: pg.ClientBase): void {
  batchingClients.add(client)
  const own = client as unknown as { query: (...asked: unknown[]) => unknown }
  const query = own.query.bind(client)
  own.query = (...asked) => {
    flushBatch(client)
    return query(...asked)
  }
}
