import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { ownWays, queueAccountMessage } from '../identity/index.ts'
import type { AccountParts } from './account-parts.ts'

/** The operations of one's own identities at providers. What links them is where the provider sends people back to. */
export function identityOperations(parts: AccountParts) {
  const { startLinking, unlinkIdentity } = ownWays(parts)

  return {
    linkProvider: handle(contract.account.linkProvider, async ({ userId }, { provider }, answering) => {
      if (!parts.ways.providers.includes(provider)) return refuse('operation-not-allowed')
      const url = await startLinking(provider, answering)
      return { answer: { url }, subject: userId, details: { provider } }
    }),

    unlinkProvider: handle(contract.account.unlinkProvider, async ({ userId, actor }, { provider }) => {
      if (!(await unlinkIdentity(userId, provider))) return refuse('identity-not-found')
      await queueAccountMessage(parts, {
        kind: 'account-changed',
        recipient: actor.email,
        details: { change: 'identity-unlinked' },
      })
      return { answer: { done: true as const }, subject: userId, details: { provider } }
    }),
  }
}
