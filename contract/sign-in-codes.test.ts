import { expect, it } from 'vitest'
import { codeByProviderCode, signInMessage, signInMessages } from './sign-in-codes.ts'

/** The provider code mapping of the specification's section 8, written down a second time. */
const mapping = [
  ['EMAIL_EXISTS', 'email-already-in-use'],
  ['INVALID_PASSWORD', 'wrong-password'],
  ['INVALID_LOGIN_CREDENTIALS', 'invalid-credential'],
  ['EMAIL_NOT_FOUND', 'user-not-found'],
  ['USER_DISABLED', 'user-disabled'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests'],
  ['EXPIRED_OOB_CODE', 'expired-action-code'],
  ['INVALID_OOB_CODE', 'invalid-action-code'],
  ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'requires-recent-login'],
  ['TOKEN_EXPIRED', 'user-token-expired'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'],
  ['INVALID_CODE', 'invalid-verification-code'],
  ['SESSION_EXPIRED', 'code-expired'],
  ['UNAUTHORIZED_DOMAIN', 'unauthorized-continue-uri'],
  ['ADMIN_ONLY_OPERATION', 'admin-restricted-operation'],
] as const

it('maps the codes of providers as the specification does, and no others', () => {
  expect(Object.entries(codeByProviderCode)).toEqual(mapping)
})

it('has words for every code that a provider’s is mapped to, and for those without one', () => {
  const others = [
    'network-request-failed',
    'popup-blocked',
    'popup-closed-by-user',
    'cancelled-popup-request',
    'unauthorized-domain',
    'multi-factor-auth-required',
    'user-mismatch',
  ]
  for (const code of [...mapping.map(([, ours]) => ours), ...others])
    expect(Object.keys(signInMessages), code).toContain(code)
})

it('says the specification’s words for what went wrong', () => {
  const wrong = 'Invalid email/username or password. Please check your credentials and try again.'
  for (const code of ['invalid-credential', 'wrong-password', 'user-not-found'])
    expect(signInMessage(code)).toBe(wrong)
  for (const [theirs, ours] of mapping) expect(signInMessage(theirs)).toBe(signInMessages[ours])
  expect(signInMessage('email-already-in-use')).toBe('An account with this email already exists.')
  expect(signInMessage('quota-exceeded')).toBe(
    'Authentication failed. Please try again or contact support if the problem persists.',
  )
  expect(signInMessage(undefined)).toBe('An unexpected error occurred. Please try again.')
  expect(signInMessage(undefined, 'Its own words')).toBe('Its own words')
})
