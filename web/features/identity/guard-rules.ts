import type { SessionUser } from '../../../contract/identity.ts'
import type { Flag, Role } from '../../../contract/permissions.ts'
import { lockedPath, loginPath } from './return-path.ts'

/** How far a sign-in has come; a locked session has no user until it is unlocked. */
export type SessionStep = 'none' | 'open' | 'second-factor' | 'enrol' | 'locked'

/** What the server says of this browser's session. */
export type SessionResponse = {
  user: SessionUser | null
  step: SessionStep
  /** Why a session that this browser still holds opens nothing any more. */
  refused?: 'user-disabled' | 'account-deactivated' | 'clinic-suspended' | undefined
}

/** What this tab knows of the session; `user` is undefined until the first answer. */
export type SessionState = {
  user: SessionUser | null | undefined
  step: SessionStep
  refreshing: boolean
}

/** What a route asks for: one of these roles, and all of these permissions. */
export type RouteRequirements = { roles: readonly Role[]; permissions?: readonly Flag[] }

/** Show the page, show that it is loading, or go elsewhere: to where one comes in, or refused to one's own pages. */
export type GuardDecision = 'open' | 'wait' | { to: string; isRefused?: true }

/** Where people of a role begin, and where they are sent from pages that are not theirs. */
export function homePathOf(role: Role): string {
  if (role === 'super_admin') return '/admin'
  return role === 'patient' ? '/patient' : '/clinic'
}

/** The route guard of the specification's section 2. `location` is the path and query that was asked for. */
export function decideAccess(state: SessionState, location: string, needs: RouteRequirements): GuardDecision {
  const { user, step, refreshing } = state
  if (user === undefined) return 'wait'
  if (refreshing && location.includes('/clinic/')) return 'wait'
  // A sign-in that still owes its second factor is nobody's yet; the sign-in page asks for it.
  if (user === null || step !== 'open') return { to: signInPathFor(step, location) }
  if (!needs.roles.includes(user.role)) return { to: homePathOf(user.role), isRefused: true }
  const lacksOne = needs.permissions?.some((wanted) => !user.permissions.includes(wanted))
  return lacksOne ? { to: '/clinic', isRefused: true } : 'open'
}

/** Where a person who may not go on yet comes in, and then returns to the place that was asked for. */
export const signInPathFor = (step: SessionStep, location: string): string =>
  step === 'locked' ? lockedPath(location) : loginPath(location)
