import type { SessionUser } from '../../../contract/identity.ts'
import type { Flag, Role } from '../../../contract/permissions.ts'
import { loginPath } from './return-path.ts'

/** What this tab knows of the session; `user` is undefined until the first answer. */
export type SessionState = { user: SessionUser | null | undefined; refreshing: boolean }

/** What a route asks for: one of these roles, and all of these permissions. */
export type RouteNeeds = { roles: readonly Role[]; permissions?: readonly Flag[] }

/** Show the page, show that it is loading, or go elsewhere. */
export type Verdict = 'open' | 'wait' | { to: string }

/** Where people of a role begin, and where they are sent from pages that are not theirs. */
export function homeOf(role: Role): string {
  if (role === 'super_admin') return '/admin'
  return role === 'patient' ? '/patient' : '/clinic'
}

/** The route guard of the specification's section 2. `location` is the path and query that was asked for. */
export function decide({ user, refreshing }: SessionState, location: string, needs: RouteNeeds): Verdict {
  if (user === undefined) return 'wait'
  if (refreshing && location.includes('/clinic/')) return 'wait'
  if (user === null) return { to: loginPath(location) }
  if (!needs.roles.includes(user.role)) return { to: homeOf(user.role) }
  const lacksOne = needs.permissions?.some((wanted) => !user.permissions.includes(wanted))
  return lacksOne ? { to: '/clinic' } : 'open'
}
