import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { giveNotice, ownAccount } from '../identity/index.ts'
import { done, type AccountParts } from './account-parts.ts'

/** The operations of one's own passkeys. */
export function accountPasskeyHandlers(parts: AccountParts) {
  const own = ownAccount(parts)

  return {
    passkeyOptions: handle(contract.account.passkeyOptions, async ({ userId }, _input, answering) => ({
      answer: { options: await own.askForNewPasskey(answering) },
      subject: userId,
    })),

    addPasskey: handle(contract.account.addPasskey, async ({ userId, actor }, made, answering) => {
      const passkey = await own.addPasskey(made, answering)
      if (!passkey) return refuse('passkey-refused')
      await giveNotice(parts, actor.email, 'passkey-added')
      return {
        answer: { ...passkey, createdAt: passkey.createdAt.toISOString() },
        subject: userId,
        details: { passkey: passkey.id },
      }
    }),

    renamePasskey: handle(contract.account.renamePasskey, async ({ userId }, { passkeyId, name }) => {
      if (!(await own.renamePasskey(userId, passkeyId, name))) return refuse('passkey-not-found')
      return { answer: done, subject: userId, details: { passkey: passkeyId } }
    }),

    removePasskey: handle(contract.account.removePasskey, async ({ userId, actor }, { passkeyId }) => {
      if (!(await own.removePasskey(userId, passkeyId))) return refuse('passkey-not-found')
      await giveNotice(parts, actor.email, 'passkey-removed')
      return { answer: done, subject: userId, details: { passkey: passkeyId } }
    }),
  }
}
