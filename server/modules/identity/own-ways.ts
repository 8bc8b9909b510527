import type { Provider } from '../../../contract/sign-in-codes.ts'
import type { Answering } from '../../platform/http/operations.ts'
import type { IdentityParts } from './identity-parts.ts'
import { addPasskey, askForNewPasskey, type MadePasskey } from './passkey-flow.ts'
import { removePasskey, renamePasskey } from './passkey-store.ts'
import { startLinking } from './provider-flow.ts'
import { unlinkIdentity } from './provider-store.ts'

/** Passkeys and identities elsewhere, as the owner of an account adds them to it and takes them away. */
export function ownWays({ auth, address }: Pick<IdentityParts, 'auth' | 'address'>) {
  const { db } = auth
  return {
    askForNewPasskey: (answering: Answering) => askForNewPasskey(auth, answering),
    /** Null when the browser did not answer what it was asked. */
    addPasskey: (made: MadePasskey, answering: Answering) => addPasskey(auth, made, answering),
    /** False when the account has none such; so for all that follow. */
    renamePasskey: (userId: string, passkeyId: string, name: string) =>
      renamePasskey(db, userId, passkeyId, name),
    removePasskey: (userId: string, passkeyId: string) => removePasskey(db, userId, passkeyId),
    /** The address of the provider to go to. */
    startLinking: (provider: Provider, answering: Answering) =>
      startLinking({ auth, address }, provider, answering),
    unlinkIdentity: (userId: string, provider: Provider) => unlinkIdentity(db, userId, provider),
  }
}
