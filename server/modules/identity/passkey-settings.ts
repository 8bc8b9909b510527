import type { PasskeyOptions } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

/** The cookie that holds what a browser is asked to sign; the prefix of all names stands before it. */
const challengeCookie = 'passkey'

/** A passkey stands for a password, so whoever holds the device must have shown it that they are its owner. */
function requireUserVerification(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { message: 'The device did not verify its owner' })
}

/** Passkeys for this address: kept by the device with the name of the account, so that nobody has to type it. */
export const passkeySettings = (address: string): PasskeyOptions => ({
  rpName: 'Candour',
  rpID: new URL(address).hostname,
  origin: address,
  advanced: { webAuthnChallengeCookie: challengeCookie },
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  registration: {
    afterVerification: ({ verification }) =>
      requireUserVerification(verification.registrationInfo?.userVerified),
  },
  authentication: {
    afterVerification: ({ verification }) =>
      requireUserVerification(verification.authenticationInfo.userVerified),
  },
})
