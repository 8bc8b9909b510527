import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle, type Answering } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { IdentityParts } from './identity-parts.ts'
import type { HeldSession } from './held-sessions.ts'
import { byOfSession, type SessionStage } from './identity-rules.ts'
import { endSession } from './identity-store.ts'

/** Codes have six digits: few guesses, whoever makes them and wherever from. */
const guesses: Rate = { attempts: 10, seconds: 900 }

/** The steps between a proved first factor and an open session. */
export function secondFactorHandlers(parts: IdentityParts) {
  const { auth, rates, readSession, secondFactors, devices, cookies, admitPerson } = parts

  /** The session that owes this step; null when it took too long or there is none. */
  async function owing(stage: SessionStage, { cookie }: Answering) {
    const session = await readSession(cookie)
    return session?.stage === stage ? session : null
  }

  /** The sign-in that owed this step, for the clinic it was begun for. */
  const goingOn = ({ token, way, staff }: HeldSession) => ({
    token,
    way,
    ...(staff ? { staffId: staff.staffId } : {}),
  })

  return {
    secondFactor: handle(contract.identity.secondFactor, async (scope, input, answering) => {
      const session = await owing('second-factor', answering)
      if (!session) return refuse('code-expired')
      const { userId, token } = session
      const by = byOfSession(session, scope.visit)
      if (!(await rates.attempt('second-factor', guesses, userId))) {
        // Whoever guesses this often has only the first factor: they start again.
        await endSession(auth.db, token)
        return refuse('too-many-requests', {}, by)
      }
      const { code, kind, remember } = input
      const isRight =
        kind === 'app'
          ? await secondFactors.verify(userId, code, scope.now)
          : await secondFactors.recover(userId, code)
      if (!isRight) return refuse('invalid-verification-code', {}, by)
      await rates.forgive('second-factor', guesses, userId)
      const admitted = await admitPerson(scope, answering, { ...goingOn(session), secondFactorGiven: true })
      if (remember && 'answer' in admitted && admitted.answer.step === 'open') {
        const device = await devices.remember(userId, scope.now)
        answering.setCookie(cookies.setDevice(device.token, device.seconds))
      }
      if ('answer' in admitted) admitted.details = { ...admitted.details, secondFactor: kind, remember }
      return admitted
    }),

    startEnrolment: handle(contract.identity.startEnrolment, async (scope, _input, answering) => {
      const session = await owing('enrol', answering)
      if (!session) return refuse('code-expired')
      const { userId, email } = session
      return {
        answer: await secondFactors.start(userId, email),
        subject: userId,
        by: byOfSession(session, scope.visit),
      }
    }),

    finishEnrolment: handle(contract.identity.finishEnrolment, async (scope, { code }, answering) => {
      const session = await owing('enrol', answering)
      if (!session) return refuse('code-expired')
      const { userId } = session
      const by = byOfSession(session, scope.visit)
      if (!(await rates.attempt('second-factor', guesses, userId))) return refuse('too-many-requests', {}, by)
      if (!(await secondFactors.confirm(userId, code, scope.now)))
        return refuse('invalid-verification-code', {}, by)
      await rates.forgive('second-factor', guesses, userId)
      return admitPerson(scope, answering, { ...goingOn(session), secondFactorGiven: true })
    }),
  }
}
