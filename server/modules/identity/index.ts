export { queueAccountNotice, queueAccountMessage } from './account-message-store.ts'
export { issueProof, readProof, consumeProof } from './address-proofs.ts'
export { createAuth } from './auth.ts'
export type { ColleagueAttestations } from './colleague-attestation.ts'
export { normalizeEmail } from './account-email.ts'
export { AccountTakenError, type StaffByEmail } from './identity-accounts.ts'
export {
  identityAuthenticators,
  sessionAuthenticator,
  type SessionReader,
} from './identity-authenticators.ts'
export { createIdentity } from './create-identity.ts'
export type { KioskSessionEvents, IdentityDeps, SignInMethods } from './identity-deps.ts'
export { isTrustedBeyondPractice, type SessionFacts } from './identity-rules.ts'
export { endSessionsOfUser } from './identity-store.ts'
export type { ProviderSettings } from './oauth-providers.ts'
export { accountOperations } from './account-operations.ts'
export { hashPassword } from './password.ts'
export { validatePassword, parsePasswordPolicy, defaultPolicy } from './password-policy.ts'
export { safeRedirectPath } from './safe-redirect-path.ts'
export { callbackPath } from './provider-rules.ts'
export { wrapSecret } from './second-factor.ts'
export { sessionCookieName, signToken } from './session-cookie.ts'
