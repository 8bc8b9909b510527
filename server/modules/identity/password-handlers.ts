import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type By } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import { endResetLinks, giveNotice, queueAccountMessage } from './account-message-store.ts'
import { isLibraryRefusal } from './auth.ts'
import { emailOf } from './account-email.ts'
import type { IdentityParts } from './identity-parts.ts'
import { byOf } from './identity-rules.ts'
import { findAccount, staffOfAccount } from './identity-store.ts'
import { faultsOf } from './password-policy.ts'

/** Mails to one address, whoever asks for them, and mails that one visitor asks for: beyond, nothing is sent. */
const mails: Rate = { attempts: 3, seconds: 900 }
const requests: Rate = { attempts: 20, seconds: 900 }

/** Setting a new password by a link that was sent to the address. */
export function passwordHandlers(parts: IdentityParts) {
  const { auth, database, devices, passwordPolicy, rates, ways } = parts

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
      if (isLibraryRefusal(error)) return false
      throw error
    }
  }

  return {
    requestReset: handle(contract.identity.requestReset, async (scope, { email: typed }) => {
      const email = emailOf(typed)
      if (!email) return refuse('invalid-email')
      const by: By = { actor: { kind: 'anyone', role: 'anyone', email } }
      if (!ways.password)
        return { answer: { success: false, error: signInMessages['operation-not-allowed'] }, by }
      const isWithin = await rates.attemptAll([
        ['reset.visitor', requests, networkOf(scope.visit.ip)],
        ['reset.address', mails, email],
      ])
      if (isWithin) await queueAccountMessage(parts, { kind: 'reset', recipient: email })
      return { answer: { success: true }, by }
    }),

    openReset: handle(contract.identity.openReset, async (scope, { token }) => {
      const holder = ways.password ? await holderOf(token, scope.now) : 'invalid-action-code'
      if (typeof holder === 'string') return refuse(holder)
      return { answer: { valid: true as const }, subject: holder.userId }
    }),

    reset: handle(contract.identity.reset, async (scope, { token, password }) => {
      const holder = ways.password ? await holderOf(token, scope.now) : 'invalid-action-code'
      if (typeof holder === 'string') return refuse(holder)
      const { userId, name, email } = holder
      const records = await staffOfAccount(database, userId)
      const by = byOf(holder, records[0] ?? null, scope.visit)
      const practices = records.map(({ clinicName }) => clinicName)
      const faults = await faultsOf(passwordPolicy, password, [name, email, ...practices])
      if (faults.length > 0) return refuse('weak-password', { faults }, by)
      if (!(await setPassword(token, password))) return refuse('invalid-action-code', {}, by)
      // With it every session has ended. Whoever held another link or a device of this account starts again, too.
      await endResetLinks(auth.db, userId)
      await devices.forget(userId)
      await giveNotice(parts, email, 'password')
      return { answer: { reset: true as const }, subject: userId, by }
    }),
  }
}
