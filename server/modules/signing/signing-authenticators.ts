import type { LinkCaller, PatientCaller } from '../../../contract/access.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { AccessToken } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { serializeCookie, cookieNames, cookieValue, hostCookieName } from '../../platform/http/cookie.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { authenticateLink, authenticatePatientSession } from './signing-store.ts'

/** Each consent has a cookie of its own name: several are open in one browser, and none opens another. */
const cookieNameOf = (consentId: string, secure: boolean) =>
  hostCookieName(`candour.consent.${consentId}`, secure)

/** How many consents stay open in one browser besides the newest: more would make its requests too long for a server. */
const cookies_kept_max = 20
const actor = { kind: 'patient', role: 'patient' } as const

/** The short-lived cookie of a proved birth date, for this consent alone. */
export const buildPatientCookie = (consentId: string, token: string, secure: boolean): string =>
  serializeCookie({
    name: cookieNameOf(consentId, secure),
    value: token,
    seconds: patient_session_minutes * 60,
    sameSite: 'Strict',
    secure,
  })

/** Takes away what this browser has held longest, where a tablet was handed to many people; sent before a new cookie. */
export function expireOldestCookies(header: string, secure: boolean): string[] {
  const held = cookieNames(header, cookieNameOf('', secure))
  return held
    .slice(0, Math.max(0, held.length - cookies_kept_max))
    .map((name) => serializeCookie({ name, value: '', seconds: 0, sameSite: 'Strict', secure }))
}

type SigningAuthenticatorDeps = { database: Database; clock: Clock; secureCookies: boolean }

/** Opens link and patient callers: a live link proves a link, its cookie proves the birth date. */
export function signingAuthenticators({ database, clock, secureCookies }: SigningAuthenticatorDeps) {
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
      const name = cookieNameOf(params.consentId ?? '', secureCookies)
      const token = AccessToken.safeParse(cookieValue(cookie, name))
      const found = token.success && (await authenticatePatientSession(database, token.data, clock.now()))
      if (!found || found.consent_id !== params.consentId) return null
      const { clinic_id: clinicId, patient_id: patientId, link_id: linkId, consent_id: consentId } = found
      return { audience: 'patient', clinicId, patientId, linkId, consentIds: [consentId], actor, visit }
    },
  }
}
