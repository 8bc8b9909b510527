import type { PatientCaller } from '../../../contract/access.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { AccessToken } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { serializeCookie, cookieValue, hostCookieName } from '../../platform/http/cookie.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { openHomeSession } from './patient-home-store.ts'

const cookieNameOf = (secure: boolean) => hostCookieName('candour.patient_home', secure)

/** A proved birth date as the browser keeps it: for the person's own page alone, and for no script. */
export const homeCookie = (token: string, secure: boolean): string =>
  serializeCookie({
    name: cookieNameOf(secure),
    value: token,
    seconds: patient_session_minutes * 60,
    sameSite: 'Strict',
    secure,
  })

/** Makes the browser forget it. */
export const expiredHomeCookie = (secure: boolean): string =>
  serializeCookie({ name: cookieNameOf(secure), value: '', seconds: 0, sameSite: 'Strict', secure })

/** The token in a request's cookies; null when there is none that could be one. */
export function parseHomeCookie(header: string, secure: boolean): string | null {
  const token = AccessToken.safeParse(cookieValue(header, cookieNameOf(secure)))
  return token.success ? token.data : null
}

type HomeAuthenticatorDeps = { database: Database; clock: Clock; secureCookies: boolean }

/** Opens the patient on their own page: every consent that was ever sent to them, and no link. */
export function homeAuthenticator({ database, clock, secureCookies }: HomeAuthenticatorDeps) {
  return async ({ cookie, visit }: Pick<AuthRequest, 'cookie' | 'visit'>): Promise<PatientCaller | null> => {
    const token = parseHomeCookie(cookie, secureCookies)
    const found = token && (await openHomeSession(database, token, clock.now()))
    if (!found) return null
    const actor = { kind: 'patient', role: 'patient' } as const
    return { audience: 'patient', ...found, linkId: null, actor, visit }
  }
}
