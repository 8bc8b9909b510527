import { randomBytes } from 'node:crypto'
import { system_access_minutes } from '../../../contract/limits.ts'
import type { GrantingSystemName } from '../../../contract/practice-systems.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { IdentityDeps } from '../identity/index.ts'

/** Who asked to be let into a practice system: one session of one person at one practice. */
type AccessRequest = { clinicId: string; staffId: string; sessionId: string; system: GrantingSystemName }

const keyOf = (state: string): string => `practice-system-access:${state}`

/** Requests for access that somebody is away for: each is known by a secret of its own, for some minutes, once. */
export function accessRequests({ auth }: Pick<IdentityDeps, 'auth'>) {
  return {
    /** The state that comes back with the answer; null without a session to bind it to. */
    async begin(scope: ClinicScope, system: GrantingSystemName): Promise<string | null> {
      const { clinicId, staffId, now } = scope
      const { sessionId } = scope.visit
      if (sessionId === null) return null
      const state = randomBytes(32).toString('base64url')
      const { internalAdapter } = await auth.auth.$context
      await internalAdapter.createVerificationValue({
        identifier: keyOf(state),
        value: JSON.stringify({ clinicId, staffId, sessionId, system } satisfies AccessRequest),
        expiresAt: new Date(now.getTime() + system_access_minutes * minute_ms),
      })
      return state
    },
    /** Takes it out, whoever asks; null where it is used up or too old, or where another session or practice asked for it. */
    async take(scope: ClinicScope, state: string): Promise<GrantingSystemName | null> {
      const { internalAdapter } = await auth.auth.$context
      const kept = await internalAdapter.consumeVerificationValue(keyOf(state))
      if (!kept || kept.expiresAt <= scope.now) return null
      const { clinicId, staffId, sessionId, system } = JSON.parse(kept.value) as AccessRequest
      const isTheirs =
        clinicId === scope.clinicId && staffId === scope.staffId && sessionId === scope.visit.sessionId
      return isTheirs ? system : null
    },
  }
}

export type AccessRequests = ReturnType<typeof accessRequests>
