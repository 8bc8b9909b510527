import type { PatientCaller } from '../../../contract/access.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { AccessToken } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OpenRequest } from '../../platform/http/operations.ts'
import { cookieValue } from '../identity/index.ts'
import { openHomeSession } from './patient-home-store.ts'

const cookieName = 'candour.patient_home'
const cookieEnds = ['Path=/api/patient/home', 'HttpOnly', 'SameSite=Strict']

/** A proved birth date as the browser keeps it: for the person's own page alone, and for no script. */
export const homeCookie = (token: string, secure: boolean): string =>
  [
    `${cookieName}=${token}`,
    `Max-Age=${patient_session_minutes * 60}`,
    ...cookieEnds,
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** Makes the browser forget it. */
export const endedHomeCookie = (secure: boolean): string =>
  [`${cookieName}=`, 'Max-Age=0', ...cookieEnds, ...(secure ? ['Secure'] : [])].join('; ')

/** The token in a request's cookies; null when there is none that could be one. */
export function homeTokenOf(cookie: string): string | null {
  const token = AccessToken.safeParse(cookieValue(cookie, cookieName))
  return token.success ? token.data : null
}

/** Opens the patient on their own page: every consent that was ever sent to them, and no link. */
export function homeOpener(database: Database, clock: Clock) {
  return async ({ cookie, visit }: Pick<OpenRequest, 'cookie' | 'visit'>): Promise<PatientCaller | null> => {
    const token = homeTokenOf(cookie)
    const found = token && (await openHomeSession(database, token, clock.now()))
    if (!found) return null
    const actor = { kind: 'patient', role: 'patient' } as const
    return { audience: 'patient', ...found, linkId: null, actor, visit }
  }
}
