import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { requestPasskeyAssertion } from './passkey-flow.ts'
import { verifyPasskeySignIn } from './passkey-verification.ts'

/** Nobody guesses a passkey; whoever tries this often is looking for something else. */
const failures: Rate = { attempts: 50, seconds: 300 }

/** The operations of signing in with a passkey. */
export function passkeyHandlers(deps: IdentityDeps) {
  const { auth, rates, signInMethods, completeSignIn } = deps

  return {
    passkeyOptions: handle(contract.identity.passkeyOptions, async (_scope, _input, answering) => {
      return { answer: { options: await requestPasskeyAssertion(auth, answering) } }
    }),

    checkPasskey: handle(contract.identity.checkPasskey, async (scope, { response }, answering) => {
      if (!signInMethods.passkey) return refuse('operation-not-allowed')
      const { ip } = scope.visit
      if (!(await rates.attempt('sign-in.passkey', failures, ip))) return refuse('too-many-requests')
      const proved = await verifyPasskeySignIn(auth, response, answering.cookie)
      if (!proved) return refuse('passkey-not-known')
      await rates.refund('sign-in.passkey', failures, ip)
      return completeSignIn(scope, answering, { token: proved.token, method: 'passkey' })
    }),
  }
}
