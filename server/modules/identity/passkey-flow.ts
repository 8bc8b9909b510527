import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { isAPIError } from 'better-auth/api'
import type { Answering } from '../../platform/http/operations.ts'
import type { Auth } from './auth.ts'
import { isPasskeyKept, type KeptPasskey } from './passkey-store.ts'
import { passOn } from './session-cookie.ts'

/** Asks for any passkey that the device has for us: nothing is said of whose there are. */
export async function askForPasskey({ auth }: Auth, answering: Answering) {
  const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
    // Without the session, which would narrow it to one account's passkeys.
    headers: new Headers(),
    returnHeaders: true,
  })
  passOn(headers, answering)
  return { ...response, userVerification: 'required' as const }
}

/** Asks the browser of somebody signed in to make a passkey. */
export async function askForNewPasskey({ auth }: Auth, answering: Answering) {
  const { headers, response } = await auth.api.generatePasskeyRegistrationOptions({
    headers: new Headers({ cookie: answering.cookie }),
    returnHeaders: true,
  })
  passOn(headers, answering)
  return { ...response }
}

export type MadePasskey = { name: string; response: { id: string; [more: string]: unknown } }

/** Keeps the passkey that the browser made; null when it does not answer what was asked, or is kept already. */
export async function addPasskey(
  { auth, db }: Auth,
  { name, response }: MadePasskey,
  { cookie }: Pick<Answering, 'cookie'>,
): Promise<KeptPasskey | null> {
  // Whoever brings the name of a passkey of somebody else must not stand before its owner.
  if (await isPasskeyKept(db, response.id)) return null
  try {
    const kept = await auth.api.verifyPasskeyRegistration({
      // Read by the library, which takes nothing for granted of it.
      body: { name, response: response as unknown as RegistrationResponseJSON },
      headers: new Headers({ cookie }),
    })
    return { id: kept.id, name, createdAt: kept.createdAt }
  } catch (error) {
    // The library says 500 also of what cannot be read.
    if (isAPIError(error)) return null
    throw error
  }
}
