import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice, accountOperations } from '../identity/index.ts'
import { doneResponse, type AccountDeps } from './account-deps.ts'

/** The operations of one's own passkeys. */
export function accountPasskeyHandlers(deps: AccountDeps) {
  const own = accountOperations(deps)

  return {
    passkeyOptions: handle(contract.account.passkeyOptions, async ({ userId }, _input, answering) => ({
      answer: { options: await own.askForNewPasskey(answering) },
      subject: userId,
    })),

    addPasskey: handle(contract.account.addPasskey, async ({ userId, actor }, made, answering) => {
      const passkey = await own.addPasskey(made, answering)
      if (!passkey) return refuse('passkey-refused')
      await queueAccountNotice(deps, actor.email, 'passkey-added')
      return {
        answer: { ...passkey, createdAt: passkey.createdAt.toISOString() },
        subject: userId,
        details: { passkey: passkey.id },
      }
    }),

    renamePasskey: handle(contract.account.renamePasskey, async ({ userId }, { passkeyId, name }) => {
      if (!(await own.renamePasskey(userId, passkeyId, name))) return refuse('passkey-not-found')
      return { answer: doneResponse, subject: userId, details: { passkey: passkeyId } }
    }),

    removePasskey: handle(contract.account.removePasskey, async ({ userId, actor, now }, { passkeyId }) => {
      const account = await deps.accounts.ofCaller(userId)
      if (!(await own.mayGiveUp('passkey', account, await own.records(userId), now)))
        return refuse('second-factor-required')
      if (!(await own.removePasskey(userId, passkeyId))) return refuse('passkey-not-found')
      await queueAccountNotice(deps, actor.email, 'passkey-removed')
      return { answer: doneResponse, subject: userId, details: { passkey: passkeyId } }
    }),
  }
}
