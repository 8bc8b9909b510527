import { isAPIError } from 'better-auth/api'
import type { Auth } from './auth.ts'

/** Takes a code that was sent to a number, once; whether it was right. The library ends a code after a few wrong tries. */
export async function takePhoneCode({ auth }: Auth, phoneNumber: string, code: string): Promise<boolean> {
  try {
    await auth.api.consumePhoneNumberOTP({ body: { phoneNumber, code } })
    return true
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false
    throw error
  }
}
