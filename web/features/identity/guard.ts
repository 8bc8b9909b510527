import { createContext, redirect, redirectDocument, type MiddlewareFunction } from 'react-router'
import type { SessionUser } from '../../../contract/identity.ts'
import type { Flag, Role } from '../../../contract/permissions.ts'
import { ApiProblem, pageOpening } from '../../api.ts'
import { connectionLoss, untilConnected } from '../../ui/plain/connection.ts'
import { basicProfile } from './basic-profile.ts'
import { decide, type RouteNeeds, type SessionState } from './guard-rules.ts'
import { openOwnDrafts } from './own-drafts.ts'
import { noteRefusedPage } from './refused-page.tsx'
import { askedPlace } from './return-path.ts'
import { screenCover } from './screen-cover.ts'
import { followOtherTabs, thisSession } from './this-session.ts'

/** The signed-in person, for loaders below a guard. */
export const sessionUserContext = createContext<SessionUser>()

/** A route module's `clientMiddleware`; it hands on whatever the route's loaders answer. */
type Guard = MiddlewareFunction<any> // the framework's result type is not exported

/** Lets in signed-in people of these roles; sends anyone else to sign-in or to their own home. */
export function requireRole(...roles: Role[]): Guard {
  return ({ request, context }, next) =>
    pageOpening.during(async () => {
      context.set(sessionUserContext, await admit(request, { roles }))
      return next()
    })
}

/** Lets in people who hold all of these permissions. Stands on routes below `requireRole`. */
export function requirePermission(...permissions: Flag[]): Guard {
  return ({ request, context }, next) => {
    const user = context.get(sessionUserContext)
    admitted({ user, step: 'open', refreshing: false }, placeOf(request), {
      roles: [user.role],
      permissions,
    })
    return next()
  }
}

async function admit(request: Request, needs: RouteNeeds): Promise<SessionUser> {
  followOtherTabs()
  await screenCover.lifted()
  const place = placeOf(request)
  const state = thisSession.state()
  const settled = decide(state, place, needs) === 'wait' ? await settledSession(needs) : state
  const user = admitted(settled, place, needs)
  await openOwnDrafts(user)
  return user
}

/** The session once it is known. A lost connection is no answer; a fault of the server leaves a basic profile. */
async function settledSession({ roles }: RouteNeeds): Promise<SessionState> {
  try {
    let settled = await thisSession.settled()
    while (connectionLoss.isWaiting()) {
      await untilConnected()
      settled = await thisSession.settled()
    }
    return settled
  } catch (error) {
    const isFault = error instanceof ApiProblem && error.status >= 500
    if (!isFault || !roles.includes(basicProfile.role)) throw error
    return { user: basicProfile, step: 'open', refreshing: false }
  }
}

function admitted(state: SessionState, place: string, needs: RouteNeeds): SessionUser {
  const verdict = decide(state, place, needs)
  // A patient's own page is outside the router: the browser loads it anew.
  if (typeof verdict === 'object' && verdict.isRefused && verdict.to === '/clinic') noteRefusedPage()
  if (typeof verdict === 'object')
    throw verdict.to === '/patient' ? redirectDocument(verdict.to) : redirect(verdict.to)
  if (!state.user) throw new Error('A page was opened for nobody')
  return state.user
}

const placeOf = (request: Request): string => askedPlace(request.url, location.href)
