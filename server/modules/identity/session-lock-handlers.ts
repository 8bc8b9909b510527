import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { pin_attempts_max, session_hours_max } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import { handle, type Answering } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { lockedSessions, type HeldSession } from './held-sessions.ts'
import { unlockWaysOf } from './identity-account-store.ts'
import type { HandoverNews, IdentityParts } from './identity-parts.ts'
import { byOfSession, refusalOf } from './identity-rules.ts'
import { changeSession, endSession } from './identity-store.ts'
import { isPinOf } from './session-pin.ts'
import { faultOfProof, type OwnProof } from './session-proof.ts'

/** A PIN is short: as long as the session stays locked, these are all the tries there are. */
const pinTries: Rate = { attempts: pin_attempts_max, seconds: session_hours_max * 3600 }

/** And these are all for one account in a day, however often its screens were unlocked in between. */
const pinTriesDaily: Rate = { attempts: 20, seconds: day_ms / 1000 }

type UnlockProof = { by: 'pin'; pin: string } | Extract<OwnProof, { by: 'password' | 'passkey' }>

/** A shared computer: its screen locks, and each of its people goes on with their own session. */
export function sessionLockHandlers(parts: IdentityParts & { handovers: HandoverNews }) {
  const { auth, rates, readSession, admitPerson, handovers } = parts

  /** Why the proof does not unlock this session; null when it does. Too many wrong PINs end it. */
  async function faultOf(session: HeldSession, proof: UnlockProof, answering: Answering, now: Date) {
    const { token, userId } = session
    if (proof.by !== 'pin') return faultOfProof(parts, userId, proof, { answering, now })
    // Counted by the token, which every unlocking renews, and before the PIN is looked at.
    if (!(await rates.attempt('pin', pinTries, token))) {
      await endSession(auth.db, token)
      return 'user-token-expired'
    }
    if (!(await rates.attempt('pin-daily', pinTriesDaily, userId))) return 'too-many-requests'
    if (!(await isPinOf(auth.db, userId, proof.pin))) return 'wrong-pin'
    await rates.forgive('pin-daily', pinTriesDaily, userId)
    return null
  }

  return {
    lock: handle(contract.identity.lock, async ({ userId }, _input, answering) => {
      const session = await readSession(answering.cookie)
      if (session) await changeSession(auth.db, session.token, { stage: 'locked' })
      return { answer: { locked: true as const }, subject: userId }
    }),

    locked: handle(contract.identity.locked, async ({ now }, _input, answering) => {
      const sessions = await lockedSessions(parts, answering, now)
      const waiting = sessions.filter((session) => refusalOf(session) === null)
      return {
        answer: await Promise.all(
          waiting.map(async ({ sessionId, userId, name, staff, lockedTo }) => ({
            sessionId,
            name,
            clinicName: staff?.clinicName ?? null,
            handedOver: lockedTo,
            ...(await unlockWaysOf(auth.db, userId)),
          })),
        ),
      }
    }),

    unlock: handle(contract.identity.unlock, async (scope, { sessionId, proof }, answering) => {
      const { now } = scope
      const sessions = await lockedSessions(parts, answering, now)
      const session = sessions.find((one) => one.sessionId === sessionId)
      if (!session) return refuse('user-token-expired')
      const { token, way, staff, lockedTo } = session
      const by = byOfSession(session, scope.visit)
      const takeback = staff && lockedTo && { clinicId: staff.clinicId, handoverId: lockedTo, by, at: now }
      const fault = await faultOf(session, proof, answering, now)
      if (fault) {
        if (takeback) await handovers.unlockRefused(takeback, fault)
        return refuse(fault, {}, by)
      }
      // A PIN opens the screen, but is too short to stand for a proof that it is them.
      if (proof.by !== 'pin') await changeSession(auth.db, token, { provedAt: now })
      const present = await readSession(answering.cookie)
      if (present?.stage === 'open') await changeSession(auth.db, present.token, { stage: 'locked' })
      const going = { token, way, goesOn: true, ...(staff ? { staffId: staff.staffId } : {}) }
      const admitted = await admitPerson(scope, answering, going)
      if ('answer' in admitted) {
        admitted.details = { ...admitted.details, by: proof.by }
        if (takeback) await handovers.unlocked(takeback, proof.by)
      }
      return admitted
    }),
  }
}
