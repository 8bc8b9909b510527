import { single_sign_on_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { IdentityDeps } from '../identity/index.ts'
import type { OidcRequest } from './oidc-client.ts'

/** What waits for somebody who is away at the provider of a practice. */
export type SignInFlow = {
  connectionId: string
  /** A path of ours to go on to. */
  to: string | null
  request: OidcRequest
}

const flowKey = (state: string) => `sso-state:${state}`

/** Sign-ins that were begun: each is known by a secret of its own, in one browser, for some minutes, once. */
export function signInFlows({ auth, cookies }: Pick<IdentityDeps, 'auth' | 'cookies'>) {
  return {
    /** Keeps it, and binds it to this browser. */
    async store(flow: SignInFlow, now: Date, answering: HttpContext): Promise<void> {
      const { internalAdapter } = await auth.auth.$context
      const { state } = flow.request
      await internalAdapter.createVerificationValue({
        identifier: flowKey(state),
        value: JSON.stringify(flow),
        expiresAt: new Date(now.getTime() + single_sign_on_minutes * minute_ms),
      })
      answering.setCookie(cookies.setFlowState(state, single_sign_on_minutes * 60))
    },
    /** Takes it out; null when this browser did not leave for it, or it is used up, or too old. */
    async take(state: unknown, now: Date, answering: HttpContext): Promise<SignInFlow | null> {
      if (typeof state !== 'string' || cookies.flowState(answering.cookie) !== state) return null
      answering.setCookie(cookies.setFlowState('', 0))
      const { internalAdapter } = await auth.auth.$context
      const kept = await internalAdapter.consumeVerificationValue(flowKey(state))
      return kept && kept.expiresAt > now ? (JSON.parse(kept.value) as SignInFlow) : null
    },
  }
}
