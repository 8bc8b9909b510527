import { contract } from '../../../contract/index.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import {
  countersignatureOf,
  eventsOf,
  lockConsentForRead,
  reasonsOf,
  withdrawalsIn,
  type ConsentRecord,
} from '../consents/index.ts'
import { findSignature } from '../signing/index.ts'
import { buildConsentNote } from './consent-note.ts'

/** What to write about a consent in the practice system; null while nothing of it was given to anybody. */
export async function consentNoteOf(scope: StaffScope, consent: ConsentRecord): Promise<string | null> {
  const { id: consentId, content, contentHash } = consent
  const events = await eventsOf(scope, consentId)
  const discussedAt = events.find(({ event }) => event === 'consent.verbal')?.at ?? null
  const givenAt = consent.sentAt ?? discussedAt
  if (!content || !contentHash || !givenAt) return null
  return buildConsentNote({
    ...{ consentId, status: consent.status, reason: reasonsOf(scope, consent).reason },
    ...{ content, contentHash, givenAt, discussedAt, timeZone: await timeZoneOf(scope) },
    notation: (await settingsOf(scope)).toothNotation,
    withdrawals: withdrawalsIn(events),
    signature: await findSignature(scope, consentId),
    countersignature: await countersignatureOf(scope, consentId),
  })
}

/** The operation on notes. */
export const consentNoteHandlers = {
  clinicalNote: handle(contract.integrations.clinicalNote, async (scope, { consentId }) => {
    const consent = await lockConsentForRead(scope, consentId)
    if (!consent) return refuse('not-found')
    const text = await consentNoteOf(scope, consent)
    if (text === null) return refuse('not-sent')
    return { answer: { text }, subject: consentId }
  }),
}
