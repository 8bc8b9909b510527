import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { step_up_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { handle, type HttpContext } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice } from './account-message-store.ts'
import type { SignInResult } from './complete-sign-in.ts'
import { factorDemandOf, factorsToGive, factorsToSetUp, type SecondFactor } from './second-factor-rules.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { LockedSession } from './locked-sessions.ts'
import { actorOfSession, type SessionStage } from './identity-rules.ts'
import { endSession, endSessionsOfUser } from './identity-store.ts'
import { addPasskey, requestPasskeyRegistration } from './passkey-flow.ts'
import { verifyPasskeyOf } from './passkey-verification.ts'
import { isSingleSignOn } from './single-sign-on-method.ts'

/** Codes have six digits: few guesses, whoever makes them and wherever from. */
const guessRate: Rate = { attempts: 10, seconds: 900 }

/** And few in a day, for those who hold the first factor and have time. */
const dailyGuessRate: Rate = { attempts: 50, seconds: 24 * 3600 }

/** How often its owner is told that somebody guesses. */
const noticeRate: Rate = { attempts: 1, seconds: 24 * 3600 }

/** The steps between a proved first factor and an open session. */
export function secondFactorHandlers(deps: IdentityDeps) {
  const { auth, rates, readSession, secondFactors, devices, cookies, completeSignIn, adminsNeedPasskey } =
    deps

  /** What a session that is not open yet may be finished with, or must set up. */
  async function optionsOf(session: LockedSession, now: Date) {
    const demand = factorDemandOf(session, { now, adminsNeedPasskey })
    const held = await secondFactors.held(session.userId)
    const setUp = factorsToSetUp(demand, held)
    // A passkey would sign in to the account by itself, in every practice: that the account is theirs is not proved.
    return {
      give: factorsToGive(demand, held),
      setUp: isSingleSignOn(session.method) ? setUp.filter((factor) => factor === 'app') : setUp,
    }
  }

  /** The session that owes this step; null when it took too long or there is none. */
  async function owing(stage: SessionStage, { cookie }: HttpContext) {
    const session = await readSession(cookie)
    return session?.stage === stage ? session : null
  }

  /** The same for setting one up: with the first factor proved just now, and no second one set up meanwhile. */
  async function owingEnrolment(factor: SecondFactor, answering: HttpContext, now: Date) {
    const session = await owing('enrol', answering)
    if (!session || !(await optionsOf(session, now)).setUp.includes(factor)) return null
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

  async function rememberDevice(admitted: SignInResult, userId: string, answering: HttpContext, now: Date) {
    if (!('answer' in admitted) || admitted.answer.step !== 'open') return
    const device = await devices.remember(userId, now)
    answering.setCookie(cookies.setDevice(device.token, device.seconds))
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
      // Where a passkey is asked for, no code opens anything, nor is one used up.
      const isTaken = (await optionsOf(session, scope.now)).give.includes('app')
      const isRight =
        isTaken &&
        (kind === 'app'
          ? await secondFactors.verify(userId, code, scope.now)
          : await secondFactors.recover(userId, code))
      if (!isRight) return refuse('invalid-verification-code', {}, by)
      await forgiveGuess(userId)
      const admitted = await completeSignIn(scope, answering, { ...goingOn(session), given: 'app' })
      if (remember) await rememberDevice(admitted, userId, answering, scope.now)
      if ('answer' in admitted) admitted.details = { ...admitted.details, secondFactor: kind, remember }
      return admitted
    }),

    secondFactorOptions: handle(contract.identity.secondFactorOptions, async ({ now }, _input, answering) => {
      const session = await readSession(answering.cookie)
      if (session?.stage !== 'second-factor' && session?.stage !== 'enrol') return refuse('code-expired')
      const { give, setUp } = await optionsOf(session, now)
      return { answer: session.stage === 'enrol' ? { give: [], setUp } : { give, setUp: [] } }
    }),

    givePasskey: handle(contract.identity.givePasskey, async (scope, { response, remember }, answering) => {
      const session = await owing('second-factor', answering)
      if (!session) return refuse('code-expired')
      const { userId } = session
      const by = actorOfSession(session, scope.visit)
      if (!(await mayGuess(userId))) return refuse('too-many-requests', {}, by)
      if (!(await verifyPasskeyOf(auth, userId, response, answering.cookie)))
        return refuse('passkey-not-known', {}, by)
      await forgiveGuess(userId)
      const admitted = await completeSignIn(scope, answering, { ...goingOn(session), given: 'passkey' })
      if (remember) await rememberDevice(admitted, userId, answering, scope.now)
      if ('answer' in admitted) admitted.details = { ...admitted.details, secondFactor: 'passkey', remember }
      return admitted
    }),

    startPasskeyEnrolment: handle(
      contract.identity.startPasskeyEnrolment,
      async (scope, _input, answering) => {
        const session = await owingEnrolment('passkey', answering, scope.now)
        if (!session) return refuse('code-expired')
        const options = await requestPasskeyRegistration(auth, answering)
        return { answer: { options }, subject: session.userId, by: actorOfSession(session, scope.visit) }
      },
    ),

    finishPasskeyEnrolment: handle(
      contract.identity.finishPasskeyEnrolment,
      async (scope, made, answering) => {
        const session = await owingEnrolment('passkey', answering, scope.now)
        if (!session) return refuse('code-expired')
        const { userId, sessionId, email } = session
        const by = actorOfSession(session, scope.visit)
        if (!(await mayGuess(userId))) return refuse('too-many-requests', {}, by)
        const passkey = await addPasskey(auth, made, answering)
        if (!passkey) return refuse('passkey-not-known', {}, by)
        await forgiveGuess(userId)
        await endSessionsOfUser(auth.db, userId, sessionId)
        await queueAccountNotice(deps, email, 'passkey-added')
        const admitted = await completeSignIn(scope, answering, { ...goingOn(session), given: 'passkey' })
        if ('answer' in admitted) admitted.details = { ...admitted.details, passkey: passkey.id }
        return admitted
      },
    ),

    startEnrolment: handle(contract.identity.startEnrolment, async (scope, _input, answering) => {
      const session = await owingEnrolment('app', answering, scope.now)
      const enrolment = session && (await secondFactors.start(session.userId, session.email))
      if (!enrolment) return refuse('code-expired')
      return { answer: enrolment, subject: session.userId, by: actorOfSession(session, scope.visit) }
    }),

    finishEnrolment: handle(contract.identity.finishEnrolment, async (scope, { code }, answering) => {
      const session = await owingEnrolment('app', answering, scope.now)
      if (!session) return refuse('code-expired')
      const { userId, sessionId } = session
      const by = actorOfSession(session, scope.visit)
      if (!(await mayGuess(userId))) return refuse('too-many-requests', {}, by)
      if (!(await secondFactors.confirm(userId, code, scope.now)))
        return refuse('invalid-verification-code', {}, by)
      await forgiveGuess(userId)
      // Whoever else came in with the first factor alone has had it.
      await endSessionsOfUser(auth.db, userId, sessionId)
      return completeSignIn(scope, answering, { ...goingOn(session), given: 'app' })
    }),
  }
}
