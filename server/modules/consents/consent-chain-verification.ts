import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { JobScope } from '../../platform/database/transaction.ts'
import { isLinked, openEvents, statusAfter, type ChainEvent } from './consent-chain.ts'
import { consentEvents, consents } from './consent-schema.ts'

const consents_per_page = 200

/** A page of a clinic's chains: each consent's events, and whether they are linked and lead to its status. */
export type ChainVerification = { consentId: string; events: ChainEvent[]; isWhole: boolean }

/** The clinic's next chains after the consent `after`; none when all were seen. */
export async function verifyChainsAfter(scope: JobScope, after: string | null): Promise<ChainVerification[]> {
  const { tx, clinicId } = scope
  const page = await tx
    .select({ id: consents.id, status: consents.status })
    .from(consents)
    .where(and(eq(consents.clinicId, clinicId), after ? gt(consents.id, after) : undefined))
    .orderBy(asc(consents.id))
    .limit(consents_per_page)
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const rows = await tx
    .select()
    .from(consentEvents)
    .where(and(eq(consentEvents.clinicId, clinicId), inArray(consentEvents.consentId, ids)))
    .orderBy(asc(consentEvents.consentId), asc(consentEvents.number))
  const eventsOf = Map.groupBy(openEvents(scope, rows), ({ consentId }) => consentId)
  return page.map(({ id: consentId, status }) => {
    const events = eventsOf.get(consentId) ?? []
    return { consentId, events, isWhole: isLinked(events) && statusAfter(events) === status }
  })
}
