import { and, eq, sql } from 'drizzle-orm'
import { preparedQuery, whereOwnIn } from '../../platform/database/prepared-query.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { actionRules, hasRecords } from './consent-action-rules.ts'
import { consentEvents, consents } from './consent-schema.ts'
import { lockedEventsOf, transitionConsent, type ConsentRecord } from './consent-store.ts'
import type { ConsentDeps } from './consent-view.ts'

/** Made for an appointment together with others, by the first event of its chain, and not changed since. */
const isUntouched = sql<boolean>`${consents.status} = 'draft' and ${consents.updatedAt} = ${consents.createdAt} and exists (
  select from ${consentEvents} made
  where made.clinic_id = ${consents.clinicId} and made.consent_id = ${consents.id}
    and made.number = 1 and made.details ? 'appointmentId'
)`

const draftsQuery = preparedQuery('drafts_by_id', (tx) =>
  tx
    .select({ consent: consents, isUntouched })
    .from(consents)
    .where(and(whereOwnIn(consents, consents.id, 'consentIds'), eq(consents.status, 'draft'))),
)

/** A draft, and whether it stands as it was made for its appointment. */
export type PreparedDraft = { consent: ConsentRecord; isUntouched: boolean }

/** Those of these consents that are not sent yet, in no order. Whoever adds a picture has gone on with a draft too. */
export async function findDrafts(
  scope: ClinicScope,
  consentIds: readonly string[],
  { findPictures }: Pick<ConsentDeps, 'findPictures'>,
): Promise<PreparedDraft[]> {
  if (consentIds.length === 0) return []
  const drafts = await draftsQuery(scope, { consentIds })
  const hasPictures = async (consentId: string) =>
    (await findPictures(scope, consentId, Promise.resolve([]))).ownPictures.length > 0
  return Promise.all(
    drafts.map(async ({ consent, isUntouched }) => ({
      consent,
      isUntouched: isUntouched && !(await hasPictures(consent.id)),
    })),
  )
}

/** Discards a locked draft that was neither approved nor sent; or why it stays. */
export async function discardDraft(
  scope: ClinicScope,
  consent: ConsentRecord,
): Promise<ConsentRecord | 'wrong-state' | 'has-records'> {
  const events = await lockedEventsOf(scope, consent.id)
  const undiscardable = actionRules.discard({ ...consent, hasRecords: hasRecords(events) })
  if (undiscardable) return undiscardable
  return (await transitionConsent(scope, consent, 'void', { details: { discarded: true } }))!
}
