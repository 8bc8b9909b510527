import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { prepareCombined, type CombinableSelect, type CombinedSelect } from './combined-select.ts'
import { allSets, sentValues, setsIn, signatureOf, IdSet, type GivenSets } from './id-set.ts'
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
  sets: GivenSets
  rows: Promise<unknown>
  settle: { resolve(rows: unknown): void; reject(error: unknown): void }
}
/** What was asked of a connection in this turn and is not sent yet, by the query's name. */
type Batch = { tx: Tx; selects: Map<string, PendingSelect>; values: Values; sets: Map<string, IdSet> }

const pendingBatches = new WeakMap<pg.ClientBase, Batch>()
/** Connections that send their batch before any later statement. */
const batchingClients = new WeakSet<pg.ClientBase>()
/** Drizzle keeps the connection that it was made with. */
const clientOf = (tx: Tx): pg.ClientBase => (tx as Tx & { $client: pg.ClientBase }).$client
const preparedBatches = new WeakMap<Tx, Map<string, CombinedSelect>>()

const haveSameValues = (one: Values, other: Values): boolean =>
  Object.entries(other).every(([name, value]) => !(name in one) || isDeepStrictEqual(one[name], value))

/** Sends a query by itself, with the ids of its sets asked for first. */
async function executeAlone<R>(tx: Tx, query: ConnectionQuery<R>, values: Values): Promise<R> {
  const sets = Object.entries(setsIn(values))
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof IdSet)))
  const found: Values = {}
  for (const [name, set] of sets) {
    const rows = await executeAlone(tx, set.queryOf(tx), { ...known, ...set.values })
    found[name] = rows.map(({ id }) => id)
  }
  return query.alone.execute({ ...known, ...found })
}

/** Whether a batch has no other set under the name of one of these. */
const haveSameSets = (batch: Batch, sets: readonly IdSet[]): boolean =>
  sets.every((set) => {
    const same = batch.sets.get(set.name)
    return same === undefined || same === set || isDeepStrictEqual(same.values, set.values)
  })

/**
 * Sends a prepared query. Selects that are asked in one turn of the event loop leave as one statement, and one that is
 * asked twice is in it once; sets of ids that they are asked about are found by that statement. What cannot be a part of
 * the batch is sent alone, after it.
 */
export function batchQuery<R>(tx: Tx, query: ConnectionQuery<R>, values: Values): Promise<R> {
  const client = clientOf(tx)
  if (!query.combinable || !batchingClients.has(client)) return executeAlone(tx, query, values)
  const sets = setsIn(values)
  const needed = allSets(sets)
  const sent = sentValues(values)
  const batch = pendingBatches.get(client) ?? openBatch(tx, client)
  if (!sent || !haveSameValues(batch.values, sent) || !haveSameSets(batch, needed))
    return executeAlone(tx, query, values)
  const same = batch.selects.get(query.name)
  if (same?.query === query && isDeepStrictEqual(same.values, values)) return same.rows as Promise<R>
  if (same) return executeAlone(tx, query, values)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  batch.selects.set(query.name, { query, values, sets, rows: promise, settle: { resolve, reject } })
  Object.assign(batch.values, sent)
  for (const set of needed) batch.sets.set(set.name, set)
  return promise as Promise<R>
}

function openBatch(tx: Tx, client: pg.ClientBase): Batch {
  const batch: Batch = { tx, selects: new Map(), values: {}, sets: new Map() }
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
  const combined = selects.length > 1 || batch.sets.size > 0 ? combinedSelectFor(batch.tx, selects) : null
  if (!combined) {
    for (const { query, values, settle } of selects)
      executeAlone(batch.tx, query, values).then(settle.resolve, settle.reject)
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
  const names = selects.map(({ query, sets }) => `${query.name} ${signatureOf(sets)}`).join(' ')
  const prepared = batches.get(names)
  if (prepared || batches.size >= batches_max) return prepared ?? null
  const name = `batch_${createHash('sha256').update(names).digest('hex').slice(0, 32)}`
  const combined = prepareCombined(
    tx,
    name,
    selects.map(({ query, sets }) => ({ select: query.combinable!, sets })),
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
