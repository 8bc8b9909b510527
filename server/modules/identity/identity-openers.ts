import type { AdminCaller, ClinicCaller } from '../../../contract/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OpenRequest } from '../../platform/http/operations.ts'
import { adminCallerOf, clinicCallerOf, type SessionFacts } from './identity-rules.ts'
import { openSession } from './identity-store.ts'
import { sessionTokenOf } from './session-cookie.ts'

export type SessionReader = (cookie: string) => Promise<(SessionFacts & { token: string }) | null>

/** Reads the session of a request's cookies. */
export function makeSessionReader(
  database: Database,
  clock: Clock,
  { cookieName, secret }: { cookieName: string; secret: string },
): SessionReader {
  return async (cookie) => {
    const token = sessionTokenOf(cookie, cookieName, secret)
    const session = token && (await openSession(database, token, clock.now()))
    return session ? { ...session, token } : null
  }
}

/** Opens clinic and admin callers from a session; no cookie, no caller. */
export function identityOpeners(readSession: SessionReader) {
  return {
    async clinic({ cookie, visit }: OpenRequest): Promise<ClinicCaller | null> {
      const session = await readSession(cookie)
      return session && clinicCallerOf(session, visit)
    },
    async admin({ cookie, visit }: OpenRequest): Promise<AdminCaller | null> {
      const session = await readSession(cookie)
      return session && adminCallerOf(session, visit)
    },
  }
}
