import { createHash } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type AuditAttribution } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import { queueAccountMessage } from './account-message-store.ts'
import { isAuthApiError } from './auth.ts'
import { normalizeEmail } from './account-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { safeRedirectPath } from './safe-redirect-path.ts'

/** Mails to one address, whoever asks for them: beyond, the answer is the same and nothing is sent. */
const mailRate: Rate = { attempts: 3, seconds: 900 }
/** Links that one visitor asks for, whatever the addresses. */
const requestRate: Rate = { attempts: 20, seconds: 900 }

/** The name under which the library keeps a link's token: its hash, so that nobody who reads the table can use it. */
const nameOf = (token: string) => `magic-link:${createHash('sha256').update(token).digest('base64url')}`

/** Signing in by a link that was sent to the address. */
export function emailLinkHandlers(deps: IdentityDeps) {
  const { auth, rates, signInMethods, completeSignIn } = deps

  /** Why a link opens nothing; null while it is good. Looked at first, for the library tells used and expired ones alike. */
  async function faultOf(token: string, now: Date) {
    const { internalAdapter } = await auth.auth.$context
    const kept = await internalAdapter.findVerificationValue(nameOf(token))
    if (!kept) return 'invalid-action-code'
    return kept.expiresAt <= now ? 'expired-action-code' : null
  }

  /** Spends a link; the token of the session that the library made, or why it made none. */
  async function spend(token: string) {
    try {
      return await auth.auth.api.magicLinkVerify({ query: { token }, headers: new Headers() })
    } catch (error) {
      if (!isAuthApiError(error)) throw error
      // The library answers by sending the browser elsewhere, and says why in the address.
      const reason = new Headers(error.headers).get('location') ?? ''
      return reason.includes('new_user_signup_disabled') ? 'account-not-found' : 'invalid-action-code'
    }
  }

  return {
    sendEmailLink: handle(contract.identity.sendEmailLink, async (scope, { email: typed, to }) => {
      if (!signInMethods.emailLink) return refuse('operation-not-allowed')
      const email = normalizeEmail(typed)
      if (!email) return refuse('invalid-email')
      const by: AuditAttribution = { actor: { kind: 'anyone', role: 'anyone', email } }
      if (!(await rates.attempt('email-link.visitor', requestRate, networkOf(scope.visit.ip))))
        return refuse('too-many-requests', {}, by)
      const onwards = safeRedirectPath(to)
      if (await rates.attempt('email-link.address', mailRate, email))
        await queueAccountMessage(deps, {
          kind: 'email-link',
          recipient: email,
          details: onwards ? { to: onwards } : {},
        })
      return { answer: { sent: true as const }, by }
    }),

    openEmailLink: handle(contract.identity.openEmailLink, async (scope, { token }, answering) => {
      if (!signInMethods.emailLink) return refuse('operation-not-allowed')
      const fault = await faultOf(token, scope.now)
      if (fault) return refuse(fault)
      const opened = await spend(token)
      if (typeof opened === 'string') return refuse(opened)
      return completeSignIn(scope, answering, { token: opened.token, method: 'email-link' })
    }),
  }
}
