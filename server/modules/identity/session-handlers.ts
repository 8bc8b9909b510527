import { contract } from '../../../contract/index.ts'
import { minute_ms } from '../../platform/clock.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { checkLoginHours } from './complete-sign-in.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  actorOfSession,
  formatDuration,
  isSessionOpen,
  accountRefusal,
  sessionHoursOf,
  sessionUserOf,
} from './identity-rules.ts'
import { updateSession, endSession, findStaffOfAccount } from './identity-store.ts'
import { isSingleSignOn } from './single-sign-on-method.ts'
import { verifyStepUpProof } from './step-up-proof.ts'

/** The operations of a session: who it is, what it proves anew, which clinic it acts for, and its end. */
export function sessionHandlers(deps: IdentityDeps) {
  const { auth, completeSignIn, cookies, database, readSession } = deps

  return {
    session: handle(contract.identity.session, async (_scope, _input, answering) => {
      const session = await readSession(answering.cookie)
      const refused = session && accountRefusal(session)
      if (refused) return { answer: { user: null, step: 'none' as const, refused } }
      if (!session || session.stage === 'proving') return { answer: { user: null, step: 'none' as const } }
      if (!isSessionOpen(session)) return { answer: { user: null, step: session.stage } }
      const records = await findStaffOfAccount(database, session.userId)
      return { answer: { user: sessionUserOf(session, records), step: 'open' as const } }
    }),

    signOut: handle(contract.identity.signOut, async (scope, _input, answering) => {
      const session = await readSession(answering.cookie)
      answering.setCookie(cookies.endSession())
      const answer = { signedOut: true } as const
      if (!session) return { answer, as: 'nothing' }
      await endSession(auth.db, session.token)
      const { userId, startedAt } = session
      return {
        answer,
        subject: userId,
        details: { duration: formatDuration(startedAt, scope.now), reason: 'user_initiated' },
        by: actorOfSession(session, scope.visit),
      }
    }),

    confirm: handle(contract.identity.confirm, async (scope, proof, answering) => {
      const { userId, now } = scope
      const fault = await verifyStepUpProof(deps, userId, proof, { answering, now })
      if (fault) return refuse(fault)
      const session = await readSession(answering.cookie)
      if (session) await updateSession(auth.db, session.token, { provedAt: now })
      return { answer: { confirmed: true as const }, subject: userId, details: { by: proof.by } }
    }),

    actFor: handle(contract.identity.actFor, async (scope, { staffId }, answering) => {
      const { now } = scope
      const session = await readSession(answering.cookie)
      const records = session ? await findStaffOfAccount(database, session.userId) : []
      const staff = records.find((record) => record.staffId === staffId)
      if (!session || !staff) return refuse('not-yours')
      // The provider of one practice lets nobody into another.
      if (isSingleSignOn(session.method) && staffId !== session.staff?.staffId) return refuse('not-yours')
      // Asked before anything is changed: who may not act there stays where they are.
      const { refusal } = checkLoginHours(staff, now)
      if (refusal) return refuse(refusal.reason, refusal.details)
      const reason = accountRefusal({ ...session, staff })
      if (reason) return refuse(reason)
      const endsAt = new Date(session.startedAt.getTime() + sessionHoursOf(staff) * 60 * minute_ms)
      if (endsAt <= now) return refuse('user-token-expired')
      const { token, method, expiresAt } = session
      if (endsAt < expiresAt) await updateSession(auth.db, token, { expiresAt: endsAt })
      const admitted = await completeSignIn(scope, answering, { token, method, staffId, isResumed: true })
      if ('answer' in admitted) admitted.details = { from: scope.clinicId, to: staff.clinicId }
      return admitted
    }),
  }
}
