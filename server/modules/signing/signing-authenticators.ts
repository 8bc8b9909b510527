import type { LinkCaller, PatientCaller } from '../../../contract/access.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { AccessToken } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { serializeCookie, cookieValue } from '../../platform/http/cookie.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { authenticateLink, authenticatePatientSession } from './signing-store.ts'

const cookieName = 'candour.consent'
const actor = { kind: 'patient', role: 'patient' } as const

/** The short-lived cookie of a proved birth date; the browser sends it for this consent alone. */
export const buildPatientCookie = (consentId: string, token: string, secure: boolean): string =>
  serializeCookie({
    name: cookieName,
    value: token,
    seconds: patient_session_minutes * 60,
    path: `/api/patient/consents/${consentId}`,
    sameSite: 'Strict',
    secure,
  })

/** Opens link and patient callers: a live link proves a link, its cookie proves the birth date. */
export function signingAuthenticators(database: Database, clock: Clock) {
  return {
    async link({ params, visit }: AuthRequest): Promise<LinkCaller | null> {
      const token = AccessToken.safeParse(params.accessToken)
      const found = token.success && (await authenticateLink(database, token.data, clock.now()))
      if (!found) return null
      return {
        audience: 'link',
        clinicId: found.clinic_id,
        linkId: found.link_id,
        consentIds: [found.consent_id],
        actor,
        visit,
      }
    },
    async patient({ cookie, params, visit }: AuthRequest): Promise<PatientCaller | null> {
      const token = AccessToken.safeParse(cookieValue(cookie, cookieName))
      const found = token.success && (await authenticatePatientSession(database, token.data, clock.now()))
      if (!found || found.consent_id !== params.consentId) return null
      const { clinic_id: clinicId, patient_id: patientId, link_id: linkId, consent_id: consentId } = found
      return { audience: 'patient', clinicId, patientId, linkId, consentIds: [consentId], actor, visit }
    },
  }
}
