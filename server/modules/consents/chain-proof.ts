import type { TenantScope } from '../../platform/database/transaction.ts'
import type { ChainEvent } from './consent-chain.ts'

export type ToldEvent = Pick<ChainEvent, 'event' | 'details'>
/** An event in words, from what it says: a detail as text, empty where it says none. */
export type EventWords = Record<string, (said: (name: string) => string) => string>
type Reading<Kept> = (
  scope: TenantScope,
  consentIds: readonly string[],
) => Promise<(consentId: string) => Kept>

/** What a noun keeps beside the chain of a consent, and what the chain says of it: one value for each noun. */
export type ChainProof<Kept extends Marks, Marks = Kept> = {
  /** What it is called where something is wrong with it. */
  title: string
  /** What is kept of each of these consents, in order. */
  read: Reading<Kept>
  /** Enough to tell whether all of it is there, where a patient's side may not read the words. */
  readMarks?: Reading<Marks>
  /** Whether this is what its events name: no more, no fewer, and none of it was altered. */
  holds(kept: Marks, told: readonly ToldEvent[]): boolean
  /** Each of its events in words; no other event is its own. */
  words: EventWords
}

/** Rows of several consents, asked for at once, as those of each. */
export const ofEach =
  <Row extends { consentId: string }>(
    rowsOf: (scope: TenantScope, consentIds: readonly string[]) => Promise<Row[]>,
  ): Reading<Row[]> =>
  async (scope, consentIds) => {
    const rows = Map.groupBy(await rowsOf(scope, consentIds), ({ consentId }) => consentId)
    return (consentId) => rows.get(consentId) ?? []
  }

/** Whether of each row one event says what it has to say, and none says anything else. */
export const areTold = <Row>(
  rows: readonly Row[],
  told: readonly ToldEvent[],
  saidOf: (row: Row) => Record<string, unknown>,
): boolean =>
  told.length === rows.length &&
  rows.every((row) =>
    told.some(({ event, details }) => {
      const said: Record<string, unknown> = { ...details, event }
      return Object.entries(saidOf(row)).every(([name, value]) => said[name] === value)
    }),
  )

/** Whether each event names a row that is there, by its hash. */
export const areNamed = (rows: readonly { hash: string }[], told: readonly ToldEvent[]): boolean =>
  told.every(({ details }) => rows.some(({ hash }) => hash === details.hash))
