import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice, accountOperations, queueAccountMessage } from '../identity/index.ts'
import { doneResponse, type AccountDeps } from './account-deps.ts'

/** Texts to one number, and from one account; beyond these nothing is sent, and the answer is the same. */
const smsRateLimit: Rate = { attempts: 5, seconds: 3600 }

/** A phone to sign in with becomes theirs once it is proved. */
export function accountPhoneHandlers(deps: AccountDeps) {
  const { rates } = deps
  const own = accountOperations(deps)

  return {
    sendPhoneCode: handle(contract.account.sendPhoneCode, async ({ userId }, { phone: typed }) => {
      const recipient = own.phoneNumberOf(typed)
      if (!recipient) return refuse(own.phoneRefusal(typed))
      const isWithin = await rates.attemptAll([
        ['phone-change.number', smsRateLimit, recipient],
        ['phone-change.account', smsRateLimit, userId],
      ])
      const details = { requester: userId }
      if (isWithin) await queueAccountMessage(deps, { kind: 'phone-change', recipient, details })
      return { answer: { sent: true as const }, subject: userId }
    }),

    confirmPhone: handle(contract.account.confirmPhone, async (scope, { phone: typed, code }) => {
      const { userId, actor, now } = scope
      const phone = own.phoneNumberOf(typed)
      if (!phone || !(await own.takePhoneCode(userId, phone, code)))
        return refuse('invalid-verification-code')
      if (!(await own.setPhone(userId, phone, now))) return refuse('phone-taken')
      await queueAccountNotice(deps, actor.email, 'phone')
      return { answer: doneResponse, subject: userId }
    }),

    removePhone: handle(contract.account.removePhone, async ({ userId, actor, now }) => {
      await own.setPhone(userId, null, now)
      await queueAccountNotice(deps, actor.email, 'phone')
      return { answer: doneResponse, subject: userId }
    }),
  }
}
