import { contract } from '../../../contract/index.ts'
import { handle, type AccountScope } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { ownWays, queueAccountMessage } from '../identity/index.ts'
import type { AccountParts } from './account-parts.ts'

const done = { done: true } as const

/** The operations of one's own passkeys. */
export function passkeyOperations(parts: AccountParts) {
  const ways = ownWays(parts)

  const tell = ({ actor }: AccountScope, change: 'passkey-added' | 'passkey-removed') =>
    queueAccountMessage(parts, { kind: 'account-changed', recipient: actor.email, details: { change } })

  return {
    passkeyOptions: handle(contract.account.passkeyOptions, async ({ userId }, _input, answering) => ({
      answer: { options: await ways.askForNewPasskey(answering) },
      subject: userId,
    })),

    addPasskey: handle(contract.account.addPasskey, async (scope, made, answering) => {
      const passkey = await ways.addPasskey(made, answering)
      if (!passkey) return refuse('passkey-refused')
      await tell(scope, 'passkey-added')
      return {
        answer: { ...passkey, createdAt: passkey.createdAt.toISOString() },
        subject: scope.userId,
        details: { passkey: passkey.id },
      }
    }),

    renamePasskey: handle(contract.account.renamePasskey, async ({ userId }, { passkeyId, name }) => {
      if (!(await ways.renamePasskey(userId, passkeyId, name))) return refuse('passkey-not-found')
      return { answer: done, subject: userId, details: { passkey: passkeyId } }
    }),

    removePasskey: handle(contract.account.removePasskey, async (scope, { passkeyId }) => {
      const { userId } = scope
      if (!(await ways.removePasskey(userId, passkeyId))) return refuse('passkey-not-found')
      await tell(scope, 'passkey-removed')
      return { answer: done, subject: userId, details: { passkey: passkeyId } }
    }),
  }
}
