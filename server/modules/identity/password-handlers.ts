import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type AuditAttribution } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import { revokeResetLinks, queueAccountNotice, queueAccountMessage } from './account-message-store.ts'
import { isAuthApiError } from './auth.ts'
import { normalizeEmail } from './account-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { actorOfAccount } from './identity-rules.ts'
import { findAccount, findStaffOfAccount } from './identity-store.ts'
import { validatePassword } from './password-policy.ts'

/** Mails to one address, whoever asks for them, and mails that one visitor asks for: beyond, nothing is sent. */
const mailRate: Rate = { attempts: 3, seconds: 900 }
const requestRate: Rate = { attempts: 20, seconds: 900 }

/** Setting a new password by a link that was sent to the address. */
export function passwordHandlers(deps: IdentityDeps) {
  const { auth, database, devices, passwordPolicy, rates, signInMethods } = deps

  /** Whose link it is, or why it opens nothing; looked at first, for a refused password must not use it up. */
  async function holderOf(token: string, now: Date) {
    const { internalAdapter } = await auth.auth.$context
    const kept = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    const account = kept && (await findAccount(auth.db, kept.value))
    if (!account) return 'invalid-action-code'
    return kept.expiresAt <= now ? 'expired-action-code' : account
  }

  /** Sets the password and spends the link; false when another request spent it first. */
  async function setPassword(token: string, newPassword: string): Promise<boolean> {
    try {
      await auth.auth.api.resetPassword({ body: { token, newPassword } })
      return true
    } catch (error) {
      if (isAuthApiError(error)) return false
      throw error
    }
  }

  return {
    requestReset: handle(contract.identity.requestReset, async (scope, { email: typed }) => {
      const email = normalizeEmail(typed)
      if (!email) return refuse('invalid-email')
      const by: AuditAttribution = { actor: { kind: 'anyone', role: 'anyone', email } }
      if (!signInMethods.password)
        return { answer: { success: false, error: signInMessages['operation-not-allowed'] }, by }
      const isWithin = await rates.attemptAll([
        ['reset.visitor', requestRate, networkOf(scope.visit.ip)],
        ['reset.address', mailRate, email],
      ])
      if (isWithin) await queueAccountMessage(deps, { kind: 'reset', recipient: email })
      return { answer: { success: true }, by }
    }),

    openReset: handle(contract.identity.openReset, async (scope, { token }) => {
      const holder = signInMethods.password ? await holderOf(token, scope.now) : 'invalid-action-code'
      if (typeof holder === 'string') return refuse(holder)
      return { answer: { valid: true as const }, subject: holder.userId }
    }),

    reset: handle(contract.identity.reset, async (scope, { token, password }) => {
      const holder = signInMethods.password ? await holderOf(token, scope.now) : 'invalid-action-code'
      if (typeof holder === 'string') return refuse(holder)
      const { userId, name, email } = holder
      const records = await findStaffOfAccount(database, userId)
      const by = actorOfAccount(holder, records[0] ?? null, scope.visit)
      const practices = records.map(({ clinicName }) => clinicName)
      const faults = await validatePassword(passwordPolicy, password, [name, email, ...practices])
      if (faults.length > 0) return refuse('weak-password', { faults }, by)
      if (!(await setPassword(token, password))) return refuse('invalid-action-code', {}, by)
      // With it every session has ended. Whoever held another link or a device of this account starts again, too.
      await revokeResetLinks(auth.db, userId)
      await devices.forget(userId)
      await queueAccountNotice(deps, email, 'password')
      return { answer: { reset: true as const }, subject: userId, by }
    }),
  }
}
