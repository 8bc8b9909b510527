import type { IdentityProvider, SignInCode } from '../../../contract/sign-in-codes.ts'

/** What waits for somebody who is away at a provider: where they came from, and where they go on to. */
export type ProviderFlow = {
  provider: IdentityProvider
  /** A window of its own, or in place of the page. */
  shown: 'popup' | 'page'
  /** A path of ours to go on to; null for the usual one. */
  to: string | null
}

/** What the page says of a failure that nobody can do anything about: the message for codes that the table lacks. */
type OtherCode = 'provider-failed'
export type FailureCode = SignInCode | OtherCode

/** What the auth library calls a failure, and our code for it. */
const codeOfFailure: Record<string, FailureCode> = {
  account_not_linked: 'account-exists-with-different-credential',
  signup_disabled: 'account-not-found',
  account_already_linked_to_different_user: 'user-mismatch',
  access_denied: 'user-cancelled',
  // Facebook's word for the same.
  user_denied: 'user-cancelled',
  state_mismatch: 'code-expired',
  state_not_found: 'code-expired',
  state_invalid: 'code-expired',
}

export const failureCodeOf = (failure: string): FailureCode => codeOfFailure[failure] ?? 'provider-failed'

export type Failure = { code: FailureCode; details?: Record<string, unknown> }

/**
 * The page that waits for whoever comes back, with the code of what went wrong and what its message names. Who came
 * back, and how far their sign-in is, the page asks the server.
 */
export function callbackPath({ shown, to }: Pick<ProviderFlow, 'shown' | 'to'>, failure?: Failure): string {
  const query = new URLSearchParams({ shown, ...(to ? { to } : {}) })
  return withFailure('/login/back', query, failure)
}

/** The account page of whoever links an identity. */
export const accountPath = ({ isAdmin }: { isAdmin: boolean }, failure?: Failure): string =>
  withFailure(isAdmin ? '/admin/profile' : '/clinic/account', new URLSearchParams(), failure)

function withFailure(path: string, query: URLSearchParams, failure?: Failure): string {
  if (failure) {
    query.set('code', failure.code)
    for (const [name, value] of Object.entries(failure.details ?? {})) query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
