import type { CodeKind } from './account-message-rules.ts'
import { isLibraryRefusal, secretOf, type Auth } from './auth.ts'

/** What a code is for, and whose phone it goes to: one to sign in with changes no phone, nor the other way round. */
type PhoneProof = { purpose: CodeKind; phone: string }

/** The name that the library keeps a code under. */
const nameOf = ({ purpose, phone }: PhoneProof): string => `${purpose}:${phone}`

/** A code for a phone; the one before it for the same purpose is worthless. */
export const makePhoneCode = ({ auth }: Auth, proof: PhoneProof): Promise<string | null> =>
  secretOf(() => auth.api.sendPhoneNumberOTP({ body: { phoneNumber: nameOf(proof) } }))

/** Takes a code that was sent to a number, once; whether it was right. The library ends a code after a few wrong tries. */
export async function takePhoneCode({ auth }: Auth, proof: PhoneProof, code: string): Promise<boolean> {
  try {
    await auth.api.consumePhoneNumberOTP({ body: { phoneNumber: nameOf(proof), code } })
    return true
  } catch (error) {
    if (isLibraryRefusal(error)) return false
    throw error
  }
}
