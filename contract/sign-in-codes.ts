/**
 * Sign-in codes and what people are told for them: the one table of server and web (specification section 8).
 * Import-free, so that browsers may use it as a value.
 */

/** What a sign-in provider says, and our code for it. */
export const codeByProviderCode = {
  EMAIL_EXISTS: 'email-already-in-use',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  EMAIL_NOT_FOUND: 'user-not-found',
  USER_DISABLED: 'user-disabled',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOKEN_EXPIRED: 'user-token-expired',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'password-does-not-meet-requirements',
  INVALID_CODE: 'invalid-verification-code',
  SESSION_EXPIRED: 'code-expired',
  UNAUTHORIZED_DOMAIN: 'unauthorized-continue-uri',
  ADMIN_ONLY_OPERATION: 'admin-restricted-operation',
} as const

const wrongCredentialMessage =
  'Invalid email/username or password. Please check your credentials and try again.'

/** What a person is told for a code. The first ten messages are the specification's, the rest are ours. */
export const signInMessages = {
  'invalid-credential': wrongCredentialMessage,
  'wrong-password': wrongCredentialMessage,
  'user-not-found': wrongCredentialMessage,
  'too-many-requests': 'Too many failed login attempts. Please wait a few minutes before trying again.',
  'user-disabled': 'This account has been deactivated. Please contact your administrator for assistance.',
  'account-exists-with-different-credential':
    'An account already exists with this email using a different sign-in method.',
  'invalid-email': 'Please enter a valid email address.',
  'weak-password': 'Password is too weak. Please choose a stronger password.',
  'email-already-in-use': 'An account with this email already exists.',
  'operation-not-allowed': 'Email/password sign-in is not enabled. Please contact your administrator.',
  'network-request-failed': 'Network error. Please check your internet connection and try again.',

  'invalid-username-credential': 'Invalid username or password',
  'account-not-found': 'User account not found. Please contact your administrator.',
  'account-deactivated': 'Account is deactivated',
  'clinic-suspended': 'Clinic account is suspended',
  'single-sign-on-required':
    'Your practice requires single sign-on. Choose “Sign in with your practice account”.',
  'sso-address-missing': 'Your practice’s sign-in did not send an e-mail address. Ask your administrator.',
  'sso-address-unverified':
    'Your practice’s sign-in did not say that your e-mail address is verified. Ask your administrator.',
  'sso-other-domain': 'Your e-mail address is not in a domain that your practice has verified.',
  'sso-account-elsewhere':
    'An account with your e-mail address exists outside this practice. Ask your administrator for help.',
  'sso-no-level': 'You are in none of the groups that may use Candour. Ask your administrator.',
  'sso-failed': 'Your practice’s sign-in could not be completed. Try again, or ask your administrator.',
  'login-day-refused': 'Login not allowed on {day}. Please contact your administrator.',
  'login-time-refused': 'Login hours for {day} are {start} - {end}. Current time: {time}',
  'not-authorised-to-register': 'You are not authorized to register. Contact your clinic administrator.',

  'expired-action-code': 'This link has expired. Ask for a new one.',
  'invalid-action-code': 'This link does not work. It may have been used already. Ask for a new one.',
  'requires-recent-login': 'Confirm it’s you to continue.',
  'user-token-expired': 'Your session has ended. Please sign in again.',
  /** No counterpart: ours is `weak-password`, which names the rules that are broken. */
  'password-does-not-meet-requirements':
    'The password does not meet the requirements. Please choose another.',
  'invalid-verification-code': 'The code is not correct. Check it and try again.',
  'code-expired': 'This took too long. Please start again.',
  /** No counterpart: an address to go on to that is no page of ours is left aside, and nobody is refused for it. */
  'unauthorized-continue-uri': 'This address cannot be used to continue.',
  /** No counterpart: one address is served, and a provider that does not know it says so on its own page. */
  'unauthorized-domain': 'Sign-in is not set up for this address.',
  /** No counterpart: nothing of signing in is an administrator's alone; what is, is refused as `permission-denied`. */
  'admin-restricted-operation': 'Only an administrator can do this.',
  'popup-blocked': 'The sign-in window was blocked. Allow pop-up windows, or sign in on this page.',
  'popup-closed-by-user': 'The sign-in window was closed before you signed in.',
  'cancelled-popup-request': 'Another sign-in window was opened.',
  'user-cancelled': 'Sign-in was not completed. Try again or sign in another way.',
  'multi-factor-auth-required': 'Enter the code from your authenticator app.',
  'user-mismatch': 'This belongs to another account.',
  'wrong-pin': 'The PIN is not correct.',
  'passkey-not-known': 'This passkey is not registered here. Sign in another way.',
  'captcha-failed': 'The robot check failed. Please try again.',
} as const

export type SignInCode = keyof typeof signInMessages

/** For a code that the table does not hold, and for a failure without any. */
const unknownCodeMessage =
  'Authentication failed. Please try again or contact support if the problem persists.'
const noCodeMessage = 'An unexpected error occurred. Please try again.'

/** What to tell a person: by the code, ours or a provider's, or where there is none by the error's own words. */
export function signInMessage(code: string | undefined, ownWords?: string): string {
  if (code === undefined) return ownWords || noCodeMessage
  const ours = (codeByProviderCode as Record<string, string>)[code] ?? code
  return (signInMessages as Record<string, string>)[ours] ?? unknownCodeMessage
}

/** The identity providers somebody may sign in with, in the order in which they are offered. */
export const identityProviders = ['google', 'facebook', 'github', 'twitter'] as const
export type IdentityProvider = (typeof identityProviders)[number]
export const providerNames: Record<IdentityProvider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  twitter: 'Twitter',
}
