import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { isAPIError } from 'better-auth/api'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { Auth } from './auth.ts'
import { passkeyExists, type StoredPasskey } from './passkey-store.ts'
import { forwardCookies } from './session-cookie.ts'

/** Asks for any passkey that the device has for us: nothing is said of whose there are. */
export async function requestPasskeyAssertion({ auth }: Auth, answering: HttpContext) {
  const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
    // Without the session, which would narrow it to one account's passkeys.
    headers: new Headers(),
    returnHeaders: true,
  })
  forwardCookies(headers, answering)
  return { ...response, userVerification: 'required' as const }
}

/** Asks the browser of somebody signed in to make a passkey. */
export async function requestPasskeyRegistration({ auth }: Auth, answering: HttpContext) {
  const { headers, response } = await auth.api.generatePasskeyRegistrationOptions({
    headers: new Headers({ cookie: answering.cookie }),
    returnHeaders: true,
  })
  forwardCookies(headers, answering)
  return { ...response }
}

export type PasskeyRegistration = { name: string; response: { id: string; [more: string]: unknown } }

/** Keeps the passkey that the browser made; null when it does not answer what was asked, or is kept already. */
export async function addPasskey(
  { auth, db }: Auth,
  { name, response }: PasskeyRegistration,
  { cookie }: Pick<HttpContext, 'cookie'>,
): Promise<StoredPasskey | null> {
  // Whoever brings the name of a passkey of somebody else must not stand before its owner.
  if (await passkeyExists(db, response.id)) return null
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
