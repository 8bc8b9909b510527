import { asc } from 'drizzle-orm'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent, eventsOf } from '../consents/index.ts'
import {
  lastRecordedViewing,
  viewingHash,
  type ConsentVideo,
  type NewViewing,
  type ViewingRow,
} from './viewing-rules.ts'
import { viewings } from './viewing-schema.ts'

const viewingsQuery = preparedQuery('viewings', (tx) =>
  tx
    .select()
    .from(viewings)
    .where(whereOwnIn(viewings, viewings.consentId, 'consentIds'))
    .orderBy(asc(viewings.consentId), asc(viewings.number)),
)

/** What was told of watching the videos of a consent, in the order in which it arrived. */
export const listViewings = (scope: TenantScope, consentId: string): Promise<ViewingRow[]> =>
  listViewingsOfConsents(scope, [consentId])

/** The same of several consents at once. */
export const listViewingsOfConsents = (
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<ViewingRow[]> => viewingsQuery(scope, { consentIds })

/** Adds an entry behind those of a locked consent. Answers all entries there are now. */
export async function insertViewing(
  scope: PatientScope,
  consentId: string,
  before: readonly ViewingRow[],
  written: NewViewing,
): Promise<ViewingRow[]> {
  const { clinicId, now: at } = scope
  const placed = { ...written, consentId, number: before.length + 1, at }
  const hash = viewingHash(placed, before.at(-1)?.hash ?? '')
  const [made] = await scope.tx
    .insert(viewings)
    .values({ ...placed, clinicId, hash })
    .returning()
  return [...before, made!]
}

type ViewingEvent = 'viewing.watched' | 'viewing.read_instead' | 'viewing.recorded'

/**
 * Says in the chain of a locked consent what became of a video, by the entry that says so and its hash, which holds all
 * entries before it. Why somebody does not watch stands in the entry alone: it may be about their health, and an event
 * outlives a record that is destroyed.
 */
export const appendViewingEvent = (
  scope: PatientScope,
  { consentId, number, hash }: ViewingRow,
  event: ViewingEvent,
  said: Partial<Pick<ConsentVideo, 'part'>> = {},
): Promise<unknown> => appendEvent(scope, consentId, event, { entry: number, hash, ...said })

/** Says it of all that was told by the signature, right before it, where no event has yet. */
export async function recordPendingViewings(scope: PatientScope, consentId: string): Promise<void> {
  const last = (await listViewings(scope, consentId)).at(-1)
  if (!last || last.number <= lastRecordedViewing(await eventsOf(scope, consentId))) return
  await appendViewingEvent(scope, last, 'viewing.recorded')
}
