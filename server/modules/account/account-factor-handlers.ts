import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { validatePassword, queueAccountNotice, accountOperations } from '../identity/index.ts'
import { doneResponse, type AccountDeps } from './account-deps.ts'

/** Codes have six digits: few guesses at the first code of a new app. */
const codeRateLimit: Rate = { attempts: 10, seconds: 900 }

/** The password, and the PIN of a shared computer. */
export function accountSecretHandlers(deps: AccountDeps) {
  const { accounts, devices, passwordPolicy } = deps
  const own = accountOperations(deps)

  return {
    changePassword: handle(
      contract.account.changePassword,
      async (scope, { current, password }, answering) => {
        const { userId, visit, now } = scope
        const proof = { by: 'password', password: current } as const
        const proofError = await own.faultOfProof(userId, proof, { answering, now })
        if (proofError) return refuse(proofError)
        const { email, name } = await accounts.ofCaller(userId)
        const practices = (await own.records(userId)).map(({ clinicName }) => clinicName)
        const faults = await validatePassword(passwordPolicy, password, [name, email, ...practices])
        if (faults.length > 0) return refuse('weak-password', { faults })
        await own.setPassword(userId, password, now)
        await own.endOtherSessions(userId, visit.sessionId)
        await devices.forget(userId)
        await own.renewSession(answering, now)
        await queueAccountNotice(deps, email, 'password')
        return { answer: doneResponse, subject: userId }
      },
    ),

    setPin: handle(contract.account.setPin, async ({ userId, actor }, { pin }) => {
      if (own.isTooSimple(pin)) return refuse('pin-too-simple')
      await own.setPin(userId, pin)
      await queueAccountNotice(deps, actor.email, 'pin')
      return { answer: doneResponse, subject: userId }
    }),

    removePin: handle(contract.account.removePin, async ({ userId, actor }) => {
      await own.setPin(userId, null)
      await queueAccountNotice(deps, actor.email, 'pin')
      return { answer: doneResponse, subject: userId }
    }),
  }
}

/** The second factor, and the devices that are not asked for it. */
export function accountFactorHandlers(deps: AccountDeps) {
  const { accounts, devices, rates, secondFactors } = deps
  const own = accountOperations(deps)

  return {
    startSecondFactor: handle(contract.account.startSecondFactor, async ({ userId, actor, now }) => ({
      answer: await secondFactors.startReplacement(userId, actor.email, now),
      subject: userId,
    })),

    confirmSecondFactor: handle(contract.account.confirmSecondFactor, async (scope, { code }, answering) => {
      const { userId, actor, visit, now } = scope
      if (!(await rates.attempt('new-second-factor', codeRateLimit, userId)))
        return refuse('too-many-requests')
      if (!(await secondFactors.confirmReplacement(userId, code, now)))
        return refuse('invalid-verification-code')
      await rates.refund('new-second-factor', codeRateLimit, userId)
      await devices.forget(userId)
      // The others came in without it.
      await own.endOtherSessions(userId, visit.sessionId)
      await own.renewSession(answering, now)
      await queueAccountNotice(deps, actor.email, 'second-factor-on')
      return { answer: doneResponse, subject: userId }
    }),

    removeSecondFactor: handle(contract.account.removeSecondFactor, async ({ userId, actor, now }) => {
      const account = await accounts.ofCaller(userId)
      if (!(await own.mayGiveUp('app', account, await own.records(userId), now)))
        return refuse('second-factor-required')
      await secondFactors.remove(userId)
      await devices.forget(userId)
      await queueAccountNotice(deps, actor.email, 'second-factor-off')
      return { answer: doneResponse, subject: userId }
    }),

    renewRecoveryCodes: handle(contract.account.renewRecoveryCodes, async ({ userId, actor }) => {
      const recoveryCodes = await secondFactors.renewRecoveryCodes(userId)
      if (!recoveryCodes) return refuse('second-factor-off')
      await queueAccountNotice(deps, actor.email, 'recovery-codes')
      return { answer: { recoveryCodes }, subject: userId }
    }),

    forgetDevices: handle(contract.account.forgetDevices, async ({ userId, now }) => {
      const forgotten = await devices.count(userId, now)
      await devices.forget(userId)
      return { answer: doneResponse, subject: userId, details: { forgotten } }
    }),
  }
}
