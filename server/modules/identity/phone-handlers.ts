import { createHash, randomBytes } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import { queueAccountMessage } from './account-message-store.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findUserIdByPhone } from './identity-store.ts'
import { consumePhoneCode } from './phone-verification.ts'
import { parsePhoneNumber, phoneRefusal } from './phone-rules.ts'
import { createGuessLimiter, type GuessRates } from './guess-limiter.ts'

/** Texts to one number, whoever asks for them: beyond, the answer is the same and nothing is sent. Texts cost money. */
const textRate: Rate = { attempts: 5, seconds: 3600 }
/** Codes that one visitor asks for, whatever the numbers. */
const requestRate: Rate = { attempts: 10, seconds: 900 }

/**
 * Guesses, besides the three that the library lets anybody make at one code: few for one number from one address, more
 * for a number from everywhere and for an address in all, so that a stranger elsewhere keeps nobody out.
 */
const failureRates: GuessRates = {
  accountFrom: { attempts: 10, seconds: 900 },
  address: { attempts: 60, seconds: 900 },
  account: { attempts: 30, seconds: 3600 },
}

/** A browser that asked is known by a token for longer than its code works. */
const request_seconds = 600
const token_bytes = 32

/** Nobody asked in a browser without a token: no code was made for it, and trying one takes as long. */
const requesterOf = (token: string | null): string =>
  token === null ? 'nobody' : createHash('sha256').update(token).digest('base64url')

/** Signing in by a code that was sent to the phone. */
export function phoneHandlers(deps: IdentityDeps) {
  const { accounts, auth, cookies, rates, signInMethods, completeSignIn } = deps
  const guesses = createGuessLimiter(deps, 'phone-code', failureRates)

  return {
    sendPhoneCode: handle(contract.identity.sendPhoneCode, async (scope, { phone: typed }, answering) => {
      if (!signInMethods.phone) return refuse('operation-not-allowed')
      const phone = parsePhoneNumber(typed)
      if (!phone) return refuse(phoneRefusal(typed))
      if (!(await rates.attempt('phone-texts.visitor', requestRate, networkOf(scope.visit.ip))))
        return refuse('too-many-requests')
      const token = randomBytes(token_bytes).toString('base64url')
      const details = { requester: requesterOf(token) }
      if (await rates.attempt('phone-texts.number', textRate, phone))
        await queueAccountMessage(deps, { kind: 'phone-code', recipient: phone, details })
      answering.setCookie(cookies.setCodeRequest(token, request_seconds))
      return { answer: { sent: true as const } }
    }),

    checkPhoneCode: handle(
      contract.identity.checkPhoneCode,
      async (scope, { phone: typed, code }, answering) => {
        if (!signInMethods.phone) return refuse('operation-not-allowed')
        const phone = parsePhoneNumber(typed)
        if (!phone) return refuse('invalid-verification-code')
        const userId = await findUserIdByPhone(auth.db, phone)
        const counted = await guesses.count({ ...scope, login: phone, userId }, answering)
        if (!counted) return refuse('too-many-requests')
        const requester = requesterOf(cookies.codeRequest(answering.cookie))
        if (!(await consumePhoneCode(auth, { purpose: 'phone-code', phone, requester }, code)))
          return refuse('invalid-verification-code')
        // A code that was right proves a phone, and only an account that has proved it too is signed in to.
        if (!userId) return refuse('invalid-verification-code')
        await guesses.forgive(counted)
        return completeSignIn(scope, answering, {
          token: await accounts.bearSession(userId),
          method: 'phone',
        })
      },
    ),
  }
}
