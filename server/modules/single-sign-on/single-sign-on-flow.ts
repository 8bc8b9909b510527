import { single_sign_on_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { IdentityDeps } from '../identity/index.ts'
import type { ProviderRequest } from './provider-client.ts'

/** What waits for somebody who is away at a provider. */
export type SignInFlow = {
  connectionId: string
  /** The practice to sign in to, where the connection is its group's. */
  practiceId: string | null
  /** A path of ours to go on to. */
  to: string | null
  request: ProviderRequest
}

const flowKey = (state: string) => `sso-state:${state}`
const answerKey = (state: string) => `sso-answer:${state}`

/** How long an answer waits for the browser that posted it, which comes for it at once. */
const answer_minutes = 2

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
    /** The sign-in that waits, in whatever browser; null where there is no such one. */
    async awaited(state: string, now: Date): Promise<SignInFlow | null> {
      const { internalAdapter } = await auth.auth.$context
      const kept = await internalAdapter.findVerificationValue(flowKey(state))
      return kept && kept.expiresAt > now ? (JSON.parse(kept.value) as SignInFlow) : null
    },
    /**
     * Keeps what another site had the browser post. Such a post brings no cookie of ours, so nothing is decided by it: the
     * browser is sent on to the callback, and there it shows whether it left for this sign-in.
     */
    async storeAnswer(state: string, answer: string, now: Date): Promise<void> {
      const { internalAdapter } = await auth.auth.$context
      await internalAdapter.consumeVerificationValue(answerKey(state))
      await internalAdapter.createVerificationValue({
        identifier: answerKey(state),
        value: answer,
        expiresAt: new Date(now.getTime() + answer_minutes * minute_ms),
      })
    },
    /** What was posted for a sign-in, once; empty where nothing was. */
    async takeAnswer(state: string, now: Date): Promise<string> {
      const { internalAdapter } = await auth.auth.$context
      const kept = await internalAdapter.consumeVerificationValue(answerKey(state))
      return kept && kept.expiresAt > now ? kept.value : ''
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
