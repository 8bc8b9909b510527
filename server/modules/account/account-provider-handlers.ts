import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice, accountOperations } from '../identity/index.ts'
import { doneResponse, type AccountDeps } from './account-deps.ts'

/** The operations of one's own identities at providers. What links them is where the provider sends people back to. */
export function accountProviderHandlers(deps: AccountDeps) {
  const own = accountOperations(deps)

  return {
    linkProvider: handle(contract.account.linkProvider, async ({ userId }, { provider }, answering) => {
      if (!deps.signInMethods.providers.includes(provider)) return refuse('operation-not-allowed')
      const url = await own.startLinking(provider, answering)
      return { answer: { url }, subject: userId, details: { provider } }
    }),

    unlinkProvider: handle(contract.account.unlinkProvider, async ({ userId, actor }, { provider }) => {
      if (!(await own.unlinkIdentity(userId, provider))) return refuse('identity-not-found')
      await queueAccountNotice(deps, actor.email, 'identity-unlinked')
      return { answer: doneResponse, subject: userId, details: { provider } }
    }),
  }
}
