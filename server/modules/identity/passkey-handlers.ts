import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { IdentityParts } from './identity-parts.ts'
import { askForPasskey } from './passkey-flow.ts'
import { provePasskey } from './passkey-proof.ts'

/** Nobody guesses a passkey; whoever tries this often is looking for something else. */
const failures: Rate = { attempts: 50, seconds: 300 }

/** The operations of signing in with a passkey. */
export function passkeyHandlers(parts: IdentityParts) {
  const { auth, rates, ways, admitPerson } = parts

  return {
    passkeyOptions: handle(contract.identity.passkeyOptions, async (_scope, _input, answering) => {
      if (!ways.passkey) return refuse('operation-not-allowed')
      return { answer: { options: await askForPasskey(auth, answering) } }
    }),

    checkPasskey: handle(contract.identity.checkPasskey, async (scope, { response }, answering) => {
      if (!ways.passkey) return refuse('operation-not-allowed')
      const { ip } = scope.visit
      if (!(await rates.attempt('sign-in.passkey', failures, ip))) return refuse('too-many-requests')
      const proved = await provePasskey(auth, response, answering.cookie)
      if (!proved) return refuse('passkey-not-known')
      await rates.forgive('sign-in.passkey', failures, ip)
      return admitPerson(scope, answering, { token: proved.token, way: 'passkey' })
    }),
  }
}
