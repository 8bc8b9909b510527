import { asc } from 'drizzle-orm'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent, type ConsentRecord } from '../consents/index.ts'
import { readingHash, readingSummary, type ReadingRow, type Report } from './reading-rules.ts'
import { readings } from './reading-schema.ts'

const reported = preparedQuery('readings', (tx) =>
  tx
    .select()
    .from(readings)
    .where(whereOwnIn(readings, readings.consentId, 'consentIds'))
    .orderBy(asc(readings.consentId), asc(readings.number)),
)

/** What was told of reading a consent, in the order in which it arrived. */
export const readingsOf = (scope: TenantScope, consentId: string): Promise<ReadingRow[]> =>
  readingsOfConsents(scope, [consentId])

/** The same of several consents at once. */
export const readingsOfConsents = (
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<ReadingRow[]> => reported(scope, { consentIds })

/** Adds a report behind those of a locked consent. */
export async function insertReading(
  scope: PatientScope,
  consentId: string,
  before: readonly ReadingRow[],
  report: Report,
): Promise<void> {
  const { clinicId, now: at } = scope
  const placed = { ...report, consentId, number: before.length + 1, at }
  const hash = readingHash(placed, before.at(-1)?.hash ?? '')
  await scope.tx.insert(readings).values({ ...placed, clinicId, hash })
}

/**
 * Says in the chain of a locked consent, right before its signature, how the text had been read by then: the figures,
 * and the hash of the last report with all before it. Nothing where nothing was told.
 */
export async function appendReadingEvent(
  scope: PatientScope,
  { id, content }: Pick<ConsentRecord, 'id' | 'content'>,
): Promise<void> {
  const rows = await readingsOf(scope, id)
  const summary = readingSummary(rows, content?.sections ?? [])
  if (!summary) return
  const { parts, opened, seconds } = summary
  const { number: reports, hash } = rows.at(-1)!
  await appendEvent(scope, id, 'consent.read', { reports, hash, parts: parts.length, opened, seconds })
}
