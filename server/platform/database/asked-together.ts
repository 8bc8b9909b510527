import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { prepareTogether, type Combinable } from './select-together.ts'
import type { Tx } from './transaction.ts'

export type Values = Record<string, unknown>
export type KeptStatement<R> = { execute(values: Values): Promise<R> }
/** A query of one connection: as it is sent alone, and as it is sent with others, where it can be. */
export type KeptQuery<R> = { name: string; alone: KeptStatement<R>; shared: Combinable | null }

/** Sets of selects that a connection keeps prepared; a set that is asked beyond them goes select by select. */
const sets_max = 100

type Asking = {
  query: KeptQuery<unknown>
  values: Values
  found: Promise<unknown>
  settle: { resolve(rows: unknown): void; reject(error: unknown): void }
}
/** What was asked of a connection in this turn and is not yet sent, by the query's name. */
type Turn = { tx: Tx; askings: Map<string, Asking>; values: Values }

const turnOf = new WeakMap<pg.ClientBase, Turn>()
/** Connections that send what was asked of them before anything that is sent after it. */
const inOrder = new WeakSet<pg.ClientBase>()
/** drizzle holds the connection that it was made with. */
const clientOf = (tx: Tx): pg.ClientBase => (tx as Tx & { $client: pg.ClientBase }).$client
const setsOf = new WeakMap<Tx, Map<string, ReturnType<typeof prepareTogether>>>()

/** Whether all that both name has one value. */
const agree = (one: Values, other: Values): boolean =>
  Object.entries(other).every(([name, value]) => !(name in one) || isDeepStrictEqual(one[name], value))

/**
 * Asks a kept query. Selects that are asked in one turn of the event loop leave as one statement, one that is asked twice
 * is in it once. What cannot go with the others goes alone, and behind them.
 */
export function ask<R>(tx: Tx, query: KeptQuery<R>, values: Values): Promise<R> {
  const client = clientOf(tx)
  if (!query.shared || !inOrder.has(client)) return query.alone.execute(values)
  const turn = turnOf.get(client) ?? openTurn(tx, client)
  if (!agree(turn.values, values)) return query.alone.execute(values)
  const known = turn.askings.get(query.name)
  if (known?.query === query && isDeepStrictEqual(known.values, values)) return known.found as Promise<R>
  if (known) return query.alone.execute(values)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  turn.askings.set(query.name, { query, values, found: promise, settle: { resolve, reject } })
  Object.assign(turn.values, values)
  return promise as Promise<R>
}

function openTurn(tx: Tx, client: pg.ClientBase): Turn {
  const turn: Turn = { tx, askings: new Map(), values: {} }
  turnOf.set(client, turn)
  // After all that follows from the same event: promises are settled before.
  process.nextTick(() => {
    if (turnOf.get(client) === turn) send(client)
  })
  return turn
}

function send(client: pg.ClientBase): void {
  const turn = turnOf.get(client)
  if (!turn) return
  turnOf.delete(client)
  const askings = [...turn.askings.values()].toSorted((one, other) =>
    one.query.name < other.query.name ? -1 : 1,
  )
  const set = askings.length > 1 ? setFor(turn.tx, askings) : null
  if (!set) {
    for (const { query, values, settle } of askings)
      query.alone.execute(values).then(settle.resolve, settle.reject)
    return
  }
  set(turn.values).then(
    (found) => askings.forEach(({ settle }, at) => settle.resolve(found[at])),
    (error: unknown) => askings.forEach(({ settle }) => settle.reject(error)),
  )
}

function setFor(tx: Tx, askings: readonly Asking[]): ReturnType<typeof prepareTogether> | null {
  const sets = setsOf.get(tx) ?? new Map<string, ReturnType<typeof prepareTogether>>()
  setsOf.set(tx, sets)
  const names = askings.map(({ query }) => query.name).join(' ')
  const known = sets.get(names)
  if (known || sets.size >= sets_max) return known ?? null
  const name = `together_${createHash('sha256').update(names).digest('hex').slice(0, 32)}`
  const set = prepareTogether(
    tx,
    name,
    askings.map(({ query }) => query.shared!),
  )
  sets.set(names, set)
  return set
}

/** Lets a connection send what was asked of it before anything that is sent after it: they stay in the order of asking. */
export function keepOrder(client: pg.ClientBase): void {
  inOrder.add(client)
  const own = client as unknown as { query: (...asked: unknown[]) => unknown }
  const query = own.query.bind(client)
  own.query = (...asked) => {
    send(client)
    return query(...asked)
  }
}
