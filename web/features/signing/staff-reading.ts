import type { Consent } from '../../../contract/consents.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { call } from './signing-call.ts'

/** The consent as a signed-in member of the practice may see it, in the shape the patient's pages show. */
export async function readConsentAsStaff(consentId: string): Promise<PatientConsent> {
  const path = `/api/clinic/consents/${encodeURIComponent(consentId)}`
  const consent = await call<Consent>({ method: 'GET', path })
  const { id, status, content, signature, withdrawals, documents, scans, expiresAt, chainIntact } = consent
  return {
    ...{ id, status, content, signature, withdrawals, documents, scans, expiresAt, chainIntact },
    contentHash: consent.contentHash ?? '',
    countersigned: consent.countersignature !== null,
    brand: { colour: null, logo: null, languages: ['en'] },
    // Nothing of the time after a treatment is shown to staff here.
    hasNhs111: false,
    signers: [],
    cosignersAsked: [],
    chainHead: consent.events.at(-1)?.hash ?? '',
  }
}
