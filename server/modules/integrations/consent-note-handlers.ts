import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import {
  countersignatureOf,
  eventsOf,
  lockConsentForRead,
  reasonsOf,
  withdrawalsIn,
} from '../consents/index.ts'
import { findSignature } from '../signing/index.ts'
import { buildConsentNote } from './consent-note.ts'

/** The operation on notes. */
export const consentNoteHandlers = {
  clinicalNote: handle(contract.integrations.clinicalNote, async (scope, { consentId }) => {
    const consent = await lockConsentForRead(scope, consentId)
    if (!consent) return refuse('not-found')
    const { content, contentHash } = consent
    const events = await eventsOf(scope, consentId)
    const discussedAt = events.find(({ event }) => event === 'consent.verbal')?.at ?? null
    const givenAt = consent.sentAt ?? discussedAt
    if (!content || !contentHash || !givenAt) return refuse('not-sent')
    const text = buildConsentNote({
      ...{ consentId, status: consent.status, reason: reasonsOf(scope, consent).reason },
      ...{ content, contentHash, givenAt, discussedAt, timeZone: await timeZoneOf(scope) },
      notation: (await settingsOf(scope)).toothNotation,
      withdrawals: withdrawalsIn(events),
      signature: await findSignature(scope, consentId),
      countersignature: await countersignatureOf(scope, consentId),
    })
    return { answer: { text }, subject: consentId }
  }),
}
