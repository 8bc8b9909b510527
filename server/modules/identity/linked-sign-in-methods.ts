import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { addPasskey, requestPasskeyRegistration, type PasskeyRegistration } from './passkey-flow.ts'
import { deletePasskey, renamePasskey } from './passkey-store.ts'
import { startLinking } from './provider-flow.ts'
import { unlinkIdentity } from './provider-store.ts'

/** Passkeys and identities elsewhere, as the owner of an account adds them to it and takes them away. */
export function linkedSignInMethods({ auth, address }: Pick<IdentityDeps, 'auth' | 'address'>) {
  const { db } = auth
  return {
    askForNewPasskey: (answering: HttpContext) => requestPasskeyRegistration(auth, answering),
    /** Null when the browser did not answer what it was asked. */
    addPasskey: (made: PasskeyRegistration, answering: HttpContext) => addPasskey(auth, made, answering),
    /** False when the account has none such; so for all that follow. */
    renamePasskey: (userId: string, passkeyId: string, name: string) =>
      renamePasskey(db, userId, passkeyId, name),
    removePasskey: (userId: string, passkeyId: string) => deletePasskey(db, userId, passkeyId),
    /** The address of the provider to go to. */
    startLinking: (provider: IdentityProvider, answering: HttpContext) =>
      startLinking({ auth, address }, provider, answering),
    unlinkIdentity: (userId: string, provider: IdentityProvider) => unlinkIdentity(db, userId, provider),
  }
}
