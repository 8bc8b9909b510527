import { contract } from '../../../contract/index.ts'
import { handle, type HttpContext } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { listLockedSessions, type LockedSession } from './locked-sessions.ts'
import { findUnlockMethods } from './identity-account-store.ts'
import type { KioskSessionEvents, IdentityDeps } from './identity-deps.ts'
import { actorOfSession, accountRefusal } from './identity-rules.ts'
import { updateSession, endSession } from './identity-store.ts'
import { pinRefusal } from './session-pin.ts'
import { verifyStepUpProof, type StepUpProof } from './step-up-proof.ts'

type UnlockProof = { by: 'pin'; pin: string } | Extract<StepUpProof, { by: 'password' | 'passkey' }>

/** A shared computer: its screen locks, and each of its people goes on with their own session. */
export function sessionLockHandlers(deps: IdentityDeps & { handovers: KioskSessionEvents }) {
  const { auth, readSession, completeSignIn, handovers } = deps

  /** Why the proof does not unlock this session; null when it does. Too many wrong PINs end it. */
  async function faultOf(session: LockedSession, proof: UnlockProof, answering: HttpContext, now: Date) {
    const { token, userId } = session
    if (proof.by !== 'pin') return verifyStepUpProof(deps, userId, proof, { answering, now })
    // Counted by the token, which every unlocking renews.
    const refused = await pinRefusal(deps, { userId, pin: proof.pin, browser: token })
    if (refused !== 'attempts-used') return refused
    await endSession(auth.db, token)
    return 'user-token-expired'
  }

  return {
    lock: handle(contract.identity.lock, async ({ userId }, _input, answering) => {
      const session = await readSession(answering.cookie)
      if (session) await updateSession(auth.db, session.token, { stage: 'locked' })
      return { answer: { locked: true as const }, subject: userId }
    }),

    locked: handle(contract.identity.locked, async ({ now }, _input, answering) => {
      const sessions = await listLockedSessions(deps, answering, now)
      const waiting = sessions.filter((session) => accountRefusal(session) === null)
      return {
        answer: await Promise.all(
          waiting.map(async ({ sessionId, userId, name, staff, lockedTo }) => ({
            sessionId,
            name,
            clinicName: staff?.clinicName ?? null,
            handedOver: lockedTo,
            ...(await findUnlockMethods(auth.db, userId)),
          })),
        ),
      }
    }),

    unlock: handle(contract.identity.unlock, async (scope, { sessionId, proof }, answering) => {
      const { now } = scope
      const sessions = await listLockedSessions(deps, answering, now)
      const session = sessions.find((one) => one.sessionId === sessionId)
      if (!session) return refuse('user-token-expired')
      const { token, method, staff, lockedTo } = session
      const by = actorOfSession(session, scope.visit)
      const takeback = staff && lockedTo && { clinicId: staff.clinicId, handoverId: lockedTo, by, at: now }
      const fault = await faultOf(session, proof, answering, now)
      if (fault) {
        if (takeback) await handovers.unlockRefused(takeback, fault)
        return refuse(fault, {}, by)
      }
      // A PIN opens the screen, but is too short to stand for a proof that it is them.
      if (proof.by !== 'pin') await updateSession(auth.db, token, { provedAt: now })
      const present = await readSession(answering.cookie)
      if (present?.stage === 'open') await updateSession(auth.db, present.token, { stage: 'locked' })
      const going = { token, method, isResumed: true, ...(staff ? { staffId: staff.staffId } : {}) }
      const admitted = await completeSignIn(scope, answering, going)
      if ('answer' in admitted) {
        admitted.details = { ...admitted.details, by: proof.by }
        if (takeback) await handovers.unlocked(takeback, proof.by)
      }
      return admitted
    }),
  }
}
