import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import { queueAccountMessage } from './account-message-store.ts'
import type { IdentityParts } from './identity-parts.ts'
import { userOfPhone } from './identity-store.ts'
import { takePhoneCode } from './phone-proof.ts'
import { phoneNumberOf, phoneRefusal } from './phone-rules.ts'
import { guessLimits, type GuessRates } from './sign-in-guesses.ts'

/** Texts to one number, whoever asks for them: beyond, the answer is the same and nothing is sent. Texts cost money. */
const texts: Rate = { attempts: 5, seconds: 3600 }
/** Codes that one visitor asks for, whatever the numbers. */
const requests: Rate = { attempts: 10, seconds: 900 }

/**
 * Guesses, besides the three that the library lets anybody make at one code: few for one number from one address, more
 * for a number from everywhere and for an address in all, so that a stranger elsewhere keeps nobody out.
 */
const failures: GuessRates = {
  accountFrom: { attempts: 10, seconds: 900 },
  address: { attempts: 60, seconds: 900 },
  account: { attempts: 30, seconds: 3600 },
}

/** Signing in by a code that was sent to the phone. */
export function phoneHandlers(parts: IdentityParts) {
  const { accounts, auth, rates, ways, admitPerson } = parts
  const guesses = guessLimits(parts, 'phone-code', failures)

  return {
    sendPhoneCode: handle(contract.identity.sendPhoneCode, async (scope, { phone: typed }) => {
      if (!ways.phone) return refuse('operation-not-allowed')
      const phone = phoneNumberOf(typed)
      if (!phone) return refuse(phoneRefusal(typed))
      if (!(await rates.attempt('phone-texts.visitor', requests, networkOf(scope.visit.ip))))
        return refuse('too-many-requests')
      if (await rates.attempt('phone-texts.number', texts, phone))
        await queueAccountMessage(parts, { kind: 'phone-code', recipient: phone })
      return { answer: { sent: true as const } }
    }),

    checkPhoneCode: handle(
      contract.identity.checkPhoneCode,
      async (scope, { phone: typed, code }, answering) => {
        if (!ways.phone) return refuse('operation-not-allowed')
        const phone = phoneNumberOf(typed)
        if (!phone) return refuse('invalid-verification-code')
        const userId = await userOfPhone(auth.db, phone)
        const counted = await guesses.count({ ...scope, login: phone, userId }, answering)
        if (!counted) return refuse('too-many-requests')
        if (!(await takePhoneCode(auth, { purpose: 'phone-code', phone }, code)))
          return refuse('invalid-verification-code')
        // A code that was right proves a phone, and only an account that has proved it too is signed in to.
        if (!userId) return refuse('invalid-verification-code')
        await guesses.forgive(counted)
        return admitPerson(scope, answering, { token: await accounts.bearSession(userId), way: 'phone' })
      },
    ),
  }
}
