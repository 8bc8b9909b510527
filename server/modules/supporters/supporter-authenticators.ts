import type { SupporterCaller } from '../../../contract/access.ts'
import { supporter_session_minutes } from '../../../contract/limits.ts'
import { AccessToken } from '../../../contract/signing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { serializeCookie, cookieValue, hostCookieName } from '../../platform/http/cookie.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { authenticateSupporterSession } from './supporter-store.ts'

/** Each view has a cookie of its own name, so that several can be open in one browser. */
const cookieNameOf = (supporterId: string, secure: boolean) =>
  hostCookieName(`candour.supporter.${supporterId}`, secure)

/** A proved code as the browser keeps it: for this one view alone, and for no script. */
export const buildSupporterCookie = (supporterId: string, token: string, secure: boolean): string =>
  serializeCookie({
    name: cookieNameOf(supporterId, secure),
    value: token,
    seconds: supporter_session_minutes * 60,
    sameSite: 'Strict',
    secure,
  })

type SupporterAuthenticatorDeps = { database: Database; clock: Clock; secureCookies: boolean }

/** Opens somebody who reads along: while the patient lets them, and for what their address names. */
export const supporterAuthenticator =
  ({ database, clock, secureCookies }: SupporterAuthenticatorDeps) =>
  async ({ cookie, params, visit }: AuthRequest): Promise<SupporterCaller | null> => {
    const name = cookieNameOf(params.supporterId ?? '', secureCookies)
    const token = AccessToken.safeParse(cookieValue(cookie, name))
    const found = token.success && (await authenticateSupporterSession(database, token.data, clock.now()))
    if (!found || found.supporterId !== params.supporterId) return null
    const { clinicId, supporterId, consentId } = found
    const actor = { kind: 'supporter', role: 'supporter' } as const
    return { audience: 'supporter', clinicId, supporterId, consentIds: [consentId], actor, visit }
  }
