import { isDeepStrictEqual } from 'node:util'
import type { ConnectionQuery, Values } from './query-batcher.ts'
import type { Tx } from './transaction.ts'

type IdQuery = (tx: Tx) => ConnectionQuery<{ id: string }[]>

/** Ids that the database finds while it answers what is asked about them: nobody waits for them to ask on. */
export class IdSet {
  readonly name: string
  readonly queryOf: IdQuery
  readonly values: Values

  constructor(name: string, queryOf: IdQuery, values: Values) {
    this.name = name
    this.queryOf = queryOf
    this.values = values
  }
}

/** Ids that are known, or a set that is found along with what is asked about it. */
export type Ids = readonly string[] | IdSet

/** Whether they are known to be none. */
export const areNone = (ids: Ids): boolean => !(ids instanceof IdSet) && ids.length === 0

/** Each of them once. */
export const distinctIds = (ids: Ids): Ids => (ids instanceof IdSet ? ids : [...new Set(ids)])

/** Sets among the values of a query, by the names under which they are given. */
export type GivenSets = Record<string, IdSet>

export const setsIn = (values: Values): GivenSets =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, IdSet] => entry[1] instanceof IdSet),
  )

/** These sets and those that they are found by, each behind those that it needs. */
export const allSets = (sets: GivenSets): IdSet[] =>
  Object.values(sets).flatMap((set) => [...allSets(setsIn(set.values)), set])

/** The values that are sent, those of the sets included; null where two of them have the same name. */
export function sentValues(values: Values): Values | null {
  const sent: Values = {}
  for (const one of [values, ...allSets(setsIn(values)).map((set) => set.values)])
    for (const [name, value] of Object.entries(one)) {
      if (value instanceof IdSet) continue
      if (name in sent && !isDeepStrictEqual(sent[name], value)) return null
      sent[name] = value
    }
  return sent
}

/** What sets a query is asked with: the statement is another one with others. */
export const signatureOf = (sets: GivenSets): string =>
  Object.entries(sets)
    .map(([given, set]) => `${given}=${set.name}(${signatureOf(setsIn(set.values))})`)
    .join()
