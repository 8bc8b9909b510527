import { createContext, redirect, redirectDocument, type MiddlewareFunction } from 'react-router'
import type { SessionUser } from '../../../contract/identity.ts'
import type { Flag, Role } from '../../../contract/permissions.ts'
import { ApiError, pageLoadRetry } from '../../api.ts'
import { connectionLossStore, untilConnected } from '../../ui/plain/connection.ts'
import { fallbackProfile } from './fallback-profile.ts'
import { decideAccess, type RouteRequirements, type SessionState } from './guard-rules.ts'
import { openUserDrafts } from './user-drafts.ts'
import { recordRefusedPage } from './refused-page.tsx'
import { requestedPath } from './return-path.ts'
import { screenLockOverlay } from './screen-lock-overlay.ts'
import { subscribeToOtherTabs, tabSession } from './tab-session.ts'

/** The signed-in person, for loaders below a guard. */
export const sessionUserContext = createContext<SessionUser>()

/** A route module's `clientMiddleware`; it hands on whatever the route's loaders answer. */
type Guard = MiddlewareFunction<any> // the framework's result type is not exported

/** Lets in signed-in people of these roles; sends anyone else to sign-in or to their own home. */
export function requireRole(...roles: Role[]): Guard {
  return ({ request, context }, next) =>
    pageLoadRetry.run(async () => {
      context.set(sessionUserContext, await authorizeRoute(request, { roles }))
      return next()
    })
}

/** Lets in people who hold all of these permissions. Stands on routes below `requireRole`. */
export function requirePermission(...permissions: Flag[]): Guard {
  return ({ request, context }, next) => {
    const user = context.get(sessionUserContext)
    authorizedUser({ user, step: 'open', refreshing: false }, pathOf(request), {
      roles: [user.role],
      permissions,
    })
    return next()
  }
}

async function authorizeRoute(request: Request, needs: RouteRequirements): Promise<SessionUser> {
  subscribeToOtherTabs()
  await screenLockOverlay.lifted()
  const place = pathOf(request)
  const state = tabSession.state()
  const settled = decideAccess(state, place, needs) === 'wait' ? await waitForSession(needs) : state
  const user = authorizedUser(settled, place, needs)
  await openUserDrafts(user)
  return user
}

/** The session once it is known. A lost connection is no answer; a fault of the server leaves a basic profile. */
async function waitForSession({ roles }: RouteRequirements): Promise<SessionState> {
  try {
    let settled = await tabSession.settled()
    while (connectionLossStore.isWaiting()) {
      await untilConnected()
      settled = await tabSession.settled()
    }
    return settled
  } catch (error) {
    const isFault = error instanceof ApiError && error.status >= 500
    if (!isFault || !roles.includes(fallbackProfile.role)) throw error
    return { user: fallbackProfile, step: 'open', refreshing: false }
  }
}

function authorizedUser(state: SessionState, place: string, needs: RouteRequirements): SessionUser {
  const verdict = decideAccess(state, place, needs)
  // A patient's own page is outside the router: the browser loads it anew.
  if (typeof verdict === 'object' && verdict.isRefused && verdict.to === '/clinic') recordRefusedPage()
  if (typeof verdict === 'object')
    throw verdict.to === '/patient' ? redirectDocument(verdict.to) : redirect(verdict.to)
  if (!state.user) throw new Error('A page was opened for nobody')
  return state.user
}

const pathOf = (request: Request): string => requestedPath(request.url, location.href)
