import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { step_up_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { handle, type HttpContext } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice } from './account-message-store.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { LockedSession } from './locked-sessions.ts'
import { actorOfSession, type SessionStage } from './identity-rules.ts'
import { endSession, endSessionsOfUser } from './identity-store.ts'

/** Codes have six digits: few guesses, whoever makes them and wherever from. */
const guessRate: Rate = { attempts: 10, seconds: 900 }

/** And few in a day, for those who hold the first factor and have time. */
const dailyGuessRate: Rate = { attempts: 50, seconds: 24 * 3600 }

/** How often its owner is told that somebody guesses. */
const noticeRate: Rate = { attempts: 1, seconds: 24 * 3600 }

/** The steps between a proved first factor and an open session. */
export function secondFactorHandlers(deps: IdentityDeps) {
  const { auth, rates, readSession, secondFactors, devices, cookies, completeSignIn } = deps

  /** The session that owes this step; null when it took too long or there is none. */
  async function owing(stage: SessionStage, { cookie }: HttpContext) {
    const session = await readSession(cookie)
    return session?.stage === stage ? session : null
  }

  /** The same for setting one up: with the first factor proved just now, and no second one set up meanwhile. */
  async function owingEnrolment(answering: HttpContext, now: Date) {
    const session = await owing('enrol', answering)
    if (!session || (await secondFactors.isOn(session.userId))) return null
    return now.getTime() - session.authenticatedAt.getTime() <= step_up_minutes * minute_ms ? session : null
  }

  /** Counts a guess before it is looked at; whether there may be one more. */
  async function mayGuess(userId: string): Promise<boolean> {
    return (
      (await rates.attempt('second-factor', guessRate, userId)) &&
      (await rates.attempt('second-factor.day', dailyGuessRate, userId))
    )
  }
  async function forgiveGuess(userId: string): Promise<void> {
    await rates.refund('second-factor', guessRate, userId)
    await rates.refund('second-factor.day', dailyGuessRate, userId)
  }

  /** The sign-in that owed this step, for the clinic it was begun for. */
  const goingOn = ({ token, method, staff }: LockedSession) => ({
    token,
    method,
    ...(staff ? { staffId: staff.staffId } : {}),
  })

  return {
    secondFactor: handle(contract.identity.secondFactor, async (scope, input, answering) => {
      const session = await owing('second-factor', answering)
      if (!session) return refuse('code-expired')
      const { userId, token } = session
      const by = actorOfSession(session, scope.visit)
      if (!(await mayGuess(userId))) {
        // Whoever guesses this often has only the first factor: they start again, and its owner is told.
        await endSession(auth.db, token)
        if (await rates.attempt('second-factor.notice', noticeRate, userId))
          await queueAccountNotice(deps, session.email, 'second-factor-guessed')
        return refuse('too-many-requests', {}, by)
      }
      const { code, kind, remember } = input
      const isRight =
        kind === 'app'
          ? await secondFactors.verify(userId, code, scope.now)
          : await secondFactors.recover(userId, code)
      if (!isRight) return refuse('invalid-verification-code', {}, by)
      await forgiveGuess(userId)
      const admitted = await completeSignIn(scope, answering, { ...goingOn(session), hasSecondFactor: true })
      if (remember && 'answer' in admitted && admitted.answer.step === 'open') {
        const device = await devices.remember(userId, scope.now)
        answering.setCookie(cookies.setDevice(device.token, device.seconds))
      }
      if ('answer' in admitted) admitted.details = { ...admitted.details, secondFactor: kind, remember }
      return admitted
    }),

    startEnrolment: handle(contract.identity.startEnrolment, async (scope, _input, answering) => {
      const session = await owingEnrolment(answering, scope.now)
      const enrolment = session && (await secondFactors.start(session.userId, session.email))
      if (!enrolment) return refuse('code-expired')
      return { answer: enrolment, subject: session.userId, by: actorOfSession(session, scope.visit) }
    }),

    finishEnrolment: handle(contract.identity.finishEnrolment, async (scope, { code }, answering) => {
      const session = await owingEnrolment(answering, scope.now)
      if (!session) return refuse('code-expired')
      const { userId, sessionId } = session
      const by = actorOfSession(session, scope.visit)
      if (!(await mayGuess(userId))) return refuse('too-many-requests', {}, by)
      if (!(await secondFactors.confirm(userId, code, scope.now)))
        return refuse('invalid-verification-code', {}, by)
      await forgiveGuess(userId)
      // Whoever else came in with the first factor alone has had it.
      await endSessionsOfUser(auth.db, userId, sessionId)
      return completeSignIn(scope, answering, { ...goingOn(session), hasSecondFactor: true })
    }),
  }
}
