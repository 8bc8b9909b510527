import type { TenantScope } from '../../platform/database/transaction.ts'
import type { ChainEvent } from './consent-chain.ts'

export type RecordedEvent = Pick<ChainEvent, 'event' | 'details'>
/** An event in words, from what it says: a detail as text, empty where it says none. */
export type EventWords = Record<string, (said: (name: string) => string) => string>
type RecordReader<Kept> = (
  scope: TenantScope,
  consentIds: readonly string[],
) => Promise<(consentId: string) => Kept>

/** What a noun keeps beside the chain of a consent, and what the chain says of it: one value for each noun. */
export type ChainRecords<Kept extends Marks, Marks = Kept> = {
  /** What it is called where something is wrong with it. */
  title: string
  /** What is kept of each of these consents, in order. */
  read: RecordReader<Kept>
  /** Enough to tell whether all of it is there, where a patient's side may not read the words. */
  readFingerprints?: RecordReader<Marks>
  /** Whether this is what its events name: no more, no fewer, and none of it was altered. */
  isIntact(kept: Marks, events: readonly RecordedEvent[]): boolean
  /** Each of its events in words; no other event is its own. */
  words: EventWords
}

/** Rows of several consents, asked for at once, as those of each. */
export const groupByConsent =
  <Row extends { consentId: string }>(
    rowsOf: (scope: TenantScope, consentIds: readonly string[]) => Promise<Row[]>,
  ): RecordReader<Row[]> =>
  async (scope, consentIds) => {
    const rows = Map.groupBy(await rowsOf(scope, consentIds), ({ consentId }) => consentId)
    return (consentId) => rows.get(consentId) ?? []
  }

/** Whether of each row one event says what it has to say, and none says anything else. */
export const rowsMatchEvents = <Row>(
  rows: readonly Row[],
  events: readonly RecordedEvent[],
  detailsOf: (row: Row) => Record<string, unknown>,
): boolean =>
  events.length === rows.length &&
  rows.every((row) =>
    events.some(({ event, details }) => {
      const detail: Record<string, unknown> = { ...details, event }
      return Object.entries(detailsOf(row)).every(([name, value]) => detail[name] === value)
    }),
  )

/** Whether each event names a row that is there, by its hash. */
export const eventsNameRows = (
  rows: readonly { hash: string }[],
  events: readonly RecordedEvent[],
): boolean => events.every(({ details }) => rows.some(({ hash }) => hash === details.hash))
