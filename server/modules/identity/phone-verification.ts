import type { CodeKind } from './account-message-rules.ts'
import { isAuthApiError, captureSecretOf, type Auth } from './auth.ts'

/**
 * What a code is for, whose phone it goes to and who asked for it: one to sign in with changes no phone, nor the other way
 * round, and it is worth nothing to anybody but the browser, or the account, that asked.
 */
type PhoneCodeRequest = { purpose: CodeKind; phone: string; requester: string }

/** The name that the library keeps a code under. */
const verificationKeyOf = ({ purpose, phone, requester }: PhoneCodeRequest): string =>
  `${purpose}:${phone}:${requester}`

/** A code for a phone; the one before it for the same purpose and requester is worthless. */
export const issuePhoneCode = ({ auth }: Auth, proof: PhoneCodeRequest): Promise<string | null> =>
  captureSecretOf(() => auth.api.sendPhoneNumberOTP({ body: { phoneNumber: verificationKeyOf(proof) } }))

/** Takes a code that was sent to a number, once; whether it was right. The library ends a code after a few wrong tries. */
export async function consumePhoneCode(
  { auth }: Auth,
  proof: PhoneCodeRequest,
  code: string,
): Promise<boolean> {
  try {
    await auth.api.consumePhoneNumberOTP({ body: { phoneNumber: verificationKeyOf(proof), code } })
    return true
  } catch (error) {
    if (isAuthApiError(error)) return false
    throw error
  }
}
