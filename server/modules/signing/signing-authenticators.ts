import type { LinkCaller, PatientCaller } from '../../../contract/access.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { AccessToken } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import { mustBeConfirmed } from '../../platform/database/caller-memory.ts'
import type { Database } from '../../platform/database/database.ts'
import { serializeCookie, cookieNames, cookieValue, hostCookieName } from '../../platform/http/cookie.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { hashToken } from '../../platform/keys/secret-token.ts'
import { openLinkMemory, openPatientSessionMemory } from './signing-store.ts'

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
  const [links, sessions] = [openLinkMemory(database, clock), openPatientSessionMemory(database, clock)]
  return {
    async link({ params, visit, mayRecall }: AuthRequest): Promise<LinkCaller | null> {
      const token = AccessToken.safeParse(params.accessToken)
      const found = token.success && (await links.find(hashToken(token.data), { mayRecall }))
      if (!found) return null
      const { clinic_id: clinicId, link_id: linkId, consent_id: consentId } = found.row
      const caller: LinkCaller = {
        ...{ audience: 'link', clinicId, linkId, consentIds: [consentId], actor, visit },
      }
      return mustBeConfirmed(caller, found.confirmation)
    },
    async patient({ cookie, params, visit, mayRecall }: AuthRequest): Promise<PatientCaller | null> {
      const name = cookieNameOf(params.consentId ?? '', secureCookies)
      const token = AccessToken.safeParse(cookieValue(cookie, name))
      const found = token.success && (await sessions.find(hashToken(token.data), { mayRecall }))
      if (!found || found.row.consent_id !== params.consentId) return null
      const { clinic_id: clinicId, patient_id: patientId, link_id: linkId, consent_id: consentId } = found.row
      const caller: PatientCaller = {
        ...{ audience: 'patient', clinicId, patientId, linkId, consentIds: [consentId], actor, visit },
      }
      return mustBeConfirmed(caller, found.confirmation)
    },
  }
}
