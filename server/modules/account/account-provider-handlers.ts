import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { giveNotice, ownAccount } from '../identity/index.ts'
import { done, type AccountParts } from './account-parts.ts'

/** The operations of one's own identities at providers. What links them is where the provider sends people back to. */
export function accountProviderHandlers(parts: AccountParts) {
  const own = ownAccount(parts)

  return {
    linkProvider: handle(contract.account.linkProvider, async ({ userId }, { provider }, answering) => {
      if (!parts.ways.providers.includes(provider)) return refuse('operation-not-allowed')
      const url = await own.startLinking(provider, answering)
      return { answer: { url }, subject: userId, details: { provider } }
    }),

    unlinkProvider: handle(contract.account.unlinkProvider, async ({ userId, actor }, { provider }) => {
      if (!(await own.unlinkIdentity(userId, provider))) return refuse('identity-not-found')
      await giveNotice(parts, actor.email, 'identity-unlinked')
      return { answer: done, subject: userId, details: { provider } }
    }),
  }
}
