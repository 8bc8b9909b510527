import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { isAuthApiError, type Auth } from './auth.ts'
import { endSession } from './identity-store.ts'

/**
 * Checks a browser's answer to a challenge, once. Answers the session that the library made of it, which opens nothing
 * yet, and whose it is; null when the answer proves nothing. `cookie` holds the challenge.
 */
export async function verifyPasskeySignIn(
  { auth }: Auth,
  response: Record<string, unknown>,
  cookie: string,
): Promise<{ token: string; userId: string } | null> {
  try {
    const { session } = await auth.api.verifyPasskeyAuthentication({
      // Read by the library, which takes nothing for granted of it.
      body: { response: response as unknown as AuthenticationResponseJSON },
      headers: new Headers({ cookie }),
    })
    return { token: session.token, userId: session.userId }
  } catch (error) {
    if (isAuthApiError(error)) return null
    throw error
  }
}

/** Whether the answer is of a passkey of this account; for somebody who is signed in already. */
export async function verifyPasskeyOf(
  auth: Auth,
  userId: string,
  response: Record<string, unknown>,
  cookie: string,
): Promise<boolean> {
  const proved = await verifyPasskeySignIn(auth, response, cookie)
  if (!proved) return false
  await endSession(auth.db, proved.token)
  return proved.userId === userId
}
