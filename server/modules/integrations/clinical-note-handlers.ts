import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { countersignatureOf, holdConsent } from '../consents/index.ts'
import { findSignature } from '../signing/index.ts'
import { clinicalNote } from './clinical-note.ts'

/** The operation on notes. */
export const clinicalNoteHandlers = {
  clinicalNote: handle(contract.integrations.clinicalNote, async (scope, { consentId }) => {
    const consent = await holdConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const { content, contentHash, sentAt } = consent
    if (!content || !contentHash || !sentAt) return refuse('not-sent')
    const text = clinicalNote({
      ...{ consentId, status: consent.status, placeholders: consent.placeholders, reason: consent.reason },
      ...{ content, contentHash, sentAt, timeZone: await timeZoneOf(scope) },
      signature: await findSignature(scope, consentId),
      countersignature: await countersignatureOf(scope, consentId),
    })
    return { answer: { text }, subject: consentId }
  }),
}
